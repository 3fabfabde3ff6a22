import { budget, type Course } from "./course.ts";
import { measureCommand, measureRenewal, measureSignIn, type OperationResult } from "./operation-bench.ts";
import { say, table, verdict } from "./report.ts";
import { makePositions } from "./rows.ts";

function sayOperations(results: readonly OperationResult[]): void {
  say(
    `\nSign-in and a command through HTTP with every check, beside their bare parts (ms; no budget but the list's ${budget.ratio} × as a mark)`,
  );
  const columns = [
    { heading: "operation" },
    { heading: "bare part" },
    { heading: "bare p50" },
    { heading: "API p50" },
    { heading: "API p95" },
    { heading: "× bare" },
    { heading: "bare/s c16", decimals: 0 },
    { heading: "API/s c16", decimals: 0 },
    { heading: "CPU/req" },
    { heading: "mark" },
  ];
  say(
    table(
      columns,
      results.map((r) => [
        r.name,
        r.bare,
        r.bareP50,
        r.apiP50,
        r.apiP95,
        r.ratio,
        r.barePerSecondAt16,
        r.apiPerSecondAt16,
        r.cpuMs,
        verdict({ "× bare": r.ratio > budget.ratio }),
      ]),
    ),
  );
}

/** Sign-in, renewal and a command, against their bare parts. */
export async function operationWorks({ stage }: Course): Promise<object> {
  await makePositions(stage.owner, stage.tenantId);
  const operations = [
    ...(await measureSignIn(stage)),
    ...(await measureRenewal(stage)),
    ...(await measureCommand(stage)),
  ];
  sayOperations(operations);
  return { operations };
}
