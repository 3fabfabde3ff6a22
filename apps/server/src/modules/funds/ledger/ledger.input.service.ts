import type { AuditListener } from "../../../platform/audit/audit-chain.store.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { JobContext } from "../../../platform/jobs/job-context.ts";
import type { SealKeys } from "../../../platform/seals/seal-keys.ts";
import { keepAdoption, readAdoption } from "./ledger.adoption.store.ts";
import {
  absentInputs,
  inputFindings,
  inputTables,
  recordChanges,
  type TracedInputs,
  type TracedRow,
  tracedName,
} from "./ledger.input.policy.ts";
import { inputRowsAfter, inputsAtOnce, jsonOf, tracedRows } from "./ledger.input.store.ts";

type Db = Context["db"];

/** Compares pricing inputs with their latest audited state, in the same snapshot as the audit trail. */
export function inputListener(keys: SealKeys): AuditListener {
  const traced: TracedInputs = new Map();
  return {
    hear: (changes) => recordChanges(traced, changes),
    findings: async (view) => {
      const isWhole = (await readAdoption(view, keys, "inputs"))?.isGenuine === true;
      const there = new Set<string>();
      const findings = [];
      for await (const row of everyInput(view)) {
        there.add(tracedName(row));
        findings.push(...inputFindings(row, traced, { json: jsonOf(row.table), isWhole }));
      }
      return [...findings, ...absentInputs(traced, there)];
    },
  };
}

async function* everyInput(db: Db) {
  for (const table of inputTables)
    for (let after: string | number | undefined, more = true; more; ) {
      const rows = await inputRowsAfter(db, table, after);
      yield* rows;
      after = rows.at(-1)?.id;
      more = after !== undefined;
    }
}

/**
 * Records pricing inputs without an audit entry as they are: seeded rows, and rows older than this check. Done once; a
 * row that appears later without an entry was inserted elsewhere.
 */
export async function traceInputs(job: JobContext, keys: SealKeys): Promise<void> {
  if (await readAdoption(job.db, keys, "inputs")) return;
  const known = await tracedRows(job.db);
  for (const table of inputTables)
    for (let after: string | number | undefined, more = true; more; ) {
      const rows: TracedRow[] = await job.inCommand(
        async (ctx) => {
          const found = await inputRowsAfter(ctx.db, table, after, { isHeld: true });
          for (const row of found)
            if (!known.has(tracedName(row)))
              ctx.recordChange({ table, id: row.id, before: null, after: { ...row.values } });
          return found;
        },
        { event: "job.ledger-trace", input: { table } },
      );
      after = rows.at(-1)?.id;
      more = rows.length === inputsAtOnce;
    }
  await keepAdoption(job.db, keys, job.now, "inputs");
}
