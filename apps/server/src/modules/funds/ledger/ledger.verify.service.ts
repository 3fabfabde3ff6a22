import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { Journal } from "@countinghouse/ledger/journal.ts";
import { repeatedJournals } from "@countinghouse/ledger/laws.ts";
import { CHAIN_START } from "@countinghouse/ledger/seal.ts";
import { isOfDatabase, isRetryable, isUnavailable } from "../../../platform/db/database-error.ts";
import type { Context } from "../../../platform/http/context.ts";
import { createTurnYielder, type YieldTurn } from "../../../platform/load/turn-yielder.ts";
import {
  columnDifferences,
  missingFinding,
  orphanFinding,
  rowFinding,
} from "../../../platform/seals/finding.policy.ts";
import type { SealKeys } from "../../../platform/seals/seal-keys.ts";
import { attemptFindings } from "./ledger.attempt.policy.ts";
import { addMoved, type MovementsByEvent } from "./ledger.backing.policy.ts";
import { checkBacking, checkLines } from "./ledger.backing.service.ts";
import type { Finding, FindingPlace } from "./ledger.finding.policy.ts";
import {
  findJournalRow,
  type JournalRow,
  journalRowsAfter,
  journalsOf,
  type PostingRow,
  postingRowsOf,
} from "./ledger.journal.store.ts";
import { fileRowFindings, moveFindings } from "./ledger.listed.store.ts";
import { capturedOrders, captureFindings, captureFindingsOf, orderFindings } from "./ledger.order.policy.ts";
import { absentOrders, bookedOrders, journalsOfOrders } from "./ledger.order.store.ts";
import { type OrderOutcome, outcomeFindings } from "./ledger.outcome.policy.ts";
import { addPayerMoney, type PayerMoney, payerFindings } from "./ledger.payer.policy.ts";
import { storedDues } from "./ledger.payer.store.ts";
import { type OrderPhaseFacts, phaseFindings } from "./ledger.phase.policy.ts";
import { orderPhaseFacts } from "./ledger.phase.store.ts";
import { holdChanges } from "./ledger.post.policy.ts";
import type { MerchantBook } from "./ledger.post.store.ts";
import { absentCaptures, priceFindings } from "./ledger.price.service.ts";
import { refundedFindings, refundFindings } from "./ledger.refund.policy.ts";
import { repeatedFindings } from "./ledger.repeated.store.ts";
import { checkRowSeals } from "./ledger.row-seal.service.ts";
import { isReadable, journalFindings, journalPlace, postingFindings, postingPlace } from "./ledger.rows.policy.ts";
import {
  type ChainLink,
  endFindings,
  missingSeal,
  orphanSeal,
  type SealFacts,
  sealFindings,
} from "./ledger.seal.policy.ts";
import { chainEnd, sealsBetween } from "./ledger.seal.store.ts";
import { storyFindings } from "./ledger.story.store.ts";
import type { StoredViolation } from "./ledger.table.ts";
import {
  adjustmentFindings,
  balanceFindings,
  type HoldRemainder,
  holdAfter,
  holdFindings,
  holdName,
  isOverdrawn,
  ordersToCheck,
  type RecomputedBalances,
  recomputeBalances,
} from "./ledger.verify.policy.ts";
import {
  addVerification,
  bookedAdjustments,
  bookRow,
  isVerifying,
  latestVerifications,
  loosePostings,
  onSnapshot,
  placedPosting,
  storedBalances,
  storedHolds,
  tenantsInReach,
} from "./ledger.verify.store.ts";
import { type CountedVolumes, countCaptures, inTurn, volumeFindings } from "./ledger.volume.service.ts";
import { laterCaptures, pricedCaptures, storedVolumes } from "./ledger.volume.store.ts";

type Db = Context["db"];

/** Verification queue. */
export const verifyQueue = "ledger-verify";

/** Journals, or orders, read at once. */
const batch = 100;
/** Age in milliseconds after which a running verification counts as dead. */
const longestMs = 2 * 3600_000;

/** Counts and findings of verifying one book. */
export interface BookCheck {
  readonly journals: number;
  readonly postings: number;
  readonly seals: number;
  readonly findings: readonly Finding[];
}

/** State of a walk over a book. */
interface BookWalk {
  readonly held: RecomputedBalances;
  readonly orders: Set<string>;
  readonly reversed: Set<string>;
  /** Remainder of each hold, by record and currency. */
  readonly frozen: Map<string, HoldRemainder>;
  readonly moved: MovementsByEvent;
  readonly payers: PayerMoney;
  readonly volumes: CountedVolumes;
  readonly findings: Finding[];
  readonly keys: SealKeys;
  /** Called between steps, so that the node can serve requests. */
  readonly breathe: YieldTurn;
  /** Where the chain has to end, by the book's own number. */
  readonly sealedSeq: number;
  seq: number;
  postedAt: string;
  link: ChainLink;
  journals: number;
  postings: number;
  seals: number;
}

/**
 * Verifies one book of a merchant: recomputes every balance from the first journal, checks every invariant, compares
 * repeated columns with their source and orders with their journals, and recomputes the chain of seals. Changes
 * nothing.
 */
export async function checkBook(db: Db, of: MerchantBook, keys: SealKeys): Promise<BookCheck> {
  const nothing = { journals: 0, postings: 0, seals: 0 };
  const orFound = (found: readonly Finding[]) => (error: unknown) => {
    if (isUnavailable(error) || isRetryable(error)) throw error;
    return found;
  };
  const whole = await onSnapshot(db, (view) => walkBook(view, of, keys)).catch(orFound([unreadable(placeOf(of))]));
  if ("findings" in whole) return whole;
  // An unreadable row is reported by its seal; other books are verified all the same.
  const seals = await onSnapshot(db, (view) => checkRowSeals(view, of, keys, createTurnYielder())).catch(orFound([]));
  return { ...nothing, findings: distinct([...whole, ...seals]) };
}

const placeOf = ({ book }: MerchantBook): FindingPlace => ({ law: "repeated_fact", table: "ledger_books", key: book });

const unreadable = (place: FindingPlace): Finding => rowFinding(place, null, [null, "unreadable"]);

/** Runs a check; one that fails on an unreadable row becomes a finding and stops no other check. */
async function legible(
  place: FindingPlace,
  check: () => readonly Finding[] | Promise<readonly Finding[]>,
): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    // A transaction that failed in the database cannot be used further.
    if (isOfDatabase(error)) throw error;
    return [unreadable(place)];
  }
}

async function walkBook(db: Db, of: MerchantBook, keys: SealKeys): Promise<BookCheck> {
  const book = await bookRow(db, of);
  const walk: BookWalk = {
    held: new Map(),
    orders: new Set(),
    reversed: new Set(),
    frozen: new Map(),
    moved: new Map(),
    payers: new Map(),
    volumes: { sums: new Map(), tiered: new Set(), later: await laterCaptures(db, of) },
    findings: [],
    keys,
    breathe: createTurnYielder(),
    sealedSeq: book?.sealedSeq ?? 0,
    seq: 0,
    postedAt: "",
    link: { hash: CHAIN_START, scheme: 1 },
    journals: 0,
    postings: 0,
    seals: 0,
  };
  while ((await walkStretch(db, of, walk)) > 0);
  walk.findings.push(...countCaptures(walk.volumes, walk.volumes.later));
  // Journals deleted from the end leave only a differing count.
  const counters = { law: "repeated_fact", table: "ledger_books", key: of.book } as const;
  walk.findings.push(...columnDifferences(counters, { seq: [walk.seq, book?.seq ?? 0] }));
  if (book && book.postedAt < walk.postedAt)
    walk.findings.push(rowFinding(counters, "posted_at", [`≥ ${walk.postedAt}`, book.postedAt]));
  for (const { journalId, line } of await loosePostings(db, of))
    walk.findings.push(orphanFinding(postingPlace("repeated_fact", journalId, line)));
  walk.findings.push(...endFindings(await chainEnd(db, of), keys));
  for (const orderId of walk.orders) {
    walk.findings.push(...isOverdrawn(orderId, await journalsOfOrders(db, of, [orderId])));
  }
  for (const check of [
    async () => balanceFindings(walk.held, { balances: await storedBalances(db, of) }),
    () => checkBacking(db, of, walk.moved),
    async () => volumeFindings(walk.volumes, await storedVolumes(db, of)),
    async () => holdFindings(walk.frozen, await storedHolds(db, of)),
    async () => payerFindings(walk.payers, await storedDues(db, of)),
    async () =>
      (await bookedAdjustments(db, of)).flatMap(({ adjustment, journal }) => adjustmentFindings(adjustment, journal)),
    () => checkOrders(db, of, walk.breathe),
    () => checkBalances(db, of),
    () => repeatedFindings(db, of),
    () => checkRowSeals(db, of, keys, walk.breathe),
    () => moveFindings(db, of),
    () => fileRowFindings(db, of, keys),
  ])
    walk.findings.push(...(await legible(placeOf(of), check)));
  const { journals, postings, seals, findings } = walk;
  return { journals, postings, seals, findings: distinct(findings) };
}

/** Removes duplicates: several checks may report the same finding. */
const distinct = (findings: readonly Finding[]): Finding[] => [
  ...new Map(findings.map((one) => [JSON.stringify([one.law, one.table, one.key, one.column]), one])).values(),
];

/** A journal's row with its posting rows, in line order. */
interface Rows {
  readonly journal: JournalRow;
  readonly postings: readonly PostingRow[];
}

/** Walks over the next journals, and answers how many there were. */
async function walkStretch(db: Db, of: MerchantBook, walk: BookWalk): Promise<number> {
  const journalRows = await journalRowsAfter({ db }, of, walk.seq, batch);
  const last = journalRows.at(-1);
  if (last === undefined) return 0;
  const postingRows = await postingRowsOf({ db }, of.merchantId, journalRows);
  const lines = Map.groupBy(postingRows, ({ journalId }) => journalId);
  const rows = journalRows.map((journal) => ({
    journal,
    postings: (lines.get(journal.id) ?? []).toSorted((a, b) => a.line - b.line),
  }));
  walk.findings.push(...journalFindings(journalRows, walk));
  for (const { journal, postings } of rows) {
    walk.findings.push(...postingFindings(journal, postings));
    await walk.breathe();
  }
  const readable = rows.flatMap(({ postings }) => postings).filter(isReadable);
  walk.findings.push(...recomputeBalances(walk.held, readable.map(placedPosting)));
  await walk.breathe();
  const journals = journalsOf(journalRows, readable);
  await walk.breathe();
  const { known, findings } = await undoneBy(db, journals);
  walk.findings.push(...findings, ...checkReversals(walk, journals, known));
  await walk.breathe();
  addUp(walk, journals, known);
  await walk.breathe();
  walk.findings.push(...(await checkLines(db, of, journals, known)));
  for (const orderId of ordersToCheck(journals)) walk.orders.add(orderId);
  for (const orderId of await absentOrders(db, of, capturedOrders(journals)))
    walk.findings.push(missingFinding({ law: "order_booked", table: "coin_orders", key: orderId }));
  const counted = await pricedCaptures(db, of, journals, { after: walk.seq, upTo: last.seq });
  walk.findings.push(...countCaptures(walk.volumes, inTurn(walk.volumes, counted, last.seq)));
  await checkChain(db, of, walk, { rows, journals });
  walk.journals += rows.length;
  walk.postings += postingRows.length;
  walk.seq = last.seq;
  walk.postedAt = last.postedAt;
  return rows.length;
}

/** The journals that a range reverses, also those of the range itself, and the missing ones. */
async function undoneBy(db: Db, journals: readonly Journal[]) {
  const known = new Map(journals.map((journal) => [journal.journalId, journal]));
  const findings: Finding[] = [];
  for (const { merchantId, reversalOf } of journals) {
    if (reversalOf === null || known.has(reversalOf)) continue;
    const row = await findJournalRow({ db }, merchantId, reversalOf);
    const [original] = row ? journalsOf([row], []) : [];
    if (original) known.set(reversalOf, original);
    else findings.push(missingFinding(journalPlace("repeated_fact", reversalOf)));
  }
  return { known, findings };
}

type KnownBook = ReadonlyMap<string, Journal>;

/** Findings: events booked twice, and journals reversed twice or across books. */
function checkReversals(walk: BookWalk, journals: readonly Journal[], known: KnownBook): Finding[] {
  const findings: Finding[] = [];
  for (const { journalId, reversalOf } of journals) {
    if (reversalOf === null) continue;
    if (walk.reversed.has(reversalOf))
      findings.push(rowFinding(journalPlace("reversed_once", journalId), "reversal_of", [null, reversalOf]));
    walk.reversed.add(reversalOf);
  }
  const records = new Map([...known.values()].map(({ journalId, eventId }) => [journalId, eventId]));
  addPayerMoney(walk.payers, journals, records);
  const repeated = repeatedJournals([...known.values()]).map(({ law, where }) =>
    rowFinding(journalPlace(law, where), law === "unique_event" ? "idempotency_key" : "reversal_of", [null, where]),
  );
  return [...findings, ...repeated];
}

/** Sums up frozen and moved amounts. A reversal counts for the record of the reversed journal. */
function addUp(walk: BookWalk, journals: readonly Journal[], known: KnownBook): void {
  addMoved(walk.moved, journals, (id) => known.get(id)?.event);
  for (const journal of journals) {
    const heldFor = journal.reversalOf === null ? undefined : known.get(journal.reversalOf)?.eventId;
    for (const change of holdChanges([journal], heldFor)) {
      const hold = holdName({ eventId: change.eventId, currency: change.amount.currency });
      walk.frozen.set(hold, holdAfter(walk.frozen.get(hold), change));
    }
  }
}

interface BookStretch {
  readonly rows: readonly Rows[];
  readonly journals: readonly Journal[];
}

/** Recomputes the links of a range; after a broken one it continues from the stored hash, to find the next. */
async function checkChain(db: Db, of: MerchantBook, walk: BookWalk, { rows, journals }: BookStretch): Promise<void> {
  const links = new Map<number, SealFacts>(
    await sealsBetween(db, of, { after: walk.seq, upTo: rows.at(-1)?.journal.seq ?? walk.seq }),
  );
  for (const [index, stored] of rows.entries()) {
    const { seq } = stored.journal;
    const link = links.get(seq);
    links.delete(seq);
    if (!link) {
      if (seq <= walk.sealedSeq) walk.findings.push(missingSeal(seq));
      continue;
    }
    const sealed = { journal: journals[index] as Journal, stored };
    walk.findings.push(...sealFindings(link, sealed, walk.link, walk.keys));
    await walk.breathe();
    walk.link = { hash: link.hash, scheme: link.scheme };
    walk.seals += 1;
  }
  for (const link of links.values()) walk.findings.push(orphanSeal(link));
}

/** Compares the orders of a book with their journals. */
async function checkOrders(db: Db, of: MerchantBook, breathe: YieldTurn): Promise<Finding[]> {
  const findings: Finding[] = [];
  let after = "";
  for (;;) {
    const orders = await bookedOrders(db, of, { after, limit: batch });
    const last = orders.at(-1);
    if (!last) return findings;
    for (const booked of orders) {
      await breathe();
      const place = { law: "order_booked", table: "coin_orders", key: booked.order.id } as const;
      findings.push(...(await legible(place, () => orderBookedFindings(booked))));
    }
    after = last.order.id;
  }
}

function orderBookedFindings(booked: Awaited<ReturnType<typeof bookedOrders>>[number]): Finding[] {
  const { order, captures: all, attempts, journals, unpriced, refunds, refunded } = booked;
  const captures = all.filter(({ status }) => status === "succeeded");
  return [
    ...orderFindings(order, journals, unpriced),
    ...attemptFindings(order, captures, attempts),
    ...captures.flatMap((capture) => captureFindings(capture, journals)),
    ...captureFindingsOf(order, all, journals),
    ...absentCaptures(order, all, attempts, journals),
    ...priceFindings({ order, captures, attempts, isOpen: unpriced.length > 0 }),
    ...refunds.flatMap((refund) => refundFindings(refund, journals)),
    ...refundedFindings(refunded, refunds),
  ];
}

/** Compares the phase and outcome of every order of a book with the rows they derive from. */
async function checkBalances(db: Db, of: MerchantBook): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const orders: (OrderPhaseFacts & OrderOutcome)[] = await orderPhaseFacts(db, of, { after, limit: batch });
    findings.push(...phaseFindings(orders), ...outcomeFindings(orders));
    findings.push(...(await storyFindings(db, of.merchantId, orders)));
    after = orders.at(-1)?.id;
  }
  return findings;
}

/** Findings in their stored form. */
export const storedViolations = ({ merchantId, book }: MerchantBook, { findings }: BookCheck): StoredViolation[] =>
  findings.map((one) => ({ ...one, merchantId, book, place: null }));

/** Requests verification of the books of every tenant in reach; all of them for the platform administrator. */
export async function askVerification(ctx: Context): Promise<{ ids: string[] }> {
  const since = new Date(ctx.now.getTime() - longestMs).toISOString();
  const ids: string[] = [];
  for (const tenantId of await tenantsInReach(ctx)) {
    if (await isVerifying(ctx, tenantId, since)) throw refuse("ledger.alreadyVerifying");
    const id = await addVerification(ctx, { tenantId, startedBy: ctx.actor.realName });
    await ctx.enqueue({ queue: verifyQueue, data: { id } });
    ids.push(id);
  }
  return { ids };
}

export async function listVerifications(ctx: Context) {
  return latestVerifications(ctx);
}
