import { type LocalizedText, text3 } from "@countinghouse/contract/kit/locale.ts";
import { seededNames } from "@countinghouse/contract/platform/seeded-names.ts";

const cards = ["card_visa", "card_mastercard", "card_amex", "card_jcb", "card_unionpay"];
const simulated = ["sim_wallet", "sim_qr", "sim_voucher", "sim_debit"];
const everyday = ["USD", "EUR", "GBP", "JPY", "HKD", "TWD", "SGD", "CNY"];

/** Some ten US cents in each currency, in minor units: what a provider takes for every payment. */
export const perPayment: Readonly<Record<string, string>> = {
  USD: "10",
  EUR: "9",
  GBP: "8",
  JPY: "15",
  HKD: "80",
  TWD: "320",
  SGD: "13",
  CNY: "70",
  BRL: "55",
  KWD: "31",
};

/** What a method costs by default: millionths, and how many times the amount of {@link perPayment}. */
export const defaultCosts: Readonly<Record<string, readonly [percent: number, fixed: number]>> = {
  card_visa: [18_000, 1],
  card_mastercard: [18_000, 1],
  card_amex: [24_000, 1],
  card_jcb: [22_000, 1],
  card_unionpay: [16_000, 1],
  alipay: [12_000, 0],
  wechat: [12_000, 0],
  sim_wallet: [9_000, 0],
  sim_qr: [6_000, 0],
  sim_voucher: [5_000, 8],
  sim_debit: [3_500, 2],
};

/** What cards cost by where they were issued, over the default: millionths. */
export const regionCosts = { domestic: -6_500, intra: -3_500, inter: 8_500 } as const;

export const flowOf = (method: string) =>
  (({ alipay: "redirect", wechat: "qr", sim_wallet: "redirect", sim_qr: "qr", sim_voucher: "voucher" }) as const)[
    method
  ] ?? "direct";

type Asked = readonly [name: string, label: LocalizedText, isSecret: boolean];
const apiKey: Asked = ["apiKey", text3("API key", "API 密钥", "API 金鑰"), true];
const clientId: Asked = ["clientId", text3("Client ID", "Client ID", "Client ID"), false];

const everything = [
  "authorize",
  "capture",
  "partial_capture",
  "void",
  "refund",
  "partial_refund",
  "query",
  "3ds",
  "recurring",
  "webhook",
];

/** A provider of the demonstration. */
export interface UpstreamPlan {
  readonly code: string;
  readonly name: LocalizedText;
  readonly baseUrlLive: string | null;
  readonly asks: readonly Asked[];
  readonly capabilities: readonly string[];
  readonly methods: readonly string[];
  readonly currencies: readonly string[];
}

/** The code of each is that of the connector which speaks for it. */
export const demoUpstreams: readonly UpstreamPlan[] = [
  {
    code: "simulator",
    name: seededNames.upstreamGateway.simulator,
    baseUrlLive: null,
    asks: [apiKey],
    capabilities: [...everything, "multi_capture", "payout", "dispute_api", "settlement_file"],
    methods: [...cards, ...simulated],
    currencies: [],
  },
  {
    code: "airwallex",
    name: seededNames.upstreamGateway.airwallex,
    baseUrlLive: "https://api.airwallex.com",
    asks: [clientId, apiKey],
    capabilities: everything,
    methods: [...cards, "alipay", "wechat", ...simulated],
    currencies: everyday,
  },
];

/** A tax on our fees: country, name, millionths, from a day to another. */
type Tax = readonly [country: string, name: string, rate: number, from: string, to: string | null];
const taxes: readonly Tax[] = [
  ["GB", "VAT", 200_000, "2011-01-04", null],
  ["SG", "GST", 80_000, "2023-01-01", "2024-01-01"],
  ["SG", "GST", 90_000, "2024-01-01", null],
  ["TW", "VAT", 50_000, "1986-04-01", null],
  ["CN", "VAT", 60_000, "2016-05-01", null],
  ["BR", "ISS", 50_000, "2004-01-01", null],
];

/** An account of the demonstration; its keys are those with which the simulator starts. */
export interface AccountPlan {
  readonly mid: string;
  readonly name: LocalizedText;
  readonly currencies: readonly string[];
  readonly methods: readonly string[];
  readonly priority: number;
  readonly weight: number;
  readonly descriptor: string | null;
  /** How much cheaper than the provider's default, in millionths. */
  readonly rebate: number;
  /** Absent while the account has no credentials. */
  readonly credentials: Readonly<Record<string, string>> | undefined;
}

/** A gateway of the demonstration with its accounts. */
export interface GatewayPlan {
  readonly name: LocalizedText;
  readonly upstream: string;
  readonly mode: "live" | "test";
  readonly region: LocalizedText;
  readonly entity: string;
  readonly cutoff: readonly [time: string, zone: string];
  readonly calendar: string;
  readonly priority: number;
  readonly taxes: readonly Tax[];
  readonly accounts: readonly AccountPlan[];
}

const native = (mid: string) => ({ apiKey: `sk_${mid}_0001`, webhookSecret: `whsec_${mid}_0001` });

export const demoGateways: readonly GatewayPlan[] = [
  {
    name: seededNames.gateway.simulatorTest,
    upstream: "simulator",
    mode: "test",
    region: text3("Worldwide", "全球", "全球"),
    entity: "Meridian Payments Limited",
    cutoff: ["00:00", "UTC"],
    calendar: "EU-TARGET",
    priority: 100,
    taxes,
    accounts: [
      {
        mid: "sim_main",
        name: seededNames.gatewayAccount.sim_main,
        currencies: Object.keys(perPayment),
        methods: [...cards, ...simulated],
        priority: 100,
        weight: 100,
        descriptor: "MERIDIAN",
        rebate: 0,
        credentials: native("sim_main"),
      },
      {
        mid: "sim_backup",
        name: seededNames.gatewayAccount.sim_backup,
        currencies: [...everyday, "BRL"],
        methods: [...cards, "sim_wallet", "sim_qr"],
        priority: 200,
        weight: 60,
        descriptor: "MRDN",
        rebate: -1_500,
        credentials: native("sim_backup"),
      },
    ],
  },
  {
    name: seededNames.gateway.airwallexTest,
    upstream: "airwallex",
    mode: "test",
    region: text3("Asia and Europe", "亚洲与欧洲", "亞洲與歐洲"),
    entity: "Meridian Payments (Asia) Limited",
    cutoff: ["00:00", "Asia/Hong_Kong"],
    calendar: "HK",
    priority: 120,
    taxes,
    accounts: [
      {
        mid: "sim_airwallex",
        name: seededNames.gatewayAccount.sim_airwallex,
        currencies: everyday,
        methods: [...cards, "sim_wallet"],
        priority: 100,
        weight: 40,
        descriptor: "MERIDIAN",
        rebate: 1_000,
        credentials: { clientId: "client_sim_airwallex", ...native("sim_airwallex") },
      },
    ],
  },
  {
    name: seededNames.gateway.airwallexLive,
    upstream: "airwallex",
    mode: "live",
    region: text3("Asia and Europe", "亚洲与欧洲", "亞洲與歐洲"),
    entity: "Meridian Payments (Asia) Limited",
    cutoff: ["00:00", "Asia/Hong_Kong"],
    calendar: "HK",
    priority: 100,
    taxes,
    accounts: [
      {
        mid: "acct_meridian_hk",
        name: seededNames.gatewayAccount.acct_meridian_hk,
        currencies: everyday,
        methods: [...cards, "alipay", "wechat"],
        priority: 100,
        weight: 100,
        descriptor: "MERIDIAN",
        rebate: 1_000,
        credentials: undefined,
      },
    ],
  },
];
