import type { PaymentMethodCategory } from "@countinghouse/contract/payment-enumerations.ts";
import type { ImportedStatus, ImportMapping } from "@countinghouse/contract/payments/order-import/import-mapping.ts";
import type {
  ImportFieldName as Field,
  RowReasonName as Reason,
} from "@countinghouse/contract/payments/order-import/order-import-enumerations.ts";
import { hasCardNumber, maskCardNumbers, substitute } from "@countinghouse/contract/platform/card-number.ts";
import { isReadableCell } from "@countinghouse/contract/platform/storable-text.ts";
import { readPositiveAmount } from "@countinghouse/money/positive-amount.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { readTime } from "./import-time.policy.ts";

type MethodCategory = (typeof PaymentMethodCategory.members)[number]["value"];

/** An order read from a row of a file. */
export interface HistoricalOrder {
  readonly merchantOrderNo: string;
  readonly currency: string;
  /** In minor units. */
  readonly amount: string;
  readonly status: ImportedStatus;
  readonly orderTime: string;
  readonly paidTime: string | null;
  readonly paymentMethod: string | null;
  readonly methodCategory: MethodCategory | null;
  readonly email: string | null;
  readonly country: string | null;
  readonly cardBrand: string | null;
  readonly cardLast4: string | null;
  readonly transactionNo: string | null;
}

/** Why a row is refused, and the text responsible. */
export interface RowRefusal {
  readonly field: Field | null;
  readonly reason: Reason;
  readonly value: string;
}

/** A parsed row: an order, an excluded row, or the first reason why it is invalid. */
export type ReadRow =
  | { readonly kind: "order"; readonly order: HistoricalOrder }
  | { readonly kind: "leftOut"; readonly order: Partial<HistoricalOrder> }
  | { readonly kind: "refused"; readonly order: Partial<HistoricalOrder>; readonly refusal: RowRefusal };

/** Everything that parsing a row depends on. */
export interface RowPlan {
  readonly mapping: ImportMapping;
  readonly width: number;
  /** Categories of the catalogue's methods, by code. */
  readonly categories: ReadonlyMap<string, MethodCategory>;
  /** Latest accepted order time, in epoch milliseconds: later orders lie in the future. */
  readonly latestMs: number;
}

/** Longest accepted texts by field. */
const longest: Readonly<Partial<Record<Field, number>>> = {
  merchantOrderNo: 64,
  email: 128,
  cardBrand: 32,
  transactionNo: 64,
};

/** Aborts the parsing of a field with a refusal. */
class FieldRefused extends Error {
  readonly refusal: RowRefusal;

  constructor(field: Field | null, reason: Reason, value: string) {
    super(reason);
    this.refusal = { field, reason, value };
  }
}

function textOf(plan: RowPlan, cells: readonly string[], field: Field): string {
  const columns = plan.mapping.columns[field];
  if (columns === undefined) return "";
  const text = columns
    .map((at) => (cells[at] ?? "").trim())
    .filter(Boolean)
    .join("-");
  if (!isReadableCell(text)) throw new FieldRefused(field, "badCharacters", text);
  if (text.length > (longest[field] ?? 256)) throw new FieldRefused(field, "tooLong", text);
  return text;
}

function neededText(plan: RowPlan, cells: readonly string[], field: Field): string {
  const text = textOf(plan, cells, field);
  if (text === "") throw new FieldRefused(field, "missing", "");
  return text;
}

function timeOf(plan: RowPlan, field: "orderTime" | "paidTime", text: string): string {
  const ms = readTime(text, plan.mapping);
  if (ms === undefined) throw new FieldRefused(field, "notTime", text);
  if (ms > plan.latestMs) throw new FieldRefused(field, "inFuture", text);
  return new Date(ms).toISOString();
}

function statusOf({ mapping }: RowPlan, text: string) {
  if (mapping.columns.status === undefined && mapping.fixedStatus) return mapping.fixedStatus;
  const meaning = mapping.statuses[text];
  if (meaning === undefined) throw new FieldRefused("status", text === "" ? "missing" : "unknownWord", text);
  return meaning;
}

/** The method that a word is mapped to; a catalogue code maps to itself. */
function methodOf({ mapping, categories }: RowPlan, text: string) {
  const isFixed = mapping.columns.method === undefined;
  const meaning = isFixed ? (mapping.fixedMethod ?? "none") : text === "" ? "none" : mapping.methods[text];
  if (meaning === undefined) throw new FieldRefused("method", "unknownWord", text);
  if (meaning === "none") return { paymentMethod: null, methodCategory: null };
  if (meaning.startsWith("category:")) {
    return { paymentMethod: null, methodCategory: meaning.slice("category:".length) };
  }
  const methodCategory = categories.get(meaning);
  if (!methodCategory) throw new FieldRefused("method", "unknownWord", text || meaning);
  return { paymentMethod: meaning, methodCategory };
}

function shaped(field: Field, reason: Reason, shape: RegExp, text: string): string | null {
  if (text === "") return null;
  if (!shape.test(text)) throw new FieldRefused(field, reason, text);
  return text;
}

/** An amount in minor units may have fourteen digits and still be no card number. */
const isAmount = ({ mapping }: RowPlan, at: number, text: string): boolean =>
  (mapping.columns.amount?.includes(at) ?? false) && /^\d{1,14}$/.test(text.trim());

/** Whether a cell holds a card number, or one that was masked at upload. */
const holdsCardNumber = (text: string): boolean => text.includes(substitute) || hasCardNumber(text);

/** Refuses a row with a card number in any column, imported or not; the refusal shows only the ends of the text. */
function refuseCardNumbers(plan: RowPlan, cells: readonly string[]): void {
  const at = cells.findIndex((text, place) => holdsCardNumber(text) && !isAmount(plan, place, text));
  if (at < 0) return;
  const found = (Object.entries(plan.mapping.columns) as [Field, readonly number[]][]).find(([, own]) =>
    own.includes(at),
  );
  throw new FieldRefused(
    found?.[0] ?? null,
    "cardNumber",
    maskCardNumbers(cells[at] ?? "").replaceAll(substitute, "*"),
  );
}

/** Parses one row. The first fault is the reason of its refusal; nothing is guessed or corrected. */
export function readRow(plan: RowPlan, cells: readonly string[]): ReadRow {
  const order: { -readonly [K in keyof HistoricalOrder]?: HistoricalOrder[K] } = {};
  try {
    if (cells.length !== plan.width) throw new FieldRefused(null, "columnsDiffer", String(cells.length));
    refuseCardNumbers(plan, cells);
    order.merchantOrderNo = neededText(plan, cells, "merchantOrderNo");
    Object.assign(order, moneyOf(plan, cells));
    order.orderTime = timeOf(plan, "orderTime", neededText(plan, cells, "orderTime"));
    const status = statusOf(plan, textOf(plan, cells, "status"));
    if (status === "leaveOut") return { kind: "leftOut", order };
    order.status = status;
    Object.assign(order, methodOf(plan, textOf(plan, cells, "method")), payerOf(plan, cells));
    const paid = textOf(plan, cells, "paidTime");
    order.paidTime = status !== "paid" ? null : paid === "" ? order.orderTime : timeOf(plan, "paidTime", paid);
    return { kind: "order", order: order as HistoricalOrder };
  } catch (error) {
    if (!(error instanceof FieldRefused)) throw error;
    return { kind: "refused", order, refusal: error.refusal };
  }
}

function moneyOf(plan: RowPlan, cells: readonly string[]) {
  const { mapping } = plan;
  const code = textOf(plan, cells, "currency").toUpperCase() || (mapping.fixedCurrency ?? "");
  if (code === "") throw new FieldRefused("currency", "missing", "");
  const text = neededText(plan, cells, "amount");
  const read = readPositiveAmount(text, code, mapping);
  if ("amount" in read) return { currency: code, amount: toWire(read.amount) };
  const isCurrency = read.problem === "unknownCurrency";
  throw new FieldRefused(isCurrency ? "currency" : "amount", read.problem, isCurrency ? code : text);
}

const payerOf = (plan: RowPlan, cells: readonly string[]) => ({
  email: shaped("email", "notEmail", /^[^\s@]{1,64}@[^\s@]+\.[^\s@]+$/, textOf(plan, cells, "email").toLowerCase()),
  country: shaped("country", "notCountry", /^[A-Z]{2}$/, textOf(plan, cells, "country").toUpperCase()),
  cardBrand: textOf(plan, cells, "cardBrand").toLowerCase() || null,
  cardLast4: shaped("cardLast4", "notDigits", /^\d{4}$/, textOf(plan, cells, "cardLast4").replace(/^[*xX•\s-]+/, "")),
  transactionNo: textOf(plan, cells, "transactionNo") || null,
});
