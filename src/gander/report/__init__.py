"""What people look at: accounts, tables, figures."""
