"""Tables that live: locks, clocks, autoplay, accounts and the store.

How the rooms outside use it
----------------------------
Wiring, once per process::

    store = await Store.open("sqlite+aiosqlite:///data/mahjong.db")
    computers = Computers(EnginePlayer())
    tables = Tables(Surroundings(store, computers, publisher))
    ...
    await tables.stop()
    await store.close()
    computers.close()

`publisher` implements `host.publisher.Publisher` (build on `SilentPublisher`): async methods that the table calls in
order, outside its lock; an exception in one is logged and never hurts the table.

Before the match: `tables.create(guild_id=, channel_id=, user_id=, name=, rules=, settings=RoomSettings(...))` opens a
table and seats its host; then `table.join / leave / add_computer / remove_computer / invite / start / end`. The match
begins when four seats are taken and every person has pressed start, so one person adds three computers and clicks once.
`tables.find(table_id)`, `find_in_channel`, `find_of(guild_id, user_id)`.

A decision: `shot = table.snapshot(user_id)` holds `shot.decision` (its number, unique within the match: put it into
custom_ids), `shot.view` (with `view.own.actions`) and `shot.deadline`. Answer with
`await table.act(user_id, decision, action_or_index)`; an index counts in `view.own.actions`. Refusals are `HostError`
(`code`, `facts`) or the engine's `RuleError`; nothing has changed then: show the present panel. When the message that
tells a player of a decision has been accepted by Discord, call `table.told(seat, decision)`: the clock starts;
if Discord does not take it for the time being, `table.hold(seat, decision)`: it waits. `table.halt(why)` lets the whole
table stand still while nobody can be heard, `table.go_on(why)` lets it go on with full clocks.

Publisher calls: `lobby_changed`; `asked(table, seat)` (a person owes a new decision: update that seat's panel);
`table_changed(table, events)` (public change; filter by `event.seen_by(viewer)`); `half_over(table, seat)` (mention
the seat if it shows no sign); `hand_over(table, HandReport)`; `match_over(table, MatchReport)`; `closed(table, why)`;
`notice(table, Notice)` (codes in `host.publisher.Notice`). Nothing is called for a private answer in a claim window.

Between hands the state is "between": `table.press_next(user_id)`, else the next hand starts at `shot.next_at`.
Autoplay: `set_autoplay`, `take_back`; any own action takes back control. Leaving: `leave` (ask first in a hand), and
`join` or `take_back` comes back. `set_words`, `set_run` hold from the next hand. `end(user_id, is_manager=)` ends at
once for host and manager, else counts a vote. `tables.close_channel`, `close_guild`: the surroundings are gone.

Accounts: `store.find_account(guild_id, user_id)`, `store.audit()`. What is read at length goes through
`store.read(work)`: boards (`host.boards.read_page`), people's statistics (`host.profiles`), seasons (`host.seasons`).
All codes are stable; sentences are the cogs'.
"""
