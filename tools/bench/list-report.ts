import { budget } from "./course.ts";
import type { ListResult } from "./list-bench.ts";
import { say, table, verdict } from "./report.ts";

/** Prints the results of one kind of query at one scale. */
export function sayLists(what: string, rows: number, results: readonly ListResult[]): void {
  say(`\n${what}, ${rows.toLocaleString("en")} rows (medians of interleaved rounds, ms)`);
  say(
    `budgets: API at most ${budget.ratio} × bare SQL, p95 at most ${budget.p95Ms} ms, at least ${budget.share * 100} % of the minimal API's requests/s`,
  );
  const columns = [
    { heading: "asked for" },
    { heading: "SQL p50" },
    { heading: "API p50" },
    { heading: "API p95" },
    { heading: "× SQL" },
    { heading: "API/s c1", decimals: 0 },
    { heading: "SQL/s c16", decimals: 0 },
    { heading: "min/s c16", decimals: 0 },
    { heading: "API/s c16", decimals: 0 },
    { heading: "p95 c16", decimals: 1 },
    { heading: "% of min", decimals: 0 },
    { heading: "CPU/req" },
    { heading: "read/row", decimals: 1 },
    { heading: "plan" },
    { heading: "verdict" },
  ];
  say(
    table(
      columns,
      results.map((r) => [
        r.name,
        r.sqlP50,
        r.apiP50,
        r.apiP95,
        r.ratio,
        r.apiPerSecond,
        r.sqlPerSecondAt16,
        r.peerPerSecondAt16,
        r.apiPerSecondAt16,
        r.apiP95At16,
        r.share * 100,
        r.cpuMs,
        r.plan.readPerRow,
        r.plan.scanned.join(" "),
        verdictOf(r),
      ]),
    ),
  );
}

const verdictOf = ({ ratio, apiP95, share }: ListResult): string =>
  verdict({ "× SQL": ratio > budget.ratio, p95: apiP95 > budget.p95Ms, share: share < budget.share });

/** Prints the growth from the smallest to the largest scale. */
export function sayGrowth(lists: readonly ListResult[], scales: readonly number[]): void {
  const [least, most] = [Math.min(...scales), Math.max(...scales)];
  if (least === most) return;
  say(
    `\nGrowth from ${least.toLocaleString("en")} to ${most.toLocaleString("en")} rows; budget: at most ${budget.growth} × the time`,
  );
  const of = (rows: number, name: string) =>
    lists.find((result) => result.rows === rows && result.name === name)?.apiP50 ?? Number.NaN;
  const names = [...new Set(lists.map(({ name }) => name))].filter(
    (name) => !Number.isNaN(of(least, name) / of(most, name)),
  );
  say(
    table(
      [
        { heading: "asked for" },
        { heading: "API p50, few" },
        { heading: "API p50, many" },
        { heading: "×" },
        { heading: "verdict" },
      ],
      names.map((name) => {
        const growth = of(most, name) / of(least, name);
        return [name, of(least, name), of(most, name), growth, verdict({ growth: growth > budget.growth })];
      }),
    ),
  );
}
