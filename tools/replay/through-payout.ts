import { addDays } from "@countinghouse/money/plain-date.ts";
import type { TestDatabase } from "../../apps/server/test/database.ts";
import { violationsOf } from "../../apps/server/test/ledger.ts";
import { type BusinessPlan, liveThrough, repeat, type SoldRow } from "./business-days.ts";
import { openInstallation } from "./installation.ts";
import { isTied, type TieOut, tieOut } from "./tie-out.ts";

/** What a run through to the payouts is given. */
interface ThroughPayout extends Omit<BusinessPlan, "days"> {
  readonly rows: readonly SoldRow[];
  /** Over how many days the rows are spread, as they stand in the file. */
  readonly days: number;
  /** Days on which Brazilian banks rest. */
  readonly holidays: readonly string[];
  readonly database: TestDatabase | undefined;
  /** Everything is asked for and tied out once, and not asked for once more. */
  readonly isOnce?: boolean;
}

/** The outcome of both runs: of every sum, and of asking for everything once more. */
interface RunThrough {
  readonly first: TieOut;
  readonly second: TieOut;
  readonly untied: TieOut["ties"];
  readonly isSame: boolean;
  /** What the product's own look over every book and every sealed row finds. */
  readonly findings: readonly string[];
}

/** Days that rates are needed for behind those of the orders, and before them. */
export const lastingDays = 21;
/** Sums that differ and are shown one by one. */
const shownMax = 50;

/** What a run came to, in lines for people. */
export function outcomeOf({ first, second, untied, isSame, findings }: RunThrough): string[] {
  const counts = Object.entries(first.counts).map(([what, count]) => `${count} ${what}`);
  return [
    counts.join(", "),
    ...first.sums,
    ...untied.slice(0, shownMax).map(({ what, expected, found }) => `differs: ${what}: ${expected}, found ${found}`),
    `${first.ties.length + second.ties.length} sums compared in ${second === nothingMore ? "one run" : "two runs"}, ${untied.length} differ`,
    `books ${first.digest}${second === nothingMore ? "" : isSame ? ", the same after everything was asked for once more" : ` became ${second.digest}`}`,
    ...findings.slice(0, shownMax).map((finding) => `found: ${finding}`),
    `verification of all books: ${findings.length} findings`,
  ];
}

const nothingMore: TieOut = { ties: [], digest: "", counts: {}, sums: [] };

/** Rows in as many parts of the same size as there are days; the last ones are a row smaller where they must be. */
function spread<Row>(rows: readonly Row[], days: number): Row[][] {
  const most = Math.ceil(rows.length / days);
  return Array.from({ length: days }, (_, day) => rows.slice(day * most, (day + 1) * most));
}

/**
 * Takes orders from payment to payout on an installation of its own: converts, refunds, settles, withdraws, pays out and
 * reconciles, compares every sum with the file, asks for everything once more and compares again.
 */
export async function runThroughPayout({
  rows,
  days,
  holidays,
  database,
  isOnce: asksOnce = false,
  ...plan
}: ThroughPayout): Promise<RunThrough> {
  const sellers = [...new Set(rows.map(({ seller }) => seller))];
  const setUpOn = addDays(plan.from, -2);
  const installation = await openInstallation({ setUpOn, sellers, holidays, ...(database ? { database } : {}) });
  try {
    const whole: BusinessPlan = { ...plan, days: spread(rows, days) };
    plan.say(`${sellers.length} merchants, half of them settled in USD`);
    const asked = await liveThrough(installation, whole);
    const first = await tieOut(installation, asked.plan);
    plan.say(`${first.ties.length} sums compared${asksOnce ? "" : "; everything once more"}`);
    if (!asksOnce) await repeat(installation, asked);
    const second = asksOnce ? nothingMore : await tieOut(installation, asked.plan);
    const untied = [...first.ties, ...second.ties].filter((tie) => !isTied(tie));
    const { app, houseId } = installation;
    const merchants = [houseId, ...[...installation.sellers.values()].map(({ merchantId }) => merchantId)];
    const findings = (await violationsOf(app, merchants)).map((finding) => JSON.stringify(finding));
    return { first, second, untied, isSame: asksOnce || first.digest === second.digest, findings };
  } finally {
    await installation.close();
  }
}
