import type { Kysely } from "kysely";
import type { Actor } from "../access/actor.ts";
import type { Context, RequestFacts } from "../http/context.ts";
import { openContext, type Spine } from "../http/open-context.ts";
import { isRetryable } from "./database-error.ts";
import type { Tables } from "./tables.ts";

/** In whose name a transaction runs, and for which request. */
export interface Transacting {
  readonly actor: Actor;
  readonly request: RequestFacts;
}

const attempts = 3;

/**
 * Runs `work` in one transaction: its rows, events and jobs commit together or not at all, and it is run again from
 * the start when the database asks for it. It writes no audit record: for payments, whose own history says who did
 * what, and which come too often to be told twice.
 */
export async function transact<R>(
  spine: Pick<Spine, "db" | "clock" | "enqueue">,
  { actor, request }: Transacting,
  work: (ctx: Context) => Promise<R>,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const afterRollback: ((db: Kysely<Tables>) => Promise<void>)[] = [];
    try {
      return await spine.db.transaction().execute((tx) => {
        const call = { actor, request, setHeader: () => {} };
        return work(openContext(spine, call, tx, afterRollback).ctx);
      });
    } catch (error) {
      for (const undo of afterRollback) await undo(spine.db);
      if (isRetryable(error) && attempt < attempts) continue;
      throw error;
    }
  }
}
