"""Tables that live: locks, clocks, autoplay, accounts and the store."""
