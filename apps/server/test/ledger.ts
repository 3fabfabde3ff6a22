import { type PostRequest, postEntries } from "../src/modules/funds/ledger/index.ts";
import { transact } from "../src/platform/db/transact.ts";
import type { Context } from "../src/platform/http/context.ts";
import { actor, type TestApp } from "./app.ts";

/** Runs `work` in one transaction of the platform administrator. */
export function inTransaction<R>(
  app: TestApp,
  work: (ctx: Context, post: typeof postEntries) => Promise<R>,
): Promise<R> {
  const { db, clock } = app.platform;
  const { request } = app.context();
  return transact({ db, clock, enqueue: async () => {} }, { actor: actor(), request }, (ctx) => work(ctx, postEntries));
}

/** Posts in a transaction of its own. */
export const postIn = (app: TestApp, request: PostRequest) => inTransaction(app, (ctx, post) => post(ctx, request));

/** Everything that is written down of a merchant's book, in the order of the book. */
export async function booksOf({ platform: { db } }: TestApp, merchantId: string, book: "live" | "test" = "live") {
  const journals = await db
    .selectFrom("ledgerJournals")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .orderBy("seq")
    .execute();
  const postings = await db
    .selectFrom("ledgerPostings")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .orderBy("seq")
    .orderBy("line")
    .execute();
  const balances = await db
    .selectFrom("ledgerBalances")
    .select(["account", "amount"])
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .orderBy("account")
    .execute();
  const holds = await db
    .selectFrom("ledgerHolds")
    .selectAll()
    .where("merchantId", "=", merchantId)
    .where("book", "=", book)
    .orderBy("eventId")
    .execute();
  return {
    journals,
    postings,
    balances: balances.map(({ account, amount }): [string, string] => [account, amount]),
    holds,
  };
}
