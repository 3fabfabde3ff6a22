import { BankLineStatus } from "@countinghouse/contract/funds/bank-statement/bank-enumerations.ts";
import type { BankCandidate, BankPlan } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { type BankLine, bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import {
  type BankLineAction,
  bankLineLifecycle,
} from "@countinghouse/contract/funds/bank-statement/bank-statement.lifecycle.ts";
import { allows } from "@countinghouse/contract/kit/lifecycle.ts";
import { notFound, Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { formatFxRate } from "@countinghouse/money/fx.ts";
import { addDays } from "@countinghouse/money/plain-date.ts";
import { toWire } from "@countinghouse/money/wire.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { lockAsked, resolutionStamp } from "../recon/index.ts";
import { exchangedNear, filesFor, ourMovement, transfersFor } from "./bank-counterpart.store.ts";
import { exchangeOf } from "./bank-exchange.service.ts";
import { findLine, type LineChange, type LineRow, linesAgainst, linesInReach, updateLine } from "./bank-line.store.ts";
import { judgeAgainst, type OurMovement } from "./bank-match.policy.ts";
import { changeOf, judgedLine, keyOf, matchKeysOf, ourSide, recount, takenBy } from "./bank-match.service.ts";
import {
  applyResolution,
  asCandidates,
  type BankLineResolution,
  type Effect,
  effectOf,
  eventOf,
  type ResolvedBankLine,
} from "./bank-resolution.service.ts";
import { lockStatement, type StatementRow } from "./bank-statement.store.ts";

type Operations = typeof bankLine.operations;
type Asked = InputOf<Operations["resolve"]>["items"];

const steps: Readonly<Record<BankLineResolution, BankLineAction>> = {
  confirm: "resolve",
  charge: "resolve",
  suspense: "suspend",
};
type Cause = InputOf<Operations["settle"]>["cause"];
const stepOf = (deed: BankLineResolution | Cause, line: LineRow): BankLineAction =>
  deed === "reopened" ? "reopen" : line.status === "suspended" ? "settle" : steps[deed as BankLineResolution];

export function assertStep(ctx: Context, line: LineRow, action: BankLineAction): void {
  if (allows(bankLineLifecycle, line.status, action)) return;
  const status = BankLineStatus.memberOf(line.status)?.text[ctx.request.locale] ?? line.status;
  throw refuse("bankLine.invalidTransition", { line: line.lineNo, status });
}

/** Refuses lines of different statements or causes: one command is one decision. */
function assertAlike(lines: readonly LineRow[]): void {
  const kinds = new Set(lines.map((line) => `${line.statementId} ${line.matchStatus}`));
  if (kinds.size > 1) throw refuse("bankLine.mixed");
}

const effectsOf = async (
  ctx: Context,
  lines: readonly LineRow[],
  deed: BankLineResolution | Cause,
): Promise<ResolvedBankLine[]> => {
  const carried: ResolvedBankLine[] = [];
  for (const line of lines) {
    assertStep(ctx, line, stepOf(deed, line));
    carried.push({ line, ...(await effectOf(ctx, line, deed)) });
  }
  return carried;
};

/** Effects that post entries, and therefore need two people in live mode. */
export const booking: readonly Effect[] = [
  "paid_late",
  "returned",
  "received",
  "exchanged",
  "charge",
  "loss",
  "suspense",
  "reopened",
];

/** What rates cost us over lines that exchanged; null where none did. */
function exchangedIn(some: readonly ResolvedBankLine[]): string | null {
  const losses = some.flatMap(({ exchange }) => (exchange ? [exchange.loss.amountMinor] : []));
  return losses.length === 0 ? null : String(losses.reduce((total, loss) => total + loss, 0n));
}

/** Preview of a resolution. */
export async function planEnding(ctx: Context, { ids, resolution }: InputOf<Operations["plan"]>): Promise<BankPlan> {
  const lines = await linesInReach(ctx, [...new Set(ids)]);
  const [first] = lines;
  if (!first) throw notFound("bankLine", ids[0] ?? "");
  assertAlike(lines);
  const carried = await effectsOf(ctx, lines, resolution);
  const sumOf = (some: readonly ResolvedBankLine[]) => String(some.reduce((total, { amount }) => total + amount, 0n));
  const { currency, mode } = first;
  return {
    count: lines.length,
    currency,
    amount: sumOf(carried),
    effects: [...Map.groupBy(carried, ({ effect }) => effect)].map(([effect, same]) => ({
      resolution: effect,
      event: same[0] ? eventOf(same[0]) : null,
      count: same.length,
      currency,
      amount: sumOf(same),
      exchangeAmount: exchangedIn(same),
    })),
    takesTwo: mode === "live" && carried.some(({ effect }) => booking.includes(effect)),
  };
}

export async function assertGenuine(ctx: Context, lines: readonly LineRow[]): Promise<void> {
  for (const line of lines)
    if (!(await ctx.seals.isGenuine(ctx.db, "bankLines", line)))
      throw refuse("bankLine.altered", { line: line.lineNo });
}

const lockLines = (ctx: Context, asked: Asked) =>
  lockAsked<LineRow, StatementRow>(asked, {
    resource: bankLine,
    repeated: () => refuse("bankLine.repeated"),
    read: (ids) => linesInReach(ctx, ids),
    lock: ({ statementId }) => lockStatement(ctx, statementId),
    assertAlike,
    assertGenuine: (lines) => assertGenuine(ctx, lines),
  });

/** The line's values after a resolution. */
function leftWith(
  { line, effect, amount, ours, exchange }: ResolvedBankLine,
  deed: BankLineResolution | Cause,
): LineChange {
  const status = bankLineLifecycle.actions[stepOf(deed, line)].to;
  const shortfall = String(-amount);
  if (effect === "suspense") return { ...keptSide(line), status, resolution: effect, suspenseAmount: shortfall };
  if (line.status === "suspended")
    return {
      status,
      resolution: effect,
      suspenseAmount: "0",
      ...(effect === "charge" ? { chargeAmount: line.suspenseAmount } : {}),
      ...(effect === "loss" ? { lossAmount: line.suspenseAmount } : {}),
    };
  if (effect === "charge") return { ...keptSide(line), status, resolution: effect, chargeAmount: shortfall };
  return {
    ...ourSide(ours),
    ourAmount: String(exchange ? exchange.booked.amountMinor : line.amount),
    ...(exchange ? { exchangeRate: formatFxRate(exchange.mid), exchangeAmount: toWire(exchange.loss) } : {}),
    // From now on the record belongs to this line only.
    matchStatus: line.matchStatus === "proposed" ? "manual" : line.matchStatus,
    status,
    resolution: effect,
    difference: "0",
  };
}

/** A matched record stays with its line; a proposed or unbooked one is released. */
const keptSide = (line: LineRow): LineChange =>
  line.matchStatus === "amount_mismatch" || line.matchStatus === "duplicate" ? {} : ourSide(null);

async function end(
  ctx: Context,
  asked: Asked,
  deed: BankLineResolution | Cause,
  reason: string,
): Promise<{ count: number }> {
  ctx.recordReason(reason);
  const { file: statement, lines } = await lockLines(ctx, asked);
  const told = resolutionStamp(ctx, reason);
  // Lock order everywhere: merchants' books by id.
  const inOrder = lines.toSorted((a, b) => ((a.ourMerchantId ?? "") < (b.ourMerchantId ?? "") ? -1 : 1));
  for (const line of inOrder) {
    // Each after the effects of the one before: two lines that pay one file are not booked twice.
    const [carrying] = await effectsOf(ctx, [line], deed);
    if (!carrying) continue;
    await applyResolution(ctx, statement, carrying, reason);
    await updateLine(ctx, line, { ...told, ...leftWith(carrying, deed) });
  }
  await recount(ctx, statement);
  return { count: lines.length };
}

/** Resolves lines of one cause: applies the effects, and stores who did it and why. */
export const resolveLines = (
  ctx: Context,
  { items, resolution, reason }: InputOf<Operations["resolve"]>,
): Promise<{ count: number }> => end(ctx, items, resolution, reason);

/** Books amounts in suspense to their cause, or matches them after all. */
export const settleSuspense = (
  ctx: Context,
  { items, cause, reason }: InputOf<Operations["settle"]>,
): Promise<{ count: number }> => end(ctx, items, cause, reason);

/** Days around a line from which records are suggested. */
const candidateDays = 7;

/** Our records that a line may refer to. */
export async function findCandidates(
  ctx: Context,
  { id }: InputOf<Operations["candidates"]>,
): Promise<BankCandidate[]> {
  const line = await findLine(ctx, id);
  const by = matchKeysOf([line]);
  const wide = { ...by, from: addDays(by.from, -candidateDays), to: addDays(by.to, candidateDays) };
  const found = [
    ...(await transfersFor(ctx.db, line, wide)),
    ...(await filesFor(ctx.db, line, wide, [id])),
    ...(await exchangedNear(ctx.db, line, wide)),
  ];
  const taken = await takenBy(ctx, line.merchantId, found, [id]);
  const amount = BigInt(line.amount);
  const free = found.filter((ours) => !taken.has(keyOf(ours)) && (ours.isBookable || ours.booked !== 0n));
  const fitting = free.filter((ours) => !ours.exchange && ours.amount === amount);
  return asCandidates(ctx, line, [...fitting, ...(await exchangedAlike(ctx, line, free))]);
}

/** Records in another currency of the line's direction that a rate of its day explains. */
async function exchangedAlike(ctx: Context, line: LineRow, records: readonly OurMovement[]): Promise<OurMovement[]> {
  const alike: OurMovement[] = [];
  for (const ours of records) {
    if (judgeAgainst(judgedLine(line), ours).matchStatus !== "exchanged") continue;
    if (ours.amount < 0n !== BigInt(line.amount) < 0n) continue;
    try {
      await exchangeOf(ctx, line, ours);
      alike.push(ours);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  }
  return alike;
}

/** Assigns a line to a record that a user chose; confirming and booking follow separately. */
export async function rematchLine(
  ctx: Context,
  { id, version, ourRefType, ourRefId, reason }: InputOf<Operations["rematch"]>,
): Promise<ResultOf<Operations["rematch"]>> {
  ctx.recordReason(reason);
  const read = await findLine(ctx, id);
  const statement = await lockStatement(ctx, read.statementId);
  const line = await findLine(ctx, id);
  assertFresh(bankLine, version, line.version);
  assertStep(ctx, line, "differ");
  await assertGenuine(ctx, [line]);
  const ours = await ourMovement(ctx.db, statement, { refType: ourRefType, id: ourRefId }, [id]);
  if (!ours || ours.amount < 0n !== BigInt(line.amount) < 0n) throw refuse("bankLine.counterpartUnknown");
  const taken = await takenBy(ctx, line.merchantId, [ours], [id]);
  if (taken.has(keyOf(ours))) {
    const other = (await linesAgainst(ctx.db, line.merchantId, [ours.id])).find((one) => one.id !== id);
    const where = await lockStatement(ctx, other?.statementId ?? line.statementId);
    throw refuse("bankLine.counterpartTaken", { line: other?.lineNo ?? "", statementNo: where.statementNo });
  }
  const verdict = judgeAgainst(judgedLine(line), ours);
  const isMatched = verdict.status === "matched";
  const matchStatus: BankLine["matchStatus"] = isMatched ? "manual" : verdict.matchStatus;
  await updateLine(ctx, line, {
    ...changeOf(verdict),
    ...resolutionStamp(ctx, reason),
    ...(isMatched ? { status: "resolved", resolution: "confirmed" } : {}),
    matchStatus,
  });
  await recount(ctx, statement);
  return { matchStatus };
}
