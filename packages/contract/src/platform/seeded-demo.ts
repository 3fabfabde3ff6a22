import { type LocalizedText, text3 } from "../kit/locale.ts";

/**
 * Names of the demo data: merchants by site, users by account, holidays, and what shops call their server. Displayed in
 * the reader's language, like all seeded names.
 */
export const demoMerchantNames = {
  lanting: text3("Lanting Tea House", "兰亭茶舍", "蘭亭茶舍"),
  pearlrivertoys: text3("Pearl River Toys", "珠江玩具", "珠江玩具"),
  beanroasters: text3("Taipei Bean Roasters", "台北焙豆所", "臺北焙豆所"),
  vhwatches: text3("Victoria Harbour Watches", "维港钟表", "維港鐘錶"),
  kisaragi: text3("Kisaragi Stationery", "如月文具", "如月文具"),
  lioncityfit: text3("Lion City Fitness", "狮城健身", "獅城健身"),
  harrowfinch: text3("Harrow & Finch Books", "哈罗芬奇书店", "哈羅芬奇書店"),
  northwindtravel: text3("Northwind Travel", "北风旅行", "北風旅行"),
  "spreewald-outdoor": text3("Spreewald Outdoor", "施普雷户外", "施普雷戶外"),
  garance: text3("Atelier Garance", "加朗斯工坊", "嘉朗思工坊"),
  ipanemaswim: text3("Ipanema Swimwear", "伊帕内玛泳装", "伊帕內瑪泳裝"),
  hudsonkeys: text3("Hudson Game Keys", "哈德逊游戏", "哈德遜遊戲"),
  gulfoud: text3("Gulf Oud Perfumes", "海湾沉香", "海灣沉香"),
} as const satisfies Readonly<Record<string, LocalizedText>>;

export const demoPeopleNames = {
  "lin.yue": text3("Lin Yue", "林悦", "林悅"),
  "zhou.heng": text3("Zhou Heng", "周恒", "周恆"),
  "shen.ruoxi": text3("Shen Ruoxi", "沈若溪", "沈若溪"),
  "gu.mingyuan": text3("Gu Mingyuan", "顾明远", "顧明遠"),
  "tang.wei": text3("Tang Wei", "唐薇", "唐薇"),
  "chen.chiahao": text3("Chen Chia-hao", "陈家豪", "陳家豪"),
  "huang.yating": text3("Huang Ya-ting", "黄雅婷", "黃雅婷"),
  "tsai.mengju": text3("Tsai Meng-ju", "蔡孟儒", "蔡孟儒"),
  "e.whitfield": text3("Eleanor Whitfield", "埃莉诺·惠特菲尔德", "艾琳諾·惠特菲爾德"),
  "t.okafor": text3("Tobias Okafor", "托拜厄斯·奥卡福", "托比亞斯·歐卡福"),
  "p.lindqvist": text3("Petra Lindqvist", "佩特拉·林德奎斯特", "佩特拉·林德奎斯特"),
  "j.brandt": text3("Jonas Brandt", "约纳斯·勃兰特", "約納斯·布蘭特"),
  "m.novak": text3("Marta Novak", "玛塔·诺瓦克", "瑪塔·諾瓦克"),
  "he.jing": text3("He Jing", "何静", "何靜"),
  "xu.zhiqiang": text3("Xu Zhiqiang", "徐志强", "徐志強"),
  "liu.fang": text3("Liu Fang", "刘芳", "劉芳"),
  "ma.chao": text3("Ma Chao", "马超", "馬超"),
  "song.yi": text3("Song Yi", "宋毅", "宋毅"),
  "peng.xue": text3("Peng Xue", "彭雪", "彭雪"),
  "luo.jie": text3("Luo Jie", "罗杰", "羅傑"),
  "fang.lan": text3("Fang Lan", "方岚", "方嵐"),
  "deng.bo": text3("Deng Bo", "邓波", "鄧波"),
  lanting: text3("Shao Wenjun", "邵文君", "邵文君"),
} as const satisfies Readonly<Record<string, LocalizedText>>;

const holidays = {
  newYear: text3("New Year's Day", "元旦", "元旦"),
  goodFriday: text3("Good Friday", "耶稣受难日", "耶穌受難日"),
  easterMonday: text3("Easter Monday", "复活节星期一", "復活節星期一"),
  labourDay: text3("Labour Day", "劳动节", "勞動節"),
  christmas: text3("Christmas Day", "圣诞节", "聖誕節"),
  nationalDay: text3("National Day", "国庆节", "國慶日"),
  dragonBoat: text3("Dragon Boat Festival", "端午节", "端午節"),
  lunarNewYear: text3("Lunar New Year", "春节", "春節"),
  tombSweeping: text3("Tomb-Sweeping Day", "清明节", "清明節"),
  afterChristmas: text3("Christmas holiday", "圣诞节次日", "聖誕節翌日"),
  juneteenth: text3("Juneteenth", "六月节", "六月節"),
  independenceDay: text3("Independence Day", "独立日", "獨立紀念日"),
  veteransDay: text3("Veterans Day", "退伍军人节", "退伍軍人節"),
  kingDay: text3("Martin Luther King Jr. Day", "马丁·路德·金纪念日", "馬丁路德金恩紀念日"),
  presidentsDay: text3("Presidents' Day", "总统日", "總統日"),
  memorialDay: text3("Memorial Day", "阵亡将士纪念日", "陣亡將士紀念日"),
  americanLabourDay: text3("Labor Day", "劳工节", "美國勞動節"),
  columbusDay: text3("Columbus Day", "哥伦布日", "哥倫布日"),
  thanksgivingDay: text3("Thanksgiving Day", "感恩节", "感恩節"),
  midautumnFestival: text3("Mid-Autumn Festival", "中秋节", "中秋節"),
  afterTombSweeping: text3("The day following Ching Ming", "清明节翌日", "清明節翌日"),
  afterEasterMonday: text3("The day following Easter Monday", "复活节星期一翌日", "復活節星期一翌日"),
  afterBuddhasBirthday: text3("The day following the Buddha's Birthday", "佛诞翌日", "佛誕翌日"),
  establishmentDay: text3("Establishment Day", "香港特别行政区成立纪念日", "香港特別行政區成立紀念日"),
  afterChungYeung: text3("The day following Chung Yeung", "重阳节翌日", "重陽節翌日"),
} as const satisfies Readonly<Record<string, LocalizedText>>;

const worked = (name: LocalizedText): LocalizedText =>
  text3(`Worked for ${name.en}`, `${name["zh-cn"]}调休上班`, `${name["zh-tw"]}補班`);

/** Bank holidays, and working weekends in exchange. */
export const demoHolidays = {
  ...holidays,
  workedForNewYear: worked(holidays.newYear),
  workedForLunarNewYear: worked(holidays.lunarNewYear),
  workedForLabourDay: worked(holidays.labourDay),
  workedForNationalDay: worked(holidays.nationalDay),
} as const satisfies Readonly<Record<string, LocalizedText>>;

export const demoEndpointNames = { shopServer: text3("Shop server", "商城服务器", "商城伺服器") } as const;
