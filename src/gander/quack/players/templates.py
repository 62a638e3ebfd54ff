"""The sentences of scripted speech, as patterns to be filled in.

A pattern is a clause without its full stop. `{time}` is a time phrase with its preposition, `{room}`
a room as spoken, `{name}` a player. Patterns with claims in them stand in lists named for the claim;
whatever stands under `FILLERS` and the like claims nothing.
"""

LOCATION = (
    "I was in {room} {time}",
    "I was in {room} {time}",
    "{time} I was in {room}",
    "I was over in {room} {time}",
    "if I remember right, I was in {room} {time}",
)
LOCATION_UNTIMED = ("I was in {room} this round", "I passed through {room}", "I went through {room}")
LOCATION_WHOLE = ("I was in {room} {time}", "I stayed in {room} {time}", "I was sitting in {room} {time}")
LOCATION_MOST = ("I was in {room} {time}", "I stayed in {room} {time}")
NEVER_LEFT = ("I never left {room}", "I was in {room} and never left")
CHAIN_FIRST = ("I was in {room} {time}", "{time} I was in {room}")
CHAIN_NEXT = ("then in {room} {time}", "then {room} {time}")
NO_LOCATION = (
    "I wasn't in {room} at all",
    "I never went to {room}",
    "I was never in {room}",
    "I wasn't in {room} this round",
)

ROUTE_ARROWS = (
    "my route was {route}",
    "my route: {route}",
    "I went {route}",
    "my path this round was {route}",
    "route for me: {route}",
)
ROUTE_TO = ("I went from {route}", "my way was {route}")
ROUTE_STARTED = ("I started in {route}", "this round I started in {route}")

SIGHTING = (
    "I saw {name} in {room} {time}",
    "I saw {name} in {room} {time}",
    "{time} I saw {name} in {room}",
    "I was with {name} in {room} {time}",
    "I ran into {name} in {room} {time}",
    "{name} was in {room} with me {time}",
    "I definitely saw {name} in {room} {time}",
    "pretty sure I saw {name} in {room} {time}",
)
SIGHTING_LASTING = (
    "I was with {name} in {room} {time}",
    "{name} was in {room} with me {time}",
    "I had {name} with me in {room} {time}",
    "I saw {name} in {room} {time}",
    "{time} I was with {name} in {room}",
)
SIGHTING_UNTIMED = (
    "I saw {name} in {room}",
    "I crossed paths with {name} in {room}",
    "I passed {name} in {room}",
)
SIGHTING_ALIVE = (
    "I saw {name} alive in {room} {time}",
    "{name} was still alive in {room} {time} when I was there",
    "I saw {name} alive and well in {room} {time}",
)
SIGHTING_ARRIVAL = (
    "{name} came into {room} {time} while I was there",
    "I saw {name} come into {room} {time}",
    "{name} walked into {room} {time} and I was there",
)
SIGHTING_WHOLE = ("{name} was with me in {room} {time}", "I was in {room} with {name} {time}")
THERE = ("{name} was there {time}", "I saw {name} there {time}", "{name} was there with me {time}")
THERE_UNTIMED = ("I saw {name} there", "{name} was there too", "{name} was there with me")
LEAVING = ("{name} left toward {room}", "{name} headed off to {room}", "{name} left for {room}")
LEAVING_TIMED = ("{name} left toward {room} {time}", "{name} headed to {room} {time}")
NO_SIGHTING = (
    "I never saw {name}",
    "I didn't see {name} at all",
    "I never saw {name} this round",
    "I didn't run into {name} at all",
)
LAST_ROUND = ("{time} I saw {name} in {room}", "{time} {name} was in {room} with me")

BODY_FOUND = (
    "I found {name}'s body in {room}",
    "I walked into {room} and found {name} dead there",
    "I just found {name} dead in {room}",
    "I came across {name}'s body in {room}",
)
BODY_ALSO = ("I saw {name}'s body in {room} too", "{name}'s body was in {room} as well, I saw it")
REPORTED = ("so I reported it right away", "and I reported it immediately", "so I hit report")
CALLED = ("I called this meeting", "I pressed the button", "I called the meeting from {room}")

TASK = (
    "I was doing {task} in {room} {time}",
    "I did {task} in {room} {time}",
    "{time} I was working on {task} in {room}",
    "I was busy with {task} in {room} {time}",
)
TASK_UNTIMED = ("I did {task} in {room}", "I worked on {task} in {room}")
OTHER_TASK = ("{name} was doing a task in {room} {time}", "I watched {name} work on a task in {room} {time}")
WAITING = (
    "I waited in {room} {time}",
    "I was just waiting in {room} {time}",
    "I hung around in {room} {time}",
)

WITNESS = (
    "I saw {name} kill {victim} in {room} {time}",
    "I watched {name} kill {victim} in {room} {time}",
    "I was right there {time} when {name} killed {victim} in {room}",
)
ACCUSE_STRONG = (
    "I'm voting {name}",
    "{name} is the Duck",
    "my vote is on {name}",
    "I'm sure it's {name}, so I'm voting {name}",
)
ACCUSE_MODERATE = (
    "{name} is my main suspect",
    "I'm suspicious of {name}",
    "I suspect {name}",
    "to me {name} looks suspicious",
)
ACCUSE_WEAK = (
    "I'm a bit wary of {name}",
    "{name} looks slightly suspicious to me, nothing hard",
    "I lean a little toward {name} as a suspect",
)
AGREE = ("I agree with {other}, I suspect {name}", "same as {other}, I'm suspicious of {name}")
BECAUSE_ALONE = (
    "{name} was the last one I saw with {victim}",
    "the last person I know of with {victim} is {name}",
)
BECAUSE_LIE = (
    "that doesn't add up for {name}",
    "{name}'s story doesn't add up",
)
VOUCH = ("I can vouch for {name}", "I trust {name}", "{name} is clear to me", "I'd clear {name}")
QUOTE_PLACE = ("{name} says they were in {room} {time}", "{name} claims to have been in {room} {time}")
QUOTE_SAW = ("{name} says {target} was in {room} {time}", "{name} claims {target} was in {room} {time}")
QUOTE_ME = ("{name} says they saw me in {room} {time}", "{name} claims to have seen me in {room} {time}")
SUPPOSE = (
    "maybe {name} was in {room}",
    "{name} could have been in {room}",
    "{name} might have been in {room}",
)
ASK_ROOM = ("{name}, were you in {room} {time}", "{name}, did you pass through {room} {time}")

# Nothing below this line claims anything.

ASK = (
    "{name}, where were you around tick {tick}",
    "{name}, what was your route",
    "where were you, {name}",
    "{name}, who can confirm your route",
    "can anyone confirm where {name} was",
)
OPENINGS = (
    "okay, here is what I have",
    "here's my info",
    "let me lay out my round",
    "quick summary from me",
    "thanks, my turn",
    "here is exactly what I can give you",
)
REACTIONS = (
    "okay, I've listened to everyone",
    "let's compare the stories",
    "hold on",
    "to restate the important part",
    "a short update from me",
    "let's stay with the facts",
)
NOTHING_HARD = (
    "no hard accusation from me yet",
    "I don't have a hard read yet",
    "I'd rather hear the others first",
    "I can't pin this on anybody yet",
    "nothing solid from my side",
)
SKIPPING = ("I'd skip for now", "without more I'm skipping", "I don't want to guess, I'd abstain")
DEFEND = ("it wasn't me", "I didn't do this", "you're looking at the wrong person", "I have nothing to hide")
NO_ONE = (
    "I didn't cross paths with anybody this round",
    "I haven't seen a single person this round",
    "I met nobody this round",
)

CHAT_TASK = (
    "Doing {task} here.",
    "Doing {task} here, {name}.",
    "Hi {name}, just doing {task}.",
    "Still on {task}.",
)
CHAT_GO = (
    "Heading to {room} next.",
    "Going to {room} now.",
    "I'm off to {room}, {name}.",
    "Done here, {room} next.",
)
CHAT_FOLLOW = ("I'll stick with you, {name}.", "Mind if I tag along, {name}?", "Let's stay together, {name}.")
CHAT_HELLO = ("Hi {name}.", "Hey {name}, all quiet?", "Hello {name}, seen anyone?")
