// Where the page gets what it shows: from the server, or from the file that it stands in.

import { carried } from "./carried.js";

/** Something that cannot be had, with a sentence why. */
export class Failure extends Error {
  constructor(error, status = 0) {
    super([error.where && `${error.where}: `, error.what, error.todo && ` ${error.todo}`].filter(Boolean).join(""));
    this.status = status; // of the answer; 0 for none
  }
}

/** Whether this is a file of its own, without a server. */
export function isExported() {
  return document.getElementById("exported") !== null;
}

const GONE = { what: "The server does not answer; is gander view still running?" };

/** Ask; `within` is for how many milliseconds an answer is waited for at most, 0 for as long as it takes. */
async function asked(path, options, within) {
  let reply;
  let body;
  try {
    reply = await fetch(path, within ? { ...options, signal: AbortSignal.timeout(within) } : options);
    body = await reply.json();
  } catch (error) {
    throw new Failure(error.name === "TimeoutError" ? { what: `The server has not answered for ${within / 1000} seconds.` } : GONE);
  }
  if (!reply.ok) throw new Failure(body.error, reply.status);
  return body;
}

/** Ask the server for something; `within`: in how many milliseconds, if that matters. */
export function get(path, within = 0) {
  return asked(path, { headers: { Accept: "application/json" } }, within);
}

/** Have the server write something: POST, PUT or DELETE, with a body that becomes JSON; `within` as in `get`. */
export function send(method, path, body, within = 0) {
  const token = document.querySelector("meta[name=token]").content;
  return asked(path, {
    method,
    headers: { "Content-Type": "application/json", "X-Gander-Token": token },
    body: JSON.stringify(body ?? null),
  }, within);
}

/** Take the token of a server that was started anew; whether it is another. */
export async function renewToken() {
  const meta = document.querySelector("meta[name=token]");
  let page;
  try {
    page = await (await fetch("/")).text();
  } catch {
    return false;
  }
  const token = page.match(/<meta name="token" content="([^"]+)">/)?.[1];
  if (!token || token === meta.content) return false;
  meta.content = token;
  return true;
}

function claimsPart(claims) {
  return claims ? `?claims=${encodeURIComponent(claims)}` : "";
}

/** A game; `claims` names where its claims come from. */
export async function getGame(id, claims) {
  if (isExported()) return (await carried()).game;
  return get(`/api/games/${id}${claimsPart(claims)}`);
}

/** What a seat of a game knew. */
export async function getSeat(id, seat) {
  if (isExported()) {
    const { seats, fault } = await carried();
    if (fault) throw new Failure({ what: fault });
    return seats[seat];
  }
  return get(`/api/games/${id}/seats/${seat}`);
}

/** The address of a picture that a seat was shown; null where there are none. */
export function pictureAddress(id, seat, at, which) {
  return isExported() ? null : `/api/games/${id}/seats/${seat}/pictures/${at}/${which}`;
}
