import { agreed, type Seller, type SettledIn } from "./installation.ts";

/*
 * What a file and what was agreed come to, reckoned from nothing but these and the instants at which things happened: with
 * arithmetic of its own, so that a mistake of the product's is none of this.
 */

/** Whole division, half to even. */
function halfEven(numerator: bigint, denominator: bigint): bigint {
  const size = numerator < 0n ? -numerator : numerator;
  const whole = size / denominator;
  const twice = 2n * (size % denominator);
  const up = twice > denominator || (twice === denominator && whole % 2n === 1n);
  const rounded = up ? whole + 1n : whole;
  return numerator < 0n ? -rounded : rounded;
}

const tenDecimals = 10n ** 10n;
const scaled = (text: string): bigint => {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(10, "0"));
};

/** The mid rate of one real in dollars at an instant, in units of 10^-10. */
type RateAt = (instant: Date) => bigint;

const inFrankfurt = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Berlin",
  dateStyle: "short",
  timeStyle: "short",
});

/** Reads a file of reference rates: those of a day hold from four o'clock in Frankfurt until the next ones do. */
export function readRates(text: string): RateAt {
  const [heading = "", ...lines] = text.split(/\r?\n/).filter(Boolean);
  const columns = heading.split(",");
  const days = lines
    .map((line) => line.split(","))
    .map((cells) => {
      const of = (code: string) => scaled(cells[columns.indexOf(code)] ?? "");
      const realInEuros = () => halfEven(tenDecimals * tenDecimals, of("BRL"));
      return { from: `${cells[0]} 16:00`, rate: () => halfEven(realInEuros() * of("USD"), tenDecimals) };
    })
    .sort((one, other) => (one.from < other.from ? 1 : -1));
  return (instant) => {
    const local = inFrankfurt.format(instant);
    const day = days.find(({ from }) => from <= local);
    if (!day) throw new Error(`the file of rates has none for ${local}`);
    return day.rate();
  };
}

/** A sale of the file, with when it was begun and taken, and when it was given back where it was. */
export interface Sale {
  readonly seller: Seller;
  readonly grossMinor: bigint;
  readonly begunAt: Date;
  readonly takenAt: Date;
  readonly refundedAt: Date | null;
}

/** What a sale comes to, in minor units: of the settlement currency, but for what the gateway keeps. */
export interface SaleFigures {
  readonly gross: bigint;
  /** At the merchant's own rate, and at the mid rate. */
  readonly value: bigint;
  readonly midValue: bigint;
  readonly fee: bigint;
  /** What the gateway's file says it keeps, in the currency of the sale. */
  readonly gatewayFee: bigint;
  readonly refunded: bigint;
  /** What was given back at the mid rate of that moment. */
  readonly worthThen: bigint;
}

const million = 1_000_000n;
/** A rate is held for a day from when a payment is begun. */
const heldMs = 86_400_000;

const midOf = (rateAt: RateAt, settledIn: SettledIn, instant: Date): bigint =>
  settledIn === "BRL" ? tenDecimals : rateAt(instant);

/** Both currencies have two decimals. */
const exchanged = (minor: bigint, rate: bigint): bigint => halfEven(minor * rate, tenDecimals);

export function figuresOf({ seller, grossMinor, begunAt, takenAt, refundedAt }: Sale, rateAt: RateAt): SaleFigures {
  const isHeld = takenAt.getTime() < begunAt.getTime() + heldMs;
  const mid = midOf(rateAt, seller.settledIn, isHeld ? begunAt : takenAt);
  const markedDown = halfEven(mid * (million - BigInt(agreed.fxMarkup)), million * 10_000n) * 10_000n;
  const value = exchanged(grossMinor, seller.settledIn === "BRL" ? mid : markedDown);
  // Interchange, scheme fee and markup, each rounded down.
  const gatewayFee = [100n, 12n, 30n].reduce((sum, share) => sum + (grossMinor * share) / 10_000n, 0n);
  return {
    gross: grossMinor,
    value,
    midValue: exchanged(grossMinor, mid),
    fee: halfEven(value * BigInt(agreed.feePercent), million) + BigInt(agreed.feeFixed),
    gatewayFee,
    refunded: refundedAt ? grossMinor : 0n,
    worthThen: refundedAt ? exchanged(grossMinor, midOf(rateAt, seller.settledIn, refundedAt)) : 0n,
  };
}

/** What withdrawals of a merchant were in all. */
export interface TakenOut {
  readonly count: bigint;
  readonly debited: bigint;
}

/** What every account of a book holds, debits positive; accounts that hold nothing may be missing. */
export type Book = ReadonlyMap<string, bigint>;

/** The book of a merchant all of whose money is settled. */
export function bookOf(
  { merchantId, settledIn }: Seller,
  {
    sales,
    out,
    gatewayAccountId,
    bankId,
  }: {
    readonly sales: readonly SaleFigures[];
    readonly out: TakenOut;
    readonly gatewayAccountId: string;
    readonly bankId: string;
  },
): Book {
  const sum = (figure: (sale: SaleFigures) => bigint) => sales.reduce((total, sale) => total + figure(sale), 0n);
  const refunded = sum(({ refunded: gross, value }) => (gross > 0n ? value : 0n));
  const earned = sum(({ value, fee }) => value - fee) - refunded;
  const fees = out.count * BigInt(agreed.withdrawalFee);
  const owedByGateway = sum(({ gross, refunded: back, gatewayFee }) => gross - back - gatewayFee);
  const isConverted = settledIn !== "BRL";
  const worthThen = sum((sale) => sale.worthThen);
  return new Map([
    [`mer:${merchantId}:pending:${settledIn}`, 0n],
    [`mer:${merchantId}:available:${settledIn}`, -(earned - out.debited)],
    [`mer:${merchantId}:frozen:${settledIn}`, 0n],
    [`mer:${merchantId}:in_transit:${settledIn}`, 0n],
    [`plt:gateway_receivable:BRL:${gatewayAccountId}`, owedByGateway],
    ["plt:cost:gateway_fee:BRL", sum(({ gatewayFee }) => gatewayFee)],
    [`plt:rev:transaction_fee:${settledIn}`, -sum(({ fee }) => fee)],
    [`plt:rev:withdrawal_fee:${settledIn}`, -fees],
    [`plt:bank:${settledIn}:${bankId}`, -(out.debited - fees)],
    ...(isConverted
      ? ([
          ["plt:fx_position:BRL", -sum(({ gross, refunded: back }) => gross - back)],
          [`plt:fx_position:${settledIn}`, sum(({ midValue }) => midValue) - worthThen],
          [`plt:rev:fx_markup:${settledIn}`, -sum(({ midValue, value }) => midValue - value)],
          [`plt:fx_gain_loss:${settledIn}`, -(refunded - worthThen)],
        ] as const)
      : []),
  ]);
}
