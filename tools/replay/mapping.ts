import { findHeading } from "@countinghouse/contract/payments/order-import/import-headings.ts";
import { type AmountProblem, readPositiveAmount } from "@countinghouse/money/positive-amount.ts";
import { z } from "zod";

/** What of an order a column may give. */
export const orderFields = [
  "merchantOrderNo",
  "amount",
  "currency",
  "method",
  "email",
  "payerAccount",
  "country",
  "ip",
  "instalments",
  "orderedAt",
] as const;

type OrderField = (typeof orderFields)[number];

/**
 * How the columns of a file become orders. `columns` names one column for each field, or several whose texts are
 * joined by "-"; `methods` says which payment method a word of the file means; `fixed` gives fields that no column has.
 */
export const mappingShape = z.strictObject({
  columns: z.partialRecord(z.enum(orderFields), z.union([z.string(), z.array(z.string()).min(1)])).default({}),
  methods: z.record(z.string(), z.string().regex(/^[a-z][a-z0-9_]{1,39}$/)).default({}),
  fixed: z.partialRecord(z.enum(orderFields), z.string()).default({}),
});
export type Mapping = z.output<typeof mappingShape>;

/** What the fields are called among the headings that the product knows. */
const headingOf = {
  merchantOrderNo: "merchantOrderNo",
  amount: "amount",
  currency: "currency",
  method: "method",
  email: "email",
  payerAccount: "payerAccount",
  country: "country",
  ip: "ip",
  instalments: "instalments",
  orderedAt: "orderTime",
} as const satisfies Readonly<Record<OrderField, string>>;

/**
 * The mapping to use with a file of these headings: what was given, and for the rest the headings that speak for
 * themselves. Throws a sentence when a column that was named is not there, or when nothing gives a needed field.
 */
export function resolveMapping(given: Mapping, header: readonly string[]): Mapping {
  const columns: Partial<Record<OrderField, string | string[]>> = { ...given.columns };
  for (const field of orderFields) {
    if (columns[field] !== undefined || given.fixed[field] !== undefined) continue;
    const found = header[findHeading(headingOf[field], header)];
    if (found !== undefined) columns[field] = found;
  }
  const absent = Object.values(columns)
    .flat()
    .find((column) => !header.includes(column));
  if (absent !== undefined) throw new Error(`The file has no column "${absent}". It has: ${header.join(", ")}.`);
  const missing = (["merchantOrderNo", "amount", "currency", "method"] as const).find(
    (field) => columns[field] === undefined && given.fixed[field] === undefined,
  );
  if (missing !== undefined) {
    throw new Error(
      `Nothing gives ${missing}: name its column with --column ${missing}=NAME, or its value with --fixed ${missing}=VALUE.`,
    );
  }
  return { ...given, columns };
}

/** A row that can be sent. */
export interface PlannedOrder {
  readonly merchantOrderNo: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly method: string;
  readonly email: string;
  readonly payerAccount: string | undefined;
  readonly country: string | undefined;
  readonly ip: string;
  readonly metadata: Readonly<Record<string, string>>;
}

/** A row as it was read: an order, or why it is none. Lines count from 1, the heading being the first. */
export type PlannedRow = {
  readonly line: number;
  readonly sum: { readonly amountMinor: number; readonly currency: string } | undefined;
} & ({ readonly order: PlannedOrder } | { readonly problem: string });

const numberShape = /^[A-Za-z0-9_-]{1,64}$/;

/** Reads one row. Amounts with decimals become minor units of their currency, exactly; nothing is rounded or guessed. */
export function planRow(mapping: Mapping, line: number, row: Readonly<Record<string, string>>): PlannedRow {
  const text = (field: OrderField): string => {
    const columns = [mapping.columns[field] ?? []].flat();
    const value =
      columns.length > 0
        ? columns
            .map((column) => (row[column] ?? "").trim())
            .filter(Boolean)
            .join("-")
        : "";
    return value || (mapping.fixed[field] ?? "");
  };
  const currency = text("currency").toUpperCase();
  const amount = readAmount(text("amount"), currency);
  if (typeof amount === "string") return { line, sum: undefined, problem: amount };
  const sum = { amountMinor: amount, currency };
  const merchantOrderNo = text("merchantOrderNo").replace(/[^A-Za-z0-9_-]+/g, "-");
  if (!numberShape.test(merchantOrderNo)) {
    return {
      line,
      sum,
      problem: `The order number "${text("merchantOrderNo")}" is empty or longer than 64 characters.`,
    };
  }
  const word = text("method");
  const method = mapping.methods[word] ?? word;
  if (!/^[a-z][a-z0-9_]{1,39}$/.test(method)) {
    return { line, sum, problem: `"${word}" names no payment method: say what it means with --method "${word}=card".` };
  }
  const metadata = Object.fromEntries(
    (["instalments", "orderedAt"] as const)
      .map((field) => [field, text(field).slice(0, 500)])
      .filter(([, value]) => value !== ""),
  );
  const order = {
    merchantOrderNo,
    amountMinor: amount,
    currency,
    method,
    email: text("email") || `${merchantOrderNo.toLowerCase()}@payer.example`,
    payerAccount: text("payerAccount") || undefined,
    country: text("country").toUpperCase() || undefined,
    ip: text("ip") || "203.0.113.1",
    metadata,
  };
  return { line, sum, order };
}

const amountSentences: Readonly<Record<AmountProblem, (text: string, currency: string) => string>> = {
  unknownCurrency: (_text, currency) => `"${currency}" is no currency of the platform.`,
  notAmount: (text) => `"${text}" is no amount: digits with a decimal point are expected.`,
  tooManyDecimals: (text, currency) => `${text} has more decimals than ${currency} can hold.`,
  notPositive: (text) => `The amount ${text} is not above zero.`,
  amountTooLarge: (text) => `The amount ${text} is too large.`,
};

function readAmount(text: string, currency: string): number | string {
  const read = readPositiveAmount(text, currency);
  return "amount" in read ? Number(read.amount.amountMinor) : amountSentences[read.problem](text, currency);
}
