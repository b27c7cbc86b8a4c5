# 自己聽什麼、還差什麼才能報聽，以及託管指令。

waits-listening = **您聽：**
waits-line = • **{$tile}**{ $kind ->
    [kadang] （卡當）
   *[plain] {""}
 }：{ $left ->
    [0] 已經沒有了，四張都見了
   *[other] 還有 {$left} 張沒見
 }
waits-unseen = 您聽的牌還有 {$unseen} 張沒見，在牌牆裡或別家手裡；牌牆還能摸 {$wall} 張。
waits-choices = **現在可以報聽。** 按 **聽**，然後：
waits-choices-how = -# 報聽後手牌鎖定：摸到的牌不胡就打出去。
waits-ready = **您已聽牌**，但還沒報聽。聽口是：
waits-ready-how = 輪到您時按 **聽**，打出剛摸的牌。沒報聽不能胡。
waits-last-tiles = 已是最後幾張牌，不能再報聽了。
waits-not-yet = **還不能報聽。** { $after ->
    [discard] 打出這張以後，
   *[draw] {""}
 }至少還要進 {$distance} 張有用的牌（每進一張，換掉一張沒用的）。逐項看：
waits-only-closed = **還不能報聽：** 牌夠了，但還沒開門。
waits-never = **這手牌已經不能報聽了**：亮出來的牌不合條件，進什麼牌都沒用。逐項看：
waits-pairs = -# 也可以做七對，七對不用刻子。

need-not_open = { $met ->
    [yes] ✓ **開門**：已經吃、碰或槓過
   *[no] ✗ **開門**：還沒有，先吃、碰或槓一次
 }
need-one_suit = { $met ->
    [yes] ✓ **{$suits} 門花色**（萬、筒、條）
   *[no] ✗ **{$suits} 門花色**（萬、筒、條）：只有一門
 }
need-no_terminal = { $met ->
    [yes] ✓ **么九**（1、9 或紅中）
   *[no] ✗ **么九**（1、9 或紅中）：一張都沒有{ $terminal ->
        [win] ；胡的那張帶也行
       *[listen] {""}
    }
 }
need-no_triplet = { $met ->
    [yes] ✓ **刻子**（三張一樣）
   *[no] ✗ **刻子**（三張一樣）：還沒有{ $dragon ->
        [pair] ；一對紅中作將也算
        [single] ；有紅中也算
       *[never] {""}
    }
 }
need-no_sequence = { $met ->
    [yes] ✓ **順子**（同門三連）
   *[no] ✗ **順子**（同門三連）：還沒有{ $sequence ->
        [win] ；靠胡的那張湊成也行
       *[listen] {""}
    }
 }
need-too_few_concealed = { $met ->
    [yes] ✓ **手裡至少 {$least} 張**：有 {$concealed} 張
   *[no] ✗ **手裡至少 {$least} 張**：只剩 {$concealed} 張（手把一）
 }
need-no_wait = { $met ->
    [yes] ✓ **牌型**：四副一將，只差一張
   *[no] ✗ **牌型**：還要進 {$shape} 張有用的牌，才只差一張成四副一將
 }

auto-on = 已開始託管：打最右邊的牌，不吃不碰{ $wins ->
    [yes] ，能胡就胡
   *[no] {""}
 }。再用 `/{$command}`，或自己出一手，就取消。
auto-off = 已取消託管，您自己打。
auto-is-on = 您已經在託管了。
auto-is-off = 您沒有在託管。
