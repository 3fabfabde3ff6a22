import type { LocalizedText } from "@countinghouse/contract/kit/locale.ts";
import type { MerchantState } from "@countinghouse/contract/merchants/merchant/merchant.lifecycle.ts";
import { demoMerchantNames, demoPeopleNames } from "@countinghouse/contract/platform/seeded-demo.ts";

/** A merchant of the demonstration: who it is, who looks after it, and how far it came. */
export interface MerchantPlan {
  readonly name: LocalizedText;
  readonly legalName: string;
  readonly org: string;
  readonly country: string;
  readonly currency: string;
  readonly timezone: string;
  readonly mcc: string;
  readonly site: string;
  readonly phone: string;
  readonly address: string;
  readonly contact: string;
  readonly status: MerchantState;
  readonly risk: "low" | "medium" | "high";
}

type Place = readonly [country: string, currency: string, timezone: string, phone: string, address: string];

const places = {
  china: ["CN", "CNY", "Asia/Shanghai", "+8621555501", "上海市静安区常德路 801 号"],
  taiwan: ["TW", "TWD", "Asia/Taipei", "+886255501", "臺北市大安區安和路二段 90 號"],
  hongKong: ["HK", "HKD", "Asia/Hong_Kong", "+8525550", "22 Tai Yau Street, San Po Kong, Kowloon"],
  japan: ["JP", "JPY", "Asia/Tokyo", "+8135550", "東京都台東区蔵前 4-14-6"],
  singapore: ["SG", "SGD", "Asia/Singapore", "+656555", "61 Ubi Road 1, Singapore 408727"],
  britain: ["GB", "GBP", "Europe/London", "+442079460", "42 Lamb Street, London E1 6EA"],
  germany: ["DE", "EUR", "Europe/Berlin", "+493023125", "Oderberger Straße 17, 10435 Berlin"],
  france: ["FR", "EUR", "Europe/Paris", "+33199000", "12 rue Charlot, 75003 Paris"],
  brazil: ["BR", "BRL", "America/Sao_Paulo", "+551155550", "Rua Augusta 1508, São Paulo"],
  america: ["US", "USD", "America/New_York", "+12125550", "350 Hudson Street, New York, NY 10014"],
  kuwait: ["KW", "KWD", "Asia/Kuwait", "+9652555", "Fahad Al-Salem Street, Kuwait City"],
} as const satisfies Record<string, Place>;

type Work = readonly [org: string, mcc: string, site: string, contact: string];

const plan = (
  name: LocalizedText,
  legalName: string,
  place: keyof typeof places,
  [org, mcc, site, contact]: Work,
  [status, risk]: readonly [MerchantState, MerchantPlan["risk"]],
): MerchantPlan => {
  const [country, currency, timezone, phone, address] = places[place];
  return { name, legalName, org, country, currency, timezone, phone, address, mcc, site, contact, status, risk };
};

/** The addresses end in a domain that is kept for examples (RFC 2606). */
export const demoMerchants: readonly MerchantPlan[] = [
  plan(
    demoMerchantNames.lanting,
    "上海兰亭茶业有限公司",
    "china",
    ["MC-EA-SH", "5499", "lanting", "Shao Wenjun"],
    ["active", "low"],
  ),
  plan(
    demoMerchantNames.pearlrivertoys,
    "广州珠江玩具有限公司",
    "china",
    ["MC-EA-SH", "5945", "pearlrivertoys", "Liang Bo"],
    ["under_review", "medium"],
  ),
  plan(
    demoMerchantNames.beanroasters,
    "臺北焙豆所股份有限公司",
    "taiwan",
    ["MC-EA-TP", "5814", "beanroasters", "Kao I-chun"],
    ["active", "low"],
  ),
  plan(
    demoMerchantNames.vhwatches,
    "Victoria Harbour Watches Limited",
    "hongKong",
    ["MC-EA", "5944", "vhwatches", "Cheung Ka-yan"],
    ["suspended", "high"],
  ),
  plan(
    demoMerchantNames.kisaragi,
    "株式会社如月文具",
    "japan",
    ["MC-EA", "5943", "kisaragi", "Mori Haruka"],
    ["approved", "low"],
  ),
  plan(
    demoMerchantNames.lioncityfit,
    "Lion City Fitness Pte. Ltd.",
    "singapore",
    ["MC-EA", "7997", "lioncityfit", "Tan Wei Ling"],
    ["more_info", "medium"],
  ),
  plan(
    demoMerchantNames.harrowfinch,
    "Harrow & Finch Books Limited",
    "britain",
    ["MC-EU-LN", "5942", "harrowfinch", "Imogen Harrow"],
    ["active", "low"],
  ),
  plan(
    demoMerchantNames.northwindtravel,
    "Northwind Travel Limited",
    "britain",
    ["MC-EU-LN", "4722", "northwindtravel", "Callum Reid"],
    ["rejected", "high"],
  ),
  plan(
    demoMerchantNames["spreewald-outdoor"],
    "Spreewald Outdoor GmbH",
    "germany",
    ["MC-EU-BE", "5941", "spreewald-outdoor", "Anke Vogel"],
    ["active", "low"],
  ),
  plan(
    demoMerchantNames.garance,
    "Atelier Garance SARL",
    "france",
    ["MC-EU-BE", "5691", "garance", "Élodie Marchand"],
    ["submitted", "low"],
  ),
  plan(
    demoMerchantNames.ipanemaswim,
    "Ipanema Moda Praia Ltda.",
    "brazil",
    ["MC-EU", "5655", "ipanemaswim", "Bruna Carvalho"],
    ["active", "medium"],
  ),
  plan(
    demoMerchantNames.hudsonkeys,
    "Hudson Game Keys LLC",
    "america",
    ["MC-EU", "5816", "hudsonkeys", "Derek Moss"],
    ["closing", "high"],
  ),
  plan(
    demoMerchantNames.gulfoud,
    "Gulf Oud Perfumes W.L.L.",
    "kuwait",
    ["MC-EU", "5977", "gulfoud", "Fahad Al-Sabti"],
    ["draft", "medium"],
  ),
];

/** Who signs in for the first merchant of the list, and by which role. */
export const demoMember = {
  account: "lanting",
  name: demoPeopleNames.lanting,
  role: "merchant_owner",
} as const;
