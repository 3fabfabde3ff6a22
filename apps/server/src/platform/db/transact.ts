import { command, Done, Nothing } from "@countinghouse/contract/kit/operation.ts";
import type { Kysely } from "kysely";
import type { Actor } from "../access/actor.ts";
import { writeAudit } from "../audit/audit.ts";
import type { Context, RequestFacts } from "../http/context.ts";
import { openContext, type Runtime } from "../http/open-context.ts";
import { isRetryable } from "./database-error.ts";
import { pipelinedTransaction } from "./pipelined.ts";
import type { Tables } from "./tables.ts";

/** Actor and request of a transaction. */
export interface TransactionContext {
  readonly actor: Actor;
  readonly request: RequestFacts;
  /** Writes an audit record as console commands do: for settings, which have no history of their own. */
  readonly audit?: { readonly event: string; readonly input: unknown };
}

const attempts = 3;
const operation = command(Nothing, Done);

/**
 * Runs `work` in one transaction: its rows, events and jobs commit together or not at all. Retried from the start on a
 * serialization failure or deadlock. Writes no audit record unless `audit` is set: payments have a timeline of their
 * own and are too frequent to record twice. Statements are pipelined and, at the first try, prepared.
 */
export async function transact<R>(
  spine: Pick<Runtime, "db" | "clock" | "enqueue" | "seals">,
  { actor, request, audit }: TransactionContext,
  work: (ctx: Context) => Promise<R>,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const afterRollback: ((db: Kysely<Tables>) => Promise<void>)[] = [];
    try {
      const run = async (tx: Kysely<Tables>) => {
        const call = { actor, request, setHeader: () => {} };
        const { ctx, changes, reason } = openContext(spine, call, tx, afterRollback);
        const result = await work(ctx);
        const elapsedMs = spine.clock.now().getTime() - ctx.now.getTime();
        if (audit) await writeAudit(ctx, { ...audit, operation, changes, reason: reason(), elapsedMs });
        return result;
      };
      return await pipelinedTransaction(spine.db, run, { mayPrepare: attempt === 1 });
    } catch (error) {
      for (const undo of afterRollback) await undo(spine.db);
      if (isRetryable(error) && attempt < attempts) continue;
      throw error;
    }
  }
}
