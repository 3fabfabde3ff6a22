import type { BankCombinable, BankCombination } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { bankLine } from "@countinghouse/contract/funds/bank-statement/bank-line.ts";
import { notFound, refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { addDays } from "@countinghouse/money/plain-date.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { assertFresh } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { resolutionStamp } from "../recon/index.ts";
import { filesFor, ourMovement, transfersNear } from "./bank-counterpart.store.ts";
import { findLine, type LineChange, type LineRow, linesAgainst, linesInReach, updateLine } from "./bank-line.store.ts";
import { isNamed, type OurMovement } from "./bank-match.policy.ts";
import { judgedLine, keyOf, ourSide, recount, takenBy } from "./bank-match.service.ts";
import { keepCombination } from "./bank-part.service.ts";
import { openBeside } from "./bank-part.store.ts";
import {
  applyResolution,
  asCandidates,
  type Effect,
  effectOfWhole,
  eventOf,
  type ResolvedBankLine,
  referenceOf,
} from "./bank-resolution.service.ts";
import { assertGenuine, assertStep, booking } from "./bank-resolve.service.ts";
import { lockStatement, type StatementRow } from "./bank-statement.store.ts";

type Operations = typeof bankLine.operations;
type Records = InputOf<Operations["combine"]>["records"];

/** A line paired with a record, and the effect on the record. */
interface CombinedPart extends ResolvedBankLine {
  readonly ours: OurMovement;
}

const sumOf = (some: readonly { readonly amount: bigint | string }[]): bigint =>
  some.reduce((total, { amount }) => total + BigInt(amount), 0n);

/** Refuses lines of different accounts or directions, and lines that cannot be resolved now. */
function assertTogether(ctx: Context, lines: readonly LineRow[]): void {
  const [first] = lines;
  for (const line of lines) {
    assertStep(ctx, line, "resolve");
    const isAlike =
      line.payoutAccountId === first?.payoutAccountId &&
      line.mode === first.mode &&
      BigInt(line.amount) < 0n === BigInt(first.amount) < 0n;
    if (!isAlike) throw refuse("bankLine.otherAccount", { line: line.lineNo });
  }
}

/** The records as they are now. Refuses records that are matched to other lines or cannot be confirmed. */
async function recordsNow(ctx: Context, lines: readonly LineRow[], asked: Records): Promise<OurMovement[]> {
  if ((lines.length === 1) === (asked.length === 1)) throw refuse("bankLine.notOneSide");
  if (new Set(asked.map((one) => `${one.ourRefType} ${one.ourRefId}`)).size < asked.length)
    throw refuse("bankLine.repeated", {}, { field: "records" });
  const [first] = lines as [LineRow];
  const own = lines.map(({ id }) => id);
  const found: OurMovement[] = [];
  for (const { ourRefType, ourRefId } of asked) {
    const ours = await ourMovement(ctx.db, first, { refType: ourRefType, id: ourRefId }, own);
    if (!ours || ours.exchange || ours.amount < 0n !== BigInt(first.amount) < 0n)
      throw refuse("bankLine.counterpartUnknown");
    if (!effectOfWhole(ours)) throw refuse("bankLine.recordUnready", { record: ours.refNo });
    found.push(ours);
  }
  await assertFree(ctx, first.merchantId, found, own);
  return found;
}

async function assertFree(
  ctx: Context,
  merchantId: string,
  records: readonly OurMovement[],
  own: readonly string[],
): Promise<void> {
  const taken = await takenBy(ctx, merchantId, records, own);
  const held = records.find((ours) => taken.has(keyOf(ours)));
  if (!held) return;
  const other = (await linesAgainst(ctx.db, merchantId, [held.id])).find(({ id }) => !own.includes(id));
  const statementNo = other ? (await lockStatement(ctx, other.statementId)).statementNo : "";
  throw refuse("bankLine.counterpartTaken", { line: other?.lineNo ?? "", statementNo });
}

/** Each record with its line; of several lines for one record, the largest. */
function partsOf(lines: readonly LineRow[], records: readonly OurMovement[]): CombinedPart[] {
  const size = ({ amount }: LineRow) => BigInt(amount.replace("-", ""));
  const shown = lines.reduce((largest, line) => (size(line) > size(largest) ? line : largest));
  return records.map((ours) => ({
    line: { ...shown, amount: String(ours.amount) },
    effect: effectOfWhole(ours) as Effect,
    amount: ours.amount,
    ours,
  }));
}

const planOf = (lines: readonly LineRow[], parts: readonly CombinedPart[]): BankCombination => {
  const { currency, mode } = lines[0] as LineRow;
  return {
    count: lines.length,
    currency,
    amount: String(sumOf(lines)),
    ourAmount: String(sumOf(parts)),
    effects: [...Map.groupBy(parts, ({ effect }) => effect)].map(([effect, same]) => ({
      resolution: effect,
      event: same[0] ? eventOf(same[0]) : null,
      count: same.length,
      currency,
      amount: String(sumOf(same)),
      exchangeAmount: null,
    })),
    takesTwo: mode === "live" && parts.some(({ effect }) => booking.includes(effect)),
  };
};

/** Lines in the actor's scope by id; refuses a missing one. */
async function linesOf(ctx: Context, ids: readonly string[]): Promise<LineRow[]> {
  const lines = await linesInReach(ctx, ids);
  const unknown = ids.find((id) => !lines.some((line) => line.id === id));
  if (unknown) throw notFound(bankLine.name, unknown);
  return lines;
}

/** Preview of matching lines and records together. */
export async function planCombining(
  ctx: Context,
  { ids, records }: InputOf<Operations["planCombining"]>,
): Promise<BankCombination> {
  const lines = await linesOf(ctx, [...new Set(ids)]);
  assertTogether(ctx, lines);
  return planOf(lines, partsOf(lines, await recordsNow(ctx, lines, records)));
}

/** Changes to a line that was matched together with others. */
const combined = (parts: readonly Pick<CombinedPart, "effect">[]): LineChange => ({
  ...ourSide(null),
  matchStatus: "combined",
  resolution: parts.find(({ effect }) => effect !== "confirmed")?.effect ?? "confirmed",
  difference: "0",
});

/** Reads and locks the requested lines with their statements; refuses a line that changed since it was read. */
async function lockTogether(ctx: Context, asked: InputOf<Operations["combine"]>["items"]) {
  const versions = new Map(asked.map(({ id, version }) => [id, version]));
  if (versions.size < asked.length) throw refuse("bankLine.repeated");
  const ids = [...versions.keys()];
  const seen = await linesOf(ctx, ids);
  assertTogether(ctx, seen);
  const statements: StatementRow[] = [];
  for (const statementId of [...new Set(seen.map((line) => line.statementId))].toSorted())
    statements.push(await lockStatement(ctx, statementId));
  const lines = await linesOf(ctx, ids);
  for (const { id, version } of lines) assertFresh(bankLine, versions.get(id), version);
  assertTogether(ctx, lines);
  await assertGenuine(ctx, lines);
  return { lines, statements };
}

function assertSame(ctx: Context, lines: readonly LineRow[], records: readonly OurMovement[]): void {
  const [ofLines, ofRecords] = [sumOf(lines), sumOf(records)];
  if (ofLines === ofRecords) return;
  const shown = (minor: bigint) =>
    formatMoney(fromWire(String(minor), (lines[0] as LineRow).currency), { language: ctx.request.locale });
  throw refuse("bankLine.sumsDiffer", { lines: shown(ofLines), ours: shown(ofRecords) });
}

/** Matches lines and records together, and applies the effects. */
export async function combineLines(
  ctx: Context,
  { items, records: asked, reason }: InputOf<Operations["combine"]>,
): Promise<{ count: number }> {
  ctx.recordReason(reason);
  const { lines, statements } = await lockTogether(ctx, items);
  const records = await recordsNow(ctx, lines, asked);
  assertSame(ctx, lines, records);
  // Lock order everywhere: merchants' books by id.
  const parts = partsOf(lines, records).toSorted((a, b) => (a.ours.merchantId < b.ours.merchantId ? -1 : 1));
  for (const [at, part] of parts.entries()) {
    const statement = statements.find(({ id }) => id === part.line.statementId) as StatementRow;
    const reference = await referenceOf(ctx, part.line, `${statement.statementNo} ${part.line.lineNo}`);
    const named = parts.length > 1 ? `${reference}.${at + 1}` : reference;
    await applyResolution(ctx, statement, { ...part, reference: named }, reason);
  }
  await keepCombination(ctx, lines, records);
  const ended = { ...combined(parts), ...resolutionStamp(ctx, reason), status: "resolved" } as const;
  for (const line of lines) await updateLine(ctx, line, ended);
  for (const statement of statements) await recount(ctx, statement);
  return { count: lines.length };
}

/** Days around a line from which other lines and records are suggested. */
const besideDays = 14;
/** Most records suggested. */
const offeredMax = 100;

/** Lines and records that a line may be matched together with. */
export async function findCombinable(ctx: Context, { id }: InputOf<Operations["combinable"]>): Promise<BankCombinable> {
  const line = await findLine(ctx, id);
  const judged = judgedLine(line);
  const days = { from: addDays(line.bookingDate, -besideDays), to: addDays(line.bookingDate, besideDays) };
  const found = [...(await transfersNear(ctx.db, line, days)), ...(await filesFor(ctx.db, line, days, [id]))];
  const taken = await takenBy(ctx, line.merchantId, found, [id]);
  const fitting = found
    .filter((ours) => ours.amount < 0n === judged.amount < 0n && !taken.has(keyOf(ours)) && effectOfWhole(ours))
    .map((ours) => ({ ours, isNamed: isNamed(judged, ours) }))
    // A return says that it is one, or names the outgoing transfer.
    .filter((one) => one.ours.refType !== "payout_return" || one.isNamed || line.type === "return")
    .toSorted((a, b) => Number(b.isNamed) - Number(a.isNamed))
    .slice(0, offeredMax);
  const records = await asCandidates(
    ctx,
    line,
    fitting.map(({ ours }) => ours),
  );
  const named = new Set(fitting.filter((one) => one.isNamed).map(({ ours }) => keyOf(ours)));
  return {
    lines: await openBeside(ctx, line, besideDays),
    records: records.map((record) => ({
      ...record,
      isNamed: named.has(keyOf({ refType: record.ourRefType, id: record.ourRefId })),
    })),
  };
}
