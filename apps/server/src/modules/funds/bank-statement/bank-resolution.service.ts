import type {
  BankResolution,
  BankSuspenseCause,
} from "@countinghouse/contract/funds/bank-statement/bank-enumerations.ts";
import type { BankCandidate } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Entry } from "@countinghouse/ledger/entry.ts";
import { payoutProviderFeeTaken } from "@countinghouse/ledger/outbound.postings.ts";
import { bankDifferenceFound, bankDifferenceResolved } from "@countinghouse/ledger/reconciliation.postings.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import type { Context } from "../../../platform/http/context.ts";
import { cashoutDecisions } from "../cashout/index.ts";
import { postEntries } from "../ledger/index.ts";
import { payoutOrderDecisions } from "../payout-order/index.ts";
import { merchantNames, receiveOfFile } from "../recon/index.ts";
import { ourMovement } from "./bank-counterpart.store.ts";
import { type BankExchange, entryOfExchange, exchangeOf } from "./bank-exchange.service.ts";
import { isSharedReference, type LineRow } from "./bank-line.store.ts";
import { judgeAgainst, type OurMovement, saysNothing } from "./bank-match.policy.ts";
import { judgedLine, takenBy } from "./bank-match.service.ts";
import type { StatementRow } from "./bank-statement.store.ts";

/** Ways in which users resolve an open line. */
export type BankLineResolution = "confirm" | "charge" | "suspense";
type Cause = ValueOf<typeof BankSuspenseCause>;
/** Effect of a resolution on a line. */
export type Effect = ValueOf<typeof BankResolution>;

/** A line with the effect of its resolution. */
export interface ResolvedBankLine {
  readonly line: LineRow;
  readonly effect: Effect;
  /** The amount booked or confirmed, with the bank's sign. */
  readonly amount: bigint;
  readonly ours: OurMovement | null;
  /** For a record in another currency. */
  readonly exchange?: BankExchange;
  /** The bank's reference of the transfer, where the line contains no other. */
  readonly reference?: string;
}

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** The line's matched record as it is now, ignoring this line; null where there is none. */
async function oursNow(ctx: Context, line: LineRow): Promise<OurMovement | null> {
  if (line.ourRefType === null || line.ourRefId === null) return null;
  return (await ourMovement(ctx.db, line, { refType: line.ourRefType, id: line.ourRefId }, [line.id])) ?? null;
}

/** A proposed record may be matched to another line by now. */
const isTakenMeanwhile = async (ctx: Context, line: LineRow, ours: OurMovement): Promise<boolean> =>
  line.matchStatus === "proposed" && (await takenBy(ctx, line.merchantId, [ours], [line.id])).size > 0;

/** Records in the form of suggestions. */
export async function asCandidates(
  ctx: Context,
  { currency }: Pick<LineRow, "currency">,
  records: readonly OurMovement[],
): Promise<BankCandidate[]> {
  const names = await merchantNames(ctx, records);
  return records.map(({ amount, ...ours }) => ({
    ourRefType: ours.refType,
    ourRefId: ours.id,
    ourRefNo: ours.refNo,
    ourSourceNo: ours.sourceNo,
    ourMerchantId: ours.merchantId,
    merchantName: names.get(ours.merchantId) ?? null,
    currency: ours.exchange?.currency ?? currency,
    amount: String(amount),
    date: ours.date,
  }));
}

/**
 * Effect of confirming a record with a fully matching line; undefined where it cannot be confirmed in its present
 * status.
 */
export function effectOfWhole(ours: OurMovement): Effect | undefined {
  if (ours.booked === ours.amount) return "confirmed";
  if (!ours.isBookable || ours.booked !== 0n) return undefined;
  if (ours.refType === "recon") return "received";
  if (ours.refType === "payout_return") return "returned";
  return ours.isGivenUp ? "paid_late" : "paid";
}

/** Effect of confirming a line, by the present state of our books. */
async function confirmed(
  ctx: Context,
  line: LineRow,
  ours: OurMovement | null,
): Promise<Pick<ResolvedBankLine, "effect" | "amount" | "exchange">> {
  const amount = BigInt(line.amount);
  if (!ours || line.matchStatus === "duplicate" || (await isTakenMeanwhile(ctx, line, ours)))
    throw refuse("bankLine.nothingToConfirm", { line: line.lineNo });
  if (ours.exchange) {
    if (judgeAgainst(judgedLine(line), ours).matchStatus !== "exchanged")
      throw refuse("bankLine.nothingToConfirm", { line: line.lineNo });
    return { effect: "exchanged", amount, exchange: await exchangeOf(ctx, line, ours) };
  }
  if (ours.booked === amount) return { effect: "confirmed", amount };
  const isWithin = size(amount) <= size(ours.amount) && ours.booked === 0n;
  if (ours.isBookable && isWithin) {
    // A file may be paid in parts, and an intermediary bank may deduct charges from a return.
    const effect = ours.amount === amount || ours.refType !== "payout" ? effectOfWhole(ours) : undefined;
    if (effect) return { effect, amount };
  }
  if (ours.refType !== "recon") throw refuse("bankLine.nothingToConfirm", { line: line.lineNo });
  const left = formatMoney(fromWire(String(ours.amount), line.currency), { language: ctx.request.locale });
  throw refuse("bankLine.exceedsPayout", { line: line.lineNo, record: ours.refNo, left });
}

/** Effect of a resolution on a line. Refuses one that the line does not allow. */
export async function effectOf(
  ctx: Context,
  line: LineRow,
  deed: BankLineResolution | Cause,
): Promise<Pick<ResolvedBankLine, "effect" | "amount" | "ours" | "exchange">> {
  if (line.status === "suspended") return { effect: deed as Cause, amount: -BigInt(line.suspenseAmount), ours: null };
  const ours = await oursNow(ctx, line);
  if (deed === "confirm") return { ...(await confirmed(ctx, line, ours)), ours };
  // A merely similar record does not count: the whole amount of the line remains to be booked.
  const difference = BigInt(line.matchStatus === "proposed" ? line.amount : line.difference);
  if (difference === 0n) throw refuse("bankLine.nothingToBook", { line: line.lineNo });
  // What a transfer in another currency cost is in its rate: the line is not a charge besides.
  if (deed === "charge" && ours?.exchange) throw refuse("bankLine.nothingToConfirm", { line: line.lineNo });
  if (deed === "charge" && ours !== null && ours.booked === 0n)
    throw refuse("bankLine.notBookedYet", { line: line.lineNo, record: ours.refNo });
  return { effect: deed === "charge" ? "charge" : "suspense", amount: difference, ours };
}

/** The house account's entry for a line; undefined where the record's own module books, or nothing is booked. */
function entryOf({ line, effect, amount, exchange }: ResolvedBankLine): Entry | null {
  const { merchantId, payoutAccountId, currency } = line;
  const shortfall = fromWire(String(-amount), currency);
  if (exchange) return entryOfExchange(line, exchange);
  if (line.status === "suspended") {
    if (effect !== "charge" && effect !== "loss" && effect !== "reopened") return null;
    return bankDifferenceResolved({ merchantId, payoutAccountId, shortfall, cause: effect });
  }
  if (effect === "charge") return payoutProviderFeeTaken({ merchantId, payoutAccountId, amount: shortfall });
  return effect === "suspense" ? bankDifferenceFound({ merchantId, payoutAccountId, shortfall }) : null;
}

/** The module that confirms a transfer as paid or returned. */
const sources = { cashout: cashoutDecisions, payout_order: payoutOrderDecisions } as const;

const events = {
  cashout: { paid: "J43", paid_late: "J80", returned: "J45" },
  payout_order: { paid: "J53", paid_late: "J80", returned: "J55" },
  recon: { received: "J60" },
} as const satisfies Record<string, Partial<Record<Effect, string>>>;

/** The first event that a resolution books; null where it books nothing. */
export function eventOf(carrying: ResolvedBankLine): string | null {
  const ofSource: Partial<Record<Effect, string>> = events[carrying.ours?.sourceType ?? "recon"];
  return entryOf(carrying)?.event ?? ofSource[carrying.effect] ?? null;
}

/** The bank's reference for the transfer of a line, where it belongs to that line only. */
export async function referenceOf(ctx: Context, line: LineRow, named: string): Promise<string> {
  if (saysNothing.test(line.bankRef)) return named;
  return (await isSharedReference(ctx.db, line)) ? `${line.bankRef}/${line.lineNo}` : line.bankRef;
}

/** What came back, in the currency of the transfer, as the bank's minor units. */
const receivedOf = ({ line, exchange }: ResolvedBankLine): string =>
  exchange ? String(exchange.booked.amountMinor) : line.amount;

/** Applies the effect of a resolution, except to the line itself, which the caller has locked behind its statement. */
export async function applyResolution(
  ctx: Context,
  statement: StatementRow,
  carrying: ResolvedBankLine,
  reason: string,
): Promise<void> {
  const { line, effect, ours } = carrying;
  const { merchantId, mode } = line;
  const named = `${statement.statementNo} ${line.lineNo}`;
  const entry = entryOf(carrying);
  if (entry)
    await postEntries(ctx, {
      merchantId,
      book: mode,
      entries: [entry],
      eventId: line.id,
      part: String(line.version),
      orderId: null,
      effectiveDate: ctx.now.toISOString().slice(0, 10),
      description: `${named} ${line.partyName || line.bankRef}`.trim().slice(0, 200),
    });
  if (!ours) return;
  // The transfer itself where it is not booked, as by a line of its own account.
  const own = carrying.exchange && ours.booked === 0n ? effectOfWhole(ours) : effect;
  const ref = { merchantId: ours.merchantId, id: ours.sourceId, mode };
  const source = ours.sourceType === null ? null : sources[ours.sourceType];
  if (own === "paid" || own === "paid_late") {
    const bankReference = carrying.reference ?? (await referenceOf(ctx, line, named));
    await source?.bankConfirmsPaid(ctx, ref, { bankReference, isLate: own === "paid_late" });
  }
  if (own === "returned")
    await source?.bankConfirmsReturned(ctx, ref, { amount: receivedOf(carrying), remark: `${named}: ${reason}` });
  if (effect === "received")
    await receiveOfFile(ctx, {
      id: ours.id,
      payoutAccountId: line.payoutAccountId,
      amount: line.amount,
      reason: `${named}: ${reason}`,
    });
}
