import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import { repeatedJournals } from "@countinghouse/ledger/laws.ts";
import { CHAIN_START, verifySeals } from "@countinghouse/ledger/seal.ts";
import type { StoredViolation } from "../../../platform/db/ledger-tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { assertOperator } from "../../merchants/merchant/index.ts";
import { findJournal, journalRowsAfter, journalsOf, journalsOfOrder, postingRowsOf } from "./ledger.journal.store.ts";
import type { BookOf } from "./ledger.post.store.ts";
import { sealsBetween, sha256 } from "./ledger.seal.store.ts";
import {
  type Broken,
  brokenLaws,
  ordersToCheck,
  overdrawn,
  type Recomputed,
  recompute,
} from "./ledger.verify.policy.ts";
import {
  addVerification,
  bookRow,
  heldByCurrency,
  inBookOrder,
  isVerifying,
  latestVerifications,
  onSnapshot,
  storedBalances,
  tenantsInReach,
} from "./ledger.verify.store.ts";

type Db = Context["db"];

/** Queue of the looks over the books. */
export const verifyQueue = "ledger-verify";

/** Journals that are read at once. */
const batch = 500;
/** A look that has not ended after this long has died. */
const longestMs = 2 * 3600_000;

/** What a look over one book saw. */
export interface BookCheck {
  readonly journals: number;
  readonly postings: number;
  readonly seals: number;
  readonly broken: readonly Broken[];
}

/** Where a walk over a book has come to. */
interface Walk {
  readonly held: Recomputed;
  readonly orders: Set<string>;
  readonly reversed: Set<string>;
  readonly broken: Broken[];
  seq: number;
  hash: string;
  postings: number;
  seals: number;
}

/**
 * Looks over one book of a merchant: recomputes every balance from nothing, checks every law, and recomputes the chain
 * of seals. Changes nothing.
 */
export const checkBook = (db: Db, of: BookOf): Promise<BookCheck> => onSnapshot(db, (view) => walkBook(view, of));

async function walkBook(db: Db, of: BookOf): Promise<BookCheck> {
  const walk: Walk = {
    held: new Map(),
    orders: new Set(),
    reversed: new Set(),
    broken: [],
    seq: 0,
    hash: CHAIN_START,
    postings: 0,
    seals: 0,
  };
  const book = await bookRow(db, of);
  let journals = 0;
  for (;;) {
    const count = await walkStretch(db, of, walk, book?.sealedSeq ?? 0);
    if (count === 0) break;
    journals += count;
  }
  // Journals, or links, that were taken off the end leave nothing behind but the count.
  if (walk.seq !== (book?.seq ?? 0)) walk.broken.push({ law: "sealed", where: `${of.book} ${walk.seq + 1}` });
  for (const orderId of walk.orders) {
    const ofOrder = await journalsOfOrder({ db }, of.merchantId, orderId);
    walk.broken.push(
      ...overdrawn(
        orderId,
        ofOrder.filter(({ book: one }) => one === of.book),
      ),
    );
  }
  const balances = await storedBalances(db, of);
  const holds = await heldByCurrency(db, of);
  walk.broken.push(...brokenLaws(walk.held, { merchantId: of.merchantId, balances, holds }));
  return { journals, postings: walk.postings, seals: walk.seals, broken: walk.broken };
}

/** Walks over the next journals and answers how many there were. */
async function walkStretch(db: Db, of: BookOf, walk: Walk, sealedSeq: number): Promise<number> {
  const rows = await journalRowsAfter({ db }, of, walk.seq, batch);
  const last = rows.at(-1)?.seq;
  if (last === undefined) return 0;
  const postings = await postingRowsOf({ db }, of.merchantId, rows);
  const journals = journalsOf(rows, postings);
  const numbered = rows.map(({ seq }, index) => ({ seq, journal: journals[index] as Journal }));
  let expected = walk.seq + 1;
  for (const { seq, journal } of numbered) {
    if (seq !== expected) walk.broken.push({ law: "sealed", where: `${of.book} ${expected}` });
    if (journal.postings.length === 0) walk.broken.push({ law: "balanced", where: journal.journalId });
    expected = seq + 1;
  }
  walk.broken.push(...recompute(walk.held, inBookOrder(postings)));
  walk.broken.push(...(await checkReversals(db, walk, journals)));
  for (const orderId of ordersToCheck(journals)) walk.orders.add(orderId);
  await checkChain(db, of, walk, { numbered, last, sealedSeq });
  walk.postings += postings.length;
  walk.seq = last;
  return rows.length;
}

/** Events booked twice, journals undone twice or across books. */
async function checkReversals(db: Db, walk: Walk, journals: readonly Journal[]): Promise<Broken[]> {
  const here = new Set(journals.map(({ journalId }) => journalId));
  const undone = journals.flatMap(({ merchantId, reversalOf }) => (reversalOf ? [{ merchantId, reversalOf }] : []));
  const elsewhere: Journal[] = [];
  const broken: Broken[] = [];
  for (const { merchantId, reversalOf } of undone) {
    if (walk.reversed.has(reversalOf)) broken.push({ law: "reversed_once", where: reversalOf });
    walk.reversed.add(reversalOf);
    const original = here.has(reversalOf) ? undefined : await findJournal({ db }, merchantId, reversalOf);
    if (original) elsewhere.push(original);
  }
  return [...broken, ...repeatedJournals([...elsewhere, ...journals])];
}

interface Stretch {
  readonly numbered: readonly { readonly seq: number; readonly journal: Journal }[];
  readonly last: number;
  readonly sealedSeq: number;
}

/** Recomputes the links over a stretch; after a broken one it goes on from what is stored, to find the next. */
async function checkChain(db: Db, of: BookOf, walk: Walk, { numbered, last, sealedSeq }: Stretch): Promise<void> {
  const links = await sealsBetween(db, of, { after: walk.seq, upTo: last });
  const journals = new Map(numbered.map(({ seq, journal }) => [seq, journal]));
  for (const [seq, link] of links) if (!journals.has(seq)) walk.broken.push({ law: "sealed", where: link.journalId });
  for (const { seq, journal } of numbered) {
    const link = links.get(seq);
    if (!link) {
      if (seq <= sealedSeq) walk.broken.push({ law: "sealed", where: journal.journalId });
      continue;
    }
    const broken = verifySeals([{ journal, seal: link }], walk.hash, sha256);
    if (broken) walk.broken.push({ law: "sealed", where: broken.journalId });
    walk.hash = link.hash;
    walk.seals += 1;
  }
}

/** What was found, as it is stored. */
export const storedViolations = ({ merchantId, book }: BookOf, { broken }: BookCheck): StoredViolation[] =>
  broken.map(({ law, where }) => ({ law, where, merchantId, book }));

/** Asks for a look over the books of every tenant in reach: one's own, or all for the platform administrator. */
export async function askVerification(ctx: Context): Promise<{ id: string }> {
  assertOperator(ctx.actor);
  const since = new Date(ctx.now.getTime() - longestMs).toISOString();
  const ids: string[] = [];
  for (const tenantId of await tenantsInReach(ctx)) {
    if (await isVerifying(ctx, tenantId, since)) throw refuse("ledger.alreadyVerifying", {}, { status: 409 });
    const id = await addVerification(ctx, { tenantId, startedBy: ctx.actor.realName });
    await ctx.enqueue({ queue: verifyQueue, data: { id } });
    ids.push(id);
  }
  return { id: ids[0] ?? "" };
}

export async function listVerifications(ctx: Context) {
  assertOperator(ctx.actor);
  return latestVerifications(ctx);
}
