# What goes wrong around a table: Discord cannot be reached, a place is closed, a permission is missing.

line-went_on = { $minutes ->
    [one] ▶️ Discord let nobody be heard here for about a minute. The game stood still and goes on; clocks start anew.
   *[other] ▶️ Discord let nobody be heard here for about {$minutes} minutes. The game stood still and goes on; clocks start anew.
 }
error-paused = The bot is about to restart. The game is kept and goes on by itself; please try again in a moment.
permission-view_channel = View Channel
permission-send_messages = Send Messages
permission-send_messages_in_threads = Send Messages in Threads
permission-attach_files = Attach Files
error-forbidden = { $missing ->
    [none] I may not write in this channel. I need: View Channel, Send Messages, Attach Files (in threads: Send Messages in Threads).
   *[other] I may not show the table in <#{$channel}>: I lack the permission **{$missing}** there. As soon as I have it, the table is shown by itself; hands can be played with `/{$command}` meanwhile.
 }
error-thread_shut = The thread <#{$channel}> is closed and locked, so I can answer nothing there. Your game stands still and nothing is lost; it goes on as soon as a moderator opens the thread again.
