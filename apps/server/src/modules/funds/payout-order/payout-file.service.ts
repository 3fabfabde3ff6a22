import { payoutColumns } from "@countinghouse/contract/funds/payout-order/payout-columns.ts";
import {
  PayoutFileInput,
  payoutFileRowsMax,
  payoutOrder,
} from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import type { PayoutFileCheck, PayoutFileRow } from "@countinghouse/contract/funds/payout-order/payout-order-record.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { rowProblems } from "@countinghouse/contract/payments/refund-import/refund-import-enumerations.ts";
import { maskCardNumbers } from "@countinghouse/contract/platform/card-number.ts";
import type { KeyRing } from "../../../platform/crypto/key-ring.ts";
import { undone, withSavepoint } from "../../../platform/db/savepoint.ts";
import { type FileRow, UnreadableFile } from "../../../platform/files/file-parts.ts";
import { type TableLines, tableLines } from "../../../platform/files/table-lines.ts";
import type { Context } from "../../../platform/http/context.ts";
import { parseRow } from "../../../platform/http/parse-input.ts";
import { buildTranslator } from "../../../platform/http/translate.ts";
import { ownMerchant } from "../outbound/index.ts";
import { accountIdentity, checkedBeneficiary } from "./beneficiary.policy.ts";
import { beneficiaryOf } from "./beneficiary.service.ts";
import { headerOf, type PayoutHeader, readPayoutRow } from "./payout-file.policy.ts";
import { assertAppOf, type PayoutRequest, requestPayoutOrder } from "./payout-order.request.service.ts";
import { type PayoutOrderRow, payoutOrdersNamed } from "./payout-order.store.ts";

type Operations = typeof payoutOrder.operations;
type Uploaded = InputOf<Operations["batchCheck"]>;

const translator = buildTranslator([payoutOrder]);

/** The rows of a file below its heading, and the column positions. */
async function readLines(
  ctx: Context,
  data: string,
): Promise<{ readonly header: PayoutHeader; readonly lines: readonly FileRow[] }> {
  const { locale } = ctx.request;
  let table: TableLines;
  try {
    table = await tableLines(Buffer.from(data, "base64"), { locale, rowsMax: payoutFileRowsMax });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    if (error.failure === "tooManyRows") throw refuse("payoutOrder.tooManyRows", { limit: payoutFileRowsMax });
    throw refuse("payoutOrder.unreadable", { row: error.row });
  }
  const { heading, below } = table;
  if (!heading || below.length === 0) throw refuse("payoutOrder.emptyFile");
  const header = headerOf(heading.cells);
  if ("missing" in header)
    throw refuse("payoutOrder.columnMissing", { column: payoutColumns[header.missing].text[locale] });
  return { header, lines: below };
}

/** A parsed row: its request, or why it has none. */
type Line = { readonly row: number } & ({ readonly asked: PayoutRequest } | { readonly refusal: string });

const labelled = (ctx: Context, field: string, message: string): string =>
  `${translator.fieldLabel("payoutOrder", field, ctx.request.locale)}: ${message}`;

/** The request of a row. */
function lineOf(ctx: Context, header: PayoutHeader, { row, cells }: FileRow, uploaded: Uploaded): Line {
  const { locale } = ctx.request;
  const read = readPayoutRow(header, cells);
  if ("problem" in read) {
    const column = read.column && payoutColumns[read.column].text[locale];
    return { row, refusal: fill(rowProblems[read.problem][locale], { column, value: maskCardNumbers(read.value) }) };
  }
  const parsed = parseRow(PayoutFileInput, read.values, locale, translator);
  if ("faults" in parsed) {
    const [fault] = parsed.faults;
    return { row, refusal: fault ? labelled(ctx, fault.field, fault.message) : "" };
  }
  const { mode, appId, fileName } = uploaded;
  return { row, asked: { ...parsed.value, mode, appId, fileName } };
}

/** Why a row is refused, naming its invalid fields where those are the reason. */
function sentenceOf(ctx: Context, { code, values, fields }: Refusal): string {
  const { locale } = ctx.request;
  const [first] = fields;
  return code === "payoutOrder.beneficiaryInvalid" && first
    ? labelled(ctx, first.field, translator.refusal(first.message, {}, locale))
    : translator.refusal(code, values, locale);
}

/** Result of a row. */
interface Outcome {
  readonly line: Line;
  readonly verdict: PayoutFileRow["verdict"];
  readonly refusal: string | null;
  readonly made: PayoutOrderRow | undefined;
}

/** Whether an existing order equals the request. */
function isSame(ring: KeyRing, there: PayoutOrderRow, asked: PayoutRequest): boolean {
  if (there.amount !== asked.amount || there.currency !== asked.currency) return false;
  try {
    return accountIdentity(beneficiaryOf(ring, there)) === accountIdentity(checkedBeneficiary(asked));
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Requests the payout of one row; a refused request is rolled back, and earlier rows stand. */
async function askFor(
  ctx: Context,
  ring: () => KeyRing,
  line: Line,
  known: PayoutOrderRow | undefined,
): Promise<Outcome> {
  const refused = (refusal: string): Outcome => ({ line, verdict: "refused", refusal, made: undefined });
  if ("refusal" in line) return refused(line.refusal);
  if (known && isSame(ring(), known, line.asked)) return { line, verdict: "present", refusal: null, made: known };
  try {
    const made = await withSavepoint(ctx, (tried) => requestPayoutOrder(tried, ring, line.asked));
    return { line, verdict: made.approvalsNeeded > 0 ? "review" : "pay", refusal: null, made };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refused(sentenceOf(ctx, error));
  }
}

/** Requests the payouts of all rows of a file in the caller's transaction, in order. */
async function askForAll(ctx: Context, ring: () => KeyRing, uploaded: Uploaded): Promise<readonly Outcome[]> {
  const merchantId = ownMerchant(ctx, "payoutOrder");
  await assertAppOf(ctx, merchantId, uploaded.appId);
  const { header, lines } = await readLines(ctx, uploaded.data);
  const read = lines.map((line) => lineOf(ctx, header, line, uploaded));
  const numbers = read.flatMap((line) => ("asked" in line ? [line.asked.merchantPayoutNo] : []));
  const there = await payoutOrdersNamed(ctx.db, { merchantId, mode: uploaded.mode }, [...new Set(numbers)]);
  const known = new Map(there.map((order) => [order.merchantPayoutNo, order]));
  const outcomes: Outcome[] = [];
  for (const line of read)
    outcomes.push(await askFor(ctx, ring, line, "asked" in line ? known.get(line.asked.merchantPayoutNo) : undefined));
  return outcomes;
}

function shown({ line, verdict, refusal, made }: Outcome): PayoutFileRow {
  const asked = "asked" in line ? line.asked : undefined;
  return {
    row: line.row,
    verdict,
    refusal,
    merchantPayoutNo: asked?.merchantPayoutNo ?? null,
    beneficiaryName: asked?.beneficiaryName ?? null,
    country: asked?.country ?? null,
    currency: asked?.currency ?? null,
    amount: asked?.amount ?? null,
    feeAmount: made?.feeAmount ?? null,
    debitedAmount: made?.debitedAmount ?? null,
  };
}

const summed = (rows: readonly PayoutFileRow[], name: "amount" | "feeAmount" | "debitedAmount"): string | null => {
  const told = rows.flatMap((row) => row[name] ?? []);
  return told.length === 0 ? null : String(told.reduce((sum, amount) => sum + BigInt(amount), 0n));
};

function totalsOf(rows: readonly PayoutFileRow[]): PayoutFileCheck["totals"] {
  const groups = Map.groupBy(rows, ({ verdict, currency }) => `${verdict} ${currency}`);
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const { verdict, currency } = first;
    const amounts = {
      amount: currency && summed(group, "amount"),
      feeAmount: currency && summed(group, "feeAmount"),
      debitedAmount: currency && summed(group, "debitedAmount"),
    };
    return [{ verdict, currency, count: group.length, ...amounts }];
  });
}

/** Dry run of a file: requests all payouts and rolls back. */
export async function checkPayoutFile(
  ctx: Context,
  ring: () => KeyRing,
  uploaded: Uploaded,
): Promise<ResultOf<Operations["batchCheck"]>> {
  const rows = (await undone(ctx, (tried) => askForAll(tried, ring, uploaded))).map(shown);
  return { rows, totals: totalsOf(rows) };
}

/** Requests all payouts of a file together, or none. Earlier equal requests are not repeated. */
export async function addPayoutFile(
  ctx: Context,
  ring: () => KeyRing,
  { leaveOutRefused, ...uploaded }: InputOf<Operations["batchAdd"]>,
): Promise<ResultOf<Operations["batchAdd"]>> {
  const outcomes = await askForAll(ctx, ring, uploaded);
  const count = (...verdicts: readonly PayoutFileRow["verdict"][]) =>
    outcomes.filter(({ verdict }) => verdicts.includes(verdict)).length;
  const [added, present, leftOut] = [count("pay", "review"), count("present"), count("refused")];
  if (leftOut > 0 && !leaveOutRefused) throw refuse("payoutOrder.rowsRefused", { count: leftOut });
  if (added === 0) throw refuse("payoutOrder.nothingToPay");
  return { added, present, leftOut };
}
