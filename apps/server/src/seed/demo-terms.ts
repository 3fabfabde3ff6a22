/** A price: the share in millionths and the fixed part in minor units. */
export type DemoPrice = readonly [percent: number, fixed: number];

/** What merchants of one settlement currency pay, in its minor units. */
export interface PricePlan {
  readonly card: DemoPrice;
  /** Cards from the same country, and from abroad, where they cost something else. */
  readonly domestic?: DemoPrice;
  readonly inter?: DemoPrice;
  readonly wallet: DemoPrice;
  readonly voucher: DemoPrice;
  readonly debit: DemoPrice;
  readonly minFee: number;
  readonly refundFee: number;
  readonly inquiryFee: number;
  readonly disputePenalty: number;
  readonly refusalPenalty: number;
}

/** What penalties and handling cost, from one figure that suits the currency. */
const penalties = (unit: number) => ({
  minFee: Math.round(unit / 100),
  refundFee: Math.round(unit / 60),
  inquiryFee: Math.round(unit / 3),
  disputePenalty: unit,
  refusalPenalty: unit * 2,
});

/** Price lists by settlement currency. */
export const pricePlans: Readonly<Record<string, PricePlan>> = {
  CNY: {
    card: [28_000, 200],
    domestic: [12_000, 0],
    inter: [34_000, 200],
    wallet: [6_000, 0],
    voucher: [10_000, 100],
    debit: [8_000, 50],
    ...penalties(10_000),
  },
  TWD: {
    card: [24_000, 500],
    inter: [34_000, 1_000],
    wallet: [22_000, 300],
    voucher: [10_000, 2_000],
    debit: [12_000, 500],
    ...penalties(60_000),
  },
  HKD: {
    card: [28_000, 235],
    inter: [34_000, 235],
    wallet: [18_000, 100],
    voucher: [15_000, 500],
    debit: [12_000, 200],
    ...penalties(12_000),
  },
  JPY: {
    card: [36_000, 30],
    inter: [39_000, 30],
    wallet: [29_000, 0],
    voucher: [20_000, 150],
    debit: [20_000, 50],
    ...penalties(2_000),
  },
  GBP: {
    card: [25_000, 20],
    domestic: [15_000, 20],
    inter: [32_500, 20],
    wallet: [22_000, 15],
    voucher: [20_000, 50],
    debit: [10_000, 20],
    ...penalties(1_500),
  },
  EUR: {
    card: [19_000, 25],
    domestic: [15_000, 25],
    inter: [32_500, 25],
    wallet: [20_000, 20],
    voucher: [20_000, 60],
    debit: [8_000, 30],
    ...penalties(1_500),
  },
  BRL: {
    card: [39_900, 39],
    inter: [49_900, 39],
    wallet: [29_000, 0],
    voucher: [19_900, 200],
    debit: [9_900, 50],
    ...penalties(8_000),
  },
  USD: {
    card: [29_000, 30],
    inter: [44_000, 30],
    wallet: [29_000, 30],
    voucher: [25_000, 80],
    debit: [8_000, 25],
    ...penalties(1_500),
  },
};

/** When merchants are settled and what is held back, by country. */
export interface TermsPlan {
  readonly days: number;
  readonly frequency: "daily" | "weekly" | "monthly";
  readonly day: number | null;
  readonly cutoff: string | null;
  /** Share withheld and for how many days; nothing where there is no reserve. */
  readonly reserve: readonly [ratio: number, days: number] | null;
  readonly fxMarkup: number;
}

const daily = (days: number, rest: Partial<TermsPlan> = {}): TermsPlan => ({
  days,
  frequency: "daily",
  day: null,
  cutoff: null,
  reserve: null,
  fxMarkup: 8_000,
  ...rest,
});

export const termsPlans: Readonly<Record<string, TermsPlan>> = {
  CN: daily(1, { cutoff: "23:00", fxMarkup: 6_000 }),
  TW: daily(5),
  HK: daily(7, { reserve: [100_000, 180], fxMarkup: 6_000 }),
  JP: daily(3, { frequency: "monthly", day: 15 }),
  GB: daily(3, { cutoff: "22:00" }),
  DE: daily(3, { frequency: "weekly", day: 5 }),
  BR: daily(14, { reserve: [50_000, 90], fxMarkup: 15_000 }),
  US: daily(7, { reserve: [100_000, 180] }),
};

/** States in which a merchant has agreed to terms. */
export const agreedStates: readonly string[] = ["approved", "active", "suspended", "closing"];

/** Category of an app, by the merchant category code (ISO 18245). */
export const appCategories: Readonly<Record<string, "game" | "content" | "retail" | "service">> = {
  "5816": "game",
  "5942": "content",
  "7997": "service",
};
