# What Mudanjiang, Qiqihar and house rules ask beyond Harbin.

hand-win-mobao = **You can win:** you drew the bao, **{$tile}**. Press **Win**.
hand-win-dragon_draw = **You can win:** you drew **{$tile}**. Press **Win**.
hand-win-fourth_tile = **You can win** by big wind: **{$tile}** is the fourth tile of your triplet. Press **Win**.
hand-win-tongbao = **You can win** by tongbao: the bao **{$tile}** is one of your waits. Press **Win**; passed, the chance lapses.
hand-win-dragon_bao = **You can win:** the bao is **{$tile}**. Press **Win**; passed, the chance lapses.
hand-win-big_wind = **You can win** by big wind: the bao **{$tile}** has the number of one of your waits. Press **Win**.
hand-dealt-out = The last tiles are dealt out by themselves: **Win** now, or **Pass** lets it go.
hand-say-listen = **Listen** says it first, to you alone; then you take the tile. After that no plain chi or peng of it is left.
hand-take = You said listen. Now **Listen** takes **{$tile}**; **Pass** lets it go.
hand-call-bao = The other three of the bao lie open: **Change bao** throws for a new one.
window-bao = The bao has been changed.
button-run = Run ×{$number}
run-set = You run with **×{$number}** from the next hand.
run-lines = Run: {$names}
run-line = {$name} ×{$number}
error-bad_run = Run is 1, 2 or 5.
