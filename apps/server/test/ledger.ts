import { type PostRequest, postEntries } from "../src/modules/funds/ledger/index.ts";
import type { Finding } from "../src/modules/funds/ledger/ledger.finding.policy.ts";
import { type SealingResult, type SealOptions, sealNext } from "../src/modules/funds/ledger/ledger.seal.store.ts";
import { checkBook } from "../src/modules/funds/ledger/ledger.verify.service.ts";
import { installationKeys } from "../src/platform/crypto/installation-keys.ts";
import { transact } from "../src/platform/db/transact.ts";
import type { Context } from "../src/platform/http/context.ts";
import { keepSealKeys, readSealKeys, type SealKeys } from "../src/platform/seals/seal-keys.ts";
import { actor, type TestApp } from "./app.ts";

/** Runs `work` in one transaction of the platform administrator. */
export function inTransaction<R>(
  app: TestApp,
  work: (ctx: Context, post: typeof postEntries) => Promise<R>,
): Promise<R> {
  const { db, clock } = app.platform;
  const { request, seals } = app.context();
  return transact({ db, clock, seals, enqueue: async () => {} }, { actor: actor(), request }, (ctx) =>
    work(ctx, postEntries),
  );
}

/** Posts in a transaction of its own. */
export const postIn = (app: TestApp, request: PostRequest) => inTransaction(app, (ctx, post) => post(ctx, request));

type Book = "live" | "test";

/** The keys that seals of the test's installation are made with. */
export async function sealKeys({ platform: { db, secret, clock } }: TestApp): Promise<SealKeys> {
  const { ring } = installationKeys(secret);
  await db.transaction().execute((tx) => keepSealKeys(tx, ring, clock.now()));
  return readSealKeys(db, ring);
}

/** Seals what is left of a merchant's book, as the job does, and answers what came of it in the end. */
export async function sealBook(
  app: TestApp,
  merchantId: string,
  { book = "live", ...means }: Partial<SealOptions> & { readonly book?: Book } = {},
): Promise<SealingResult> {
  const { db, clock } = app.platform;
  const given = { keys: means.keys ?? (await sealKeys(app)), now: clock.now(), ...means };
  for (;;) {
    const sealing = await sealNext(db, { merchantId, book }, given);
    if (sealing.sealed === 0) return sealing;
  }
}

/** What a look over a merchant's book finds. */
export const findingsOf = async (
  app: TestApp,
  merchantId: string,
  { book = "live", keys }: { readonly book?: Book; readonly keys?: SealKeys } = {},
): Promise<readonly Finding[]> =>
  (await checkBook(app.platform.db, { merchantId, book }, keys ?? (await sealKeys(app)))).findings;

/** What looks over the sealed test books of some merchants find. */
export async function violationsOf(app: TestApp, merchantIds: readonly string[]): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const id of merchantIds) {
    await sealBook(app, id, { book: "test" });
    found.push(...(await findingsOf(app, id, { book: "test" })));
  }
  return found;
}

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
