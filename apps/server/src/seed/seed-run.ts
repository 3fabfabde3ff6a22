import { sql } from "kysely";
import { type Actor, systemActor } from "../platform/access/actor.ts";
import { installationKeys } from "../platform/crypto/installation-keys.ts";
import { transact } from "../platform/db/transact.ts";
import type { Context } from "../platform/http/context.ts";
import type { Platform } from "../platform/platform.ts";

/** Does some work of the demonstration in one transaction, as the platform unless told. */
export type SeedRun = <R>(work: (ctx: Context) => Promise<R>, actor?: Actor) => Promise<R>;

/** What the functions of the product are called with that make what a request to `path` would. */
export const seedRequest = (path: string): Context["request"] => ({
  id: "demonstration",
  method: "POST",
  path,
  ip: "203.0.113.7",
  userAgent: "",
  locale: "en",
  queryNames: [],
  headers: {},
});

/**
 * Transactions of the demonstration, whose jobs go nowhere. None waits for the disk: what a crash takes are the last of them,
 * which the next start makes anew.
 */
export function seedingRun({ db, clock, secret }: Platform, path: string): SeedRun {
  const { seals } = installationKeys(secret);
  const spine = { db, clock, seals, enqueue: async () => {} };
  return (work, actor = systemActor) =>
    transact(spine, { actor, request: seedRequest(path) }, async (ctx) => {
      await sql`SET LOCAL synchronous_commit TO off`.execute(ctx.db);
      return work(ctx);
    });
}
