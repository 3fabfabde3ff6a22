/**
 * Words that passwords are made of when they are made without thought: names of access, keyboard rows, seasons, months,
 * teams, first names, endearments, and their pinyin counterparts. Compiled by hand for this product from what is
 * publicly known about guessed passwords; no leaked list was copied. A password that is nothing but one or two of these
 * with digits and signs around them is refused, which covers far more than the words themselves.
 */
const text = `
password passwort passwd passw pass word pwd pswd motdepasse contrasena senha mima secret secure security private
admin administrator administrador root superuser superadmin sysadmin system systemadmin user username guest test tester
testing demo default temp temporary changeme change letmein login logon signin signon welcome hello access open opensesame
master manager boss owner operator office company business corporate service support server database oracle mysql postgres
internet network computer laptop desktop windows microsoft google apple android iphone samsung nokia huawei xiaomi
lenovo sony cisco router switch wifi ubuntu linux debian redhat docker kubernetes jenkins tomcat nginx apache
qwerty qwertyuiop qwertyui qwert azerty qwertz asdf asdfgh asdfghjkl asdfghj zxcv zxcvbn zxcvbnm qazwsx qazwsxedc
wsxedc edcrfv poiuytrewq lkjhgfdsa mnbvcxz abc abcd abcde abcdef abcdefg abcabc xyz xxx aaa zzz
iloveyou ilovegod ilove loveme lovely love lover lovers forever always princess prince queen king angel angels baby babe
babygirl honey sweet sweetie sweetheart darling beautiful sexy hottie cutie flower flowers butterfly rainbow sunshine
sunny star stars starlight moon sun sky blue red green black white orange purple pink silver gold golden diamond crystal
dragon tiger lion monkey panda bear wolf eagle falcon shark snake spider horse pony puppy kitten kitty cat dog buddy
ginger pepper cookie cookies cheese chocolate banana cherry apple peach candy coffee pizza chicken peanut pumpkin
summer winter spring autumn fall january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday weekend holiday christmas newyear
football soccer baseball basketball hockey tennis golf cricket rugby liverpool chelsea arsenal manchester united
barcelona realmadrid madrid juventus milan bayern yankees redsox lakers cowboys steelers eagles packers patriots
michael jordan michelle jessica jennifer ashley amanda nicole daniel andrew joshua matthew anthony robert thomas
charlie william richard joseph david john james george peter paul mark steven kevin brian jason justin brandon
alexander alexandra alex nicholas samantha elizabeth stephanie melissa danielle heather maria anna laura sarah
sophie emma olivia hannah natasha victoria vanessa veronica patricia christina martin oliver harry jack lucas leo
jesus christ heaven faith hope grace blessed church bible amen god godisgood lord savior
superman batman spiderman ironman hulk thor marvel avengers pokemon pikachu naruto goku mario zelda sonic minecraft
fortnite roblox warcraft starcraft counterstrike playstation nintendo xbox starwars skywalker vader yoda matrix
harrypotter gandalf hobbit frodo gaming gamer game games player winner champion legend hero warrior ninja pirate
killer hunter ranger soldier sniper ghost shadow phantom demon devil satan hell death dead blood danger metal
rock music guitar piano drummer singer dance dancer eminem metallica nirvana slipknot beatles rolling
freedom liberty justice peace america american usa london england france paris germany berlin italy russia moscow
china chinese beijing shanghai guangzhou shenzhen hangzhou chengdu wuhan nanjing hongkong taiwan taipei singapore
malaysia japan tokyo korea seoul india mumbai delhi brazil mexico canada australia
money cash dollar bitcoin crypto payment payments pay payout bank banking finance financial account accounts accounting
merchant merchants gateway order orders refund credit debit card visa mastercard paypal alipay wechat wechatpay
unionpay stripe countinghouse acquiring acquirer settlement settle ledger checkout invoice billing
woaini woaini woaiwojia woaiwo wodemima wode nihao nihaoma zhongguo zhongguoren beijinghuanyingni wangyi taobao
baidu tencent tengxun weixin zhifubao yinhang guanliyuan yonghu xitong gongsi dengluma huanying kaixin xingfu
zhang wang li liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he lin gao luo zhangwei wangwei liuwei wangfang
liwei lina zhangli liujie yangyang xiaoming xiaohong baobao laogong laopo tiantian
please enter quiero teamo amor tequiero hola bonjour soleil doudou chouchou loulou azertyuiop hallo schatz
ficken killer123 trustno trustnoone whatever nothing something anything everything nobody someone unknown none null
undefined example sample string value number alpha beta gamma delta omega sigma matrix neo trinity phoenix
mustang corvette ferrari porsche mercedes toyota honda yamaha suzuki harley chevy camaro jaguar
qwer asd zxc qaz wsx edc rfv tgb yhn ujm
`;

/** The words, in lower case, for look-up. */
export const frequentWords: ReadonlySet<string> = new Set(text.split(/\s+/).filter((word) => word.length >= 3));

/** Whole passwords of letters and digits mixed that no rule on words would find. */
export const frequentPasswords: ReadonlySet<string> = new Set(
  `1q2w3e4r5t6y 1q2w3e4r5t6y7u 1qaz2wsx3edc 1qaz2wsx3edc4rfv 1qazxsw23edc q1w2e3r4t5y6 q1w2e3r4t5y6u7 zaq12wsxcde3
   1qaz1qaz1qaz 2wsx3edc4rfv p0o9i8u7y6t5 a1b2c3d4e5f6 a1b2c3d4e5f6g7 1a2b3c4d5e6f 1a2b3c4d5e6f7g abc123abc123 abc123def456
   123qweasdzxc qweasdzxc123 qwe123qwe123 asd123asd123 123abc456def aa123456aa123 a12345678901 1234567890ab 1234567890abc
   abcd1234abcd 1234abcd5678 q123456789012 zxc123zxc123 admin123admin test123test123 pass123pass123 5201314woaini
   woaini1314520 woaini5201314 ncc1701dncc1701 thx1138thx1138 4815162342lost trustno1trustno1`.split(/\s+/),
);
