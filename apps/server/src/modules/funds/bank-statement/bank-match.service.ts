import { bankStatementLifecycle } from "@countinghouse/contract/funds/bank-statement/bank-statement.lifecycle.ts";
import type { Context } from "../../../platform/http/context.ts";
import { raisePayoutAlarm, readPayout } from "../payout/index.ts";
import { exchangedFor, filesFor, type MatchKeys, transfersFor } from "./bank-counterpart.store.ts";
import { type LineChange, type LineRow, linesAgainst, linesToMatch, updateLine } from "./bank-line.store.ts";
import {
  type BankVerdict,
  combinationsOf,
  type JudgedBankLine,
  judgeLine,
  numbersOfOurs,
  type OurMovement,
} from "./bank-match.policy.ts";
import { keepCombination } from "./bank-part.service.ts";
import {
  lockStatementByRef,
  refOfStatement,
  type StatementRef,
  type StatementRow,
  sumsOfStatement,
  updateStatement,
} from "./bank-statement.store.ts";

/** Lines per transaction. */
const atOnce = 200;

/** The lines that a round matches, and the line after which it continues. */
export interface BankMatchRound {
  readonly status: "new" | "open";
  readonly after: number;
}

/** A line in the form that matching uses. */
export const judgedLine = (line: LineRow): JudgedBankLine => ({
  type: line.type,
  amount: BigInt(line.amount),
  bookingDate: line.bookingDate,
  valueDate: line.valueDate,
  references: [line.endToEndId, line.bankRef, line.remittance],
  told:
    line.toldAmount !== null && line.toldCurrency !== null
      ? { currency: line.toldCurrency, amount: BigInt(line.toldAmount) }
      : null,
});

const size = (amount: string): string => amount.replace(/^-/, "");

/** Search keys of the records that some lines may match. */
export function matchKeysOf(lines: readonly LineRow[]): MatchKeys {
  const texts = lines.flatMap((line) => judgedLine(line).references).filter((text) => text !== "");
  const days = lines.flatMap(({ bookingDate, valueDate }) => [bookingDate, valueDate]).toSorted();
  return {
    numbers: texts.flatMap(numbersOfOurs),
    references: lines.flatMap(({ endToEndId, bankRef }) => [endToEndId, bankRef]).filter((text) => text !== ""),
    amounts: lines.map(({ amount }) => size(amount)),
    from: days[0] ?? "",
    to: days.at(-1) ?? "",
  };
}

export const keyOf = ({ refType, id }: Pick<OurMovement, "refType" | "id">): string => `${refType} ${id}`;

/** Records matched to other lines. A gateway may pay in parts: there only an open line blocks the record. */
export async function takenBy(
  ctx: Context,
  merchantId: string,
  candidates: readonly OurMovement[],
  except: readonly string[],
): Promise<Set<string>> {
  const ids = [...new Set(candidates.map(({ id }) => id))];
  const held = (await linesAgainst(ctx.db, merchantId, ids)).filter(({ id }) => !except.includes(id));
  return new Set(
    held
      .filter(({ ourRefType, status }) => ourRefType !== "recon" || status === "open")
      .map(({ ourRefType, ourRefId }) => `${ourRefType} ${ourRefId}`),
  );
}

/** The columns of a line about its matched record. */
export const ourSide = (ours: OurMovement | null): LineChange => ({
  ourMerchantId: ours?.merchantId ?? null,
  ourRefType: ours?.refType ?? null,
  ourRefId: ours?.id ?? null,
  ourRefNo: ours?.refNo ?? null,
  ourSourceId: ours?.sourceId ?? null,
  ourSourceNo: ours?.sourceNo ?? null,
  ourAmount: ours ? String(ours.amount) : null,
  ourDate: ours?.date ?? null,
  foreignCurrency: ours?.exchange?.currency ?? null,
});

export const changeOf = ({ matchStatus, status, ours, difference }: BankVerdict): LineChange => ({
  ...ourSide(ours),
  matchStatus,
  status,
  difference: String(difference),
});

const isSameFinding = (line: LineRow, { matchStatus, status, ours, difference }: BankVerdict): boolean =>
  line.matchStatus === matchStatus &&
  line.status === status &&
  line.difference === String(difference) &&
  line.ourRefId === (ours?.id ?? null) &&
  line.ourAmount === (ours ? String(ours.amount) : null);

/** Matches the next lines of a statement. Answers the last line processed, null when there are none. */
export async function matchSome(ctx: Context, ref: StatementRef, round: BankMatchRound): Promise<number | null> {
  const statement = await lockStatementByRef(ctx, ref);
  if (!statement) return null;
  const all = await linesToMatch(ctx.db, ref, { ...round, limit: atOnce });
  const last = all.at(-1)?.lineNo ?? null;
  if (last === null) return null;
  // A user's assignment is kept.
  const lines = all.filter(({ resolveUserId, ourRefId }) => resolveUserId === null || ourRefId === null);
  const own = all.map(({ id }) => id);
  const by = matchKeysOf(all);
  const candidates = [
    ...(await transfersFor(ctx.db, statement, by)),
    ...(await filesFor(ctx.db, statement, by, own)),
    ...(await exchangedFor(ctx.db, statement, by)),
  ];
  const taken = await takenBy(ctx, ref.merchantId, candidates, own);
  const together = await matchTogether(ctx, lines, candidates, taken);
  for (const line of lines) {
    if (together.has(line.id)) continue;
    const verdict = judgeLine(judgedLine(line), candidates, (ours) => taken.has(keyOf(ours)));
    if (verdict.ours && verdict.matchStatus !== "duplicate") taken.add(keyOf(verdict.ours));
    if (isSameFinding(line, verdict)) continue;
    await updateLine(ctx, line, changeOf(verdict));
    if (verdict.ours?.isGivenUp) await tellOfGivenUp(ctx, statement, line, verdict.ours);
  }
  return last;
}

/**
 * Matches combinations of lines and records by name: at once where everything is booked, otherwise for users to
 * confirm. Answers the matched lines; their records are taken.
 */
async function matchTogether(
  ctx: Context,
  lines: readonly LineRow[],
  candidates: readonly OurMovement[],
  taken: Set<string>,
): Promise<Set<string>> {
  const judged = lines.map((row) => ({ ...judgedLine(row), row }));
  const done = new Set<string>();
  for (const { lines: some, records } of combinationsOf(judged, candidates, (ours) => taken.has(keyOf(ours)))) {
    const isBooked = records.every((ours) => ours.booked === ours.amount);
    const status = isBooked ? "matched" : "open";
    const rows = some.map(({ row }) => row);
    if (isBooked) await keepCombination(ctx, rows, records);
    for (const row of rows) {
      const difference = isBooked ? 0n : BigInt(row.amount);
      const verdict: BankVerdict = { matchStatus: "combined", status, ours: null, difference };
      if (!isSameFinding(row, verdict)) await updateLine(ctx, row, changeOf(verdict));
      done.add(row.id);
    }
    for (const ours of records) taken.add(keyOf(ours));
  }
  return done;
}

/** Raises an alarm about a transfer that a user marked as not paid and the bank shows as paid. */
async function tellOfGivenUp(
  ctx: Context,
  { statementNo }: StatementRow,
  { lineNo }: LineRow,
  { merchantId, id: payoutId }: OurMovement,
): Promise<void> {
  const payout = await readPayout(ctx.db, { merchantId, payoutId });
  const message = `line ${lineNo} of bank statement ${statementNo} shows a payout that people said was not paid`;
  if (payout) await raisePayoutAlarm(ctx, payout, "payout.shownByBank", message);
}

/** Recomputes a statement's totals from its lines, and whether any are open. */
export async function recount(ctx: Context, statement: StatementRow): Promise<StatementRow> {
  const { newCount, ...sums } = await sumsOfStatement(ctx, refOfStatement(statement));
  if (newCount > 0) return updateStatement(ctx, statement, sums);
  const { to } = bankStatementLifecycle.actions[sums.openCount > 0 ? "differ" : "balance"];
  return updateStatement(ctx, statement, { ...sums, status: to });
}

/** Ends a matching round. */
export async function finishMatching(ctx: Context, ref: StatementRef): Promise<void> {
  const statement = await lockStatementByRef(ctx, ref);
  if (statement) await recount(ctx, statement);
}
