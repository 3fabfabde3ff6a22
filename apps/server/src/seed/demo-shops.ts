import { type LocalizedText, text3 } from "@countinghouse/contract/kit/locale.ts";

/** What a shop sells: its name, and what one piece costs in whole units of the shop's currency. */
export interface ProductPlan {
  readonly name: LocalizedText;
  readonly price: string;
}

/** How a merchant of the demonstration trades. */
export interface ShopPlan {
  readonly products: readonly ProductPlan[];
  /** Orders of a year. */
  readonly orders: number;
  /** Where its payers live, the more often the more of them do. */
  readonly countries: readonly string[];
  /** A second currency that it sells in, and the products' prices there. */
  readonly abroad?: { readonly currency: string; readonly factor: number; readonly countries: readonly string[] };
  /** Ships first and takes the money then: the share of orders paid so. */
  readonly manualShare?: number;
}

const product = (price: string, en: string, zhCn: string, zhTw: string): ProductPlan => ({
  price,
  name: text3(en, zhCn, zhTw),
});

/** By the legal name of the merchant: those that may be paid. */
export const demoShops: Readonly<Record<string, ShopPlan>> = {
  上海兰亭茶业有限公司: {
    orders: 820,
    countries: ["CN", "CN", "CN", "CN", "CN", "CN", "HK", "SG", "TW"],
    products: [
      product("128.00", "West Lake Longjing, 100 g", "西湖龙井 100 克", "西湖龍井 100 克"),
      product("268.00", "Wuyi rock oolong, 150 g", "武夷岩茶 150 克", "武夷岩茶 150 克"),
      product("88.00", "Jasmine pearls, 100 g", "茉莉龙珠 100 克", "茉莉龍珠 100 克"),
      product("399.00", "Aged Pu'er cake, 357 g", "陈年普洱饼 357 克", "陳年普洱餅 357 克"),
      product("56.00", "Glass teapot", "玻璃茶壶", "玻璃茶壺"),
    ],
  },
  臺北焙豆所股份有限公司: {
    orders: 430,
    countries: ["TW", "TW", "TW", "TW", "TW", "HK", "JP"],
    products: [
      product("480", "Alishan single origin, 227 g", "阿里山单品豆 227 克", "阿里山單品豆 227 克"),
      product("390", "House blend, 227 g", "招牌拼配 227 克", "招牌配方豆 227 克"),
      product("650", "Drip bags, 20 pieces", "挂耳咖啡 20 包", "濾掛咖啡 20 包"),
      product("1280", "Monthly tasting box", "每月品鉴盒", "每月品鑑盒"),
    ],
  },
  "Harrow & Finch Books Limited": {
    orders: 560,
    countries: ["GB", "GB", "GB", "GB", "GB", "DE", "FR"],
    abroad: { currency: "USD", factor: 1.35, countries: ["US"] },
    products: [
      product("9.99", "Paperback", "平装书", "平裝書"),
      product("18.99", "Hardback", "精装书", "精裝書"),
      product("24.00", "Signed edition", "签名本", "簽名版"),
      product("45.00", "Illustrated folio", "插图珍藏本", "插圖珍藏本"),
      product("12.50", "Tote bag", "帆布袋", "帆布袋"),
    ],
  },
  "Spreewald Outdoor GmbH": {
    orders: 520,
    manualShare: 0.25,
    countries: ["DE", "DE", "DE", "DE", "DE", "FR", "GB"],
    abroad: { currency: "USD", factor: 1.2, countries: ["US", "GB"] },
    products: [
      product("39.95", "Merino base layer", "美利奴打底衫", "美麗諾底層衣"),
      product("129.00", "Trekking boots", "徒步靴", "登山健行鞋"),
      product("219.00", "Two-person tent", "双人帐篷", "雙人帳篷"),
      product("24.90", "Titanium mug", "钛杯", "鈦杯"),
      product("74.50", "Rain jacket", "防雨外套", "防水外套"),
    ],
  },
  "Ipanema Moda Praia Ltda.": {
    orders: 490,
    countries: ["BR", "BR", "BR", "BR", "BR", "BR", "US"],
    products: [
      product("189.90", "Swimsuit Leblon", "Leblon 连体泳衣", "Leblon 連身泳衣"),
      product("129.90", "Bikini Arpoador", "Arpoador 比基尼", "Arpoador 比基尼"),
      product("89.90", "Beach sarong", "沙滩裙巾", "沙灘裙巾"),
      product("59.90", "Sun hat", "遮阳帽", "遮陽帽"),
    ],
  },
};

/** Given names and family names of a country, the scheme's number of the country, and the card brands of its people. */
export interface PeoplePlan {
  readonly given: readonly string[];
  readonly family: readonly string[];
  /** Written family name first, without a blank. */
  readonly isFamilyFirst?: boolean;
  /** ISO 3166-1 numeric. */
  readonly numeric: string;
  readonly brands: readonly DemoCardBrand[];
}

export type DemoCardBrand = "visa" | "mastercard" | "amex" | "jcb" | "unionpay";

const european = ["visa", "visa", "mastercard", "mastercard"] as const;

export const demoPeopleOfCountries: Readonly<Record<string, PeoplePlan>> = {
  CN: {
    given: ["思远", "雨桐", "佳怡", "浩然", "晓琳", "子墨", "文静", "志强"],
    family: ["陈", "王", "李", "周", "吴", "徐", "孙"],
    isFamilyFirst: true,
    numeric: "156",
    brands: ["unionpay", "unionpay", "visa", "mastercard"],
  },
  TW: {
    given: ["佳穎", "志豪", "怡君", "冠宇", "雅婷", "建宏"],
    family: ["林", "黃", "張", "蔡", "許"],
    isFamilyFirst: true,
    numeric: "158",
    brands: ["visa", "mastercard", "jcb"],
  },
  HK: {
    given: ["Ka Yan", "Chi Ming", "Wing Sze", "Ho Fung"],
    family: ["Wong", "Chan", "Lau", "Cheung"],
    numeric: "344",
    brands: ["visa", "mastercard", "unionpay"],
  },
  JP: {
    given: ["葵", "蓮", "結衣", "悠真"],
    family: ["佐藤", "鈴木", "高橋", "伊藤"],
    isFamilyFirst: true,
    numeric: "392",
    brands: ["jcb", "visa", "mastercard"],
  },
  SG: {
    given: ["Noah", "Hui Min", "Aisha", "Wei Jie"],
    family: ["Tan", "Lim", "Rahman", "Ng"],
    numeric: "702",
    brands: ["visa", "mastercard", "amex"],
  },
  GB: {
    given: ["Grace", "Oliver", "Imogen", "Callum", "Priya", "Rhys"],
    family: ["Howard", "Baker", "Patel", "Fraser", "Hughes", "Clarke"],
    numeric: "826",
    brands: [...european, "amex"],
  },
  DE: {
    given: ["Sofia", "Jonas", "Lena", "Mehmet", "Anke", "Felix"],
    family: ["Weber", "Krüger", "Yılmaz", "Neumann", "Vogt", "Brandt"],
    numeric: "276",
    brands: european,
  },
  FR: {
    given: ["Camille", "Hugo", "Inès", "Luc"],
    family: ["Laurent", "Moreau", "Benali", "Girard"],
    numeric: "250",
    brands: european,
  },
  BR: {
    given: ["Bruna", "Rafael", "Larissa", "Thiago", "Marina", "Caio"],
    family: ["Carvalho", "Oliveira", "Souza", "Ferreira", "Almeida", "Ramos"],
    numeric: "076",
    brands: european,
  },
  US: {
    given: ["Liam", "Olivia", "Derek", "Maya", "Ethan", "Zoe"],
    family: ["Martin", "Nguyen", "Brooks", "Garcia", "Kim", "Walker"],
    numeric: "840",
    brands: ["visa", "visa", "mastercard", "amex"],
  },
};
