# Why something was refused; the codes are those of host, engine and cogs.

error-already_answered = You have answered that already.
error-already_seated = You have a seat at this table.
error-bad_option = { $why ->
    [call_needs_dice] `bao_change=call` and `bao_from=dice` go together: set both, or neither.
    [needs_last_tiles] `last_tiles_dealt=true` needs `last_tiles=4`.
   *[value] `{$option}` can be: {$allowed}.
 }
error-unknown_option = There is no option `{$option}`. { $near ->
    [none] `/{$rules}` lists them all.
   *[other] Did you mean `{$near}`?
 }
error-option_form = Write options as `name=value`, with spaces between them. This is none: `{$option}`
error-option_twice = `{$option}` is given twice.
error-bad_setting = This setting cannot have that value: {$setting}.
error-below_min_coins = This table needs at least {$minimum} coins; you have {$coins}. `/{$command}` brings more each day.
error-channel_taken = There is a table in this channel already. `/{$command}` takes a seat there.
error-closed = This table is closed.
error-computers_not_allowed = Computer players may not sit at this table.
error-hand_over = This hand is over.
error-hand_running = A hand is being played.
error-illegal_action = The rules do not allow that now.
error-later = Discord does not answer at the moment. Please try again shortly.
error-match_running = The game has begun.
error-no_computer = No computer player sits here.
error-no_hand = No hand is being played.
error-no_match = The game has not begun.
error-no_such_choice = That is not possible any more. This is how it stands now.
error-no_table = There is no table in this channel. `/{$command}` opens one.
error-not_asked = You are not asked at the moment.
error-not_host = Only whoever opened the table may do that.
error-not_invited = This table is for invited players.
error-not_seated = You have no seat at this table.
error-not_your_seat = That is not your seat.
error-not_your_turn = It is not your turn.
error-old_button = This button is from an older version of the game. Please use `/{$command}`.
error-seated_elsewhere = You are in a game at <#{$channel}>. Please go back to that table.
error-stale = Too late, the game has moved on. This is how it stands now.
error-store_failed = The database does not answer. Please try again shortly.
error-table_full = All four seats are taken.
error-table_gone = This table is closed. `/{$command}` opens a new one.
error-too_fast = Not so fast, please: that was more than can be followed. Nothing was done; wait a moment.
error-unknown = That did not work. Please try again.
