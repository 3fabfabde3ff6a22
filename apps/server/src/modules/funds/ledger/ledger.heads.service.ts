import { operatingTenantId } from "../../../platform/access/actor.ts";
import { isGenuineAuditHead } from "../../../platform/audit/audit-chain.policy.ts";
import { auditHead, comparedWithPublished } from "../../../platform/audit/audit-chain.store.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type NumberedHash, publishedHeadFindings } from "../../../platform/seals/chain.policy.ts";
import { rowFinding } from "../../../platform/seals/finding.policy.ts";
import type { SealKeys } from "../../../platform/seals/seal-keys.ts";
import type { Finding } from "./ledger.finding.policy.ts";
import type { ChainHeadRecipient, HeadStore } from "./ledger.heads.port.ts";
import {
  auditChainName,
  chainName,
  headsText,
  type PublishedChain,
  type PublishedHeads,
  readHeads,
} from "./ledger.heads.wire.ts";
import { notePublications, recordHeadDelivery, waitingPublications } from "./ledger.publication.store.ts";
import { isGenuine } from "./ledger.seal.policy.ts";
import { allHeads, hashesAt } from "./ledger.seal.store.ts";
import type { StoredViolation } from "./ledger.table.ts";

type Db = Context["db"];

/** Stores of heads, and the keys that verify them. */
export interface HeadStoreOptions {
  readonly keys: SealKeys;
  /** The stores, hardest to tamper with first. */
  readonly stores: readonly HeadStore[];
}

/** One publication of the heads. */
export interface HeadPublication extends HeadStoreOptions {
  readonly witnesses: readonly ChainHeadRecipient[];
  readonly now: Date;
}

/** A store or witness that failed. */
export interface FailedHeadRecipient {
  readonly name: string;
  readonly error: Error;
}

/**
 * Publishes the heads of all chains once a day: to every store and every witness. A failed delivery is retried by
 * every later call until it succeeds. Tries all of them; answers the failures.
 */
export async function publishHeads(db: Db, telling: HeadPublication): Promise<readonly FailedHeadRecipient[]> {
  const { keys, stores, witnesses, now } = telling;
  const failed: FailedHeadRecipient[] = [];
  const trying = async <R>(name: string, work: () => Promise<R>): Promise<R | undefined> => {
    try {
      return await work();
    } catch (error) {
      failed.push({ name, error: error as Error });
      return undefined;
    }
  };
  const places: HeadPlace[] = [];
  for (const store of stores) {
    const days = await trying(store.name, () => store.days());
    if (days) places.push({ store, days });
  }
  const day = now.toISOString().slice(0, 10);
  const names = witnesses.map(({ name }) => name);
  await notePublications(db, day, names);
  const texts = new Map<string, Promise<string>>();
  const textOf = (of: string): Promise<string> => {
    const known = texts.get(of) ?? (of === day ? textOfToday(db, day, places, telling) : keptText(of, places, keys));
    texts.set(of, known);
    return known;
  };
  for (const { store, days } of places)
    await trying(store.name, async () => {
      for (const missing of missingDays(days, day, places)) await store.keep(missing, await textOf(missing));
    });
  for (const waiting of await waitingPublications(db, names)) {
    const witness = witnesses.find(({ name }) => name === waiting.witness);
    const isTold = await trying(waiting.witness, async () => {
      await witness?.tell({ day: waiting.day, text: await textOf(waiting.day) });
      return true;
    });
    const lastError = failed.at(-1)?.error.message ?? "";
    await recordHeadDelivery(db, waiting, isTold ? { toldAt: now.toISOString() } : { lastError });
  }
  return failed;
}

/** A reachable store, with its stored days. */
interface HeadPlace {
  readonly store: HeadStore;
  readonly days: readonly string[];
}

/** Days that a store is missing: today, and later ones that other stores have. An earlier gap is a finding. */
function missingDays(days: readonly string[], today: string, places: readonly HeadPlace[]): readonly string[] {
  const newest = days.at(-1) ?? "";
  const known = new Set([today, ...places.flatMap((place) => place.days)]);
  return [...known].filter((day) => day > newest).sort();
}

/** Today's heads as a store has them already, or as they are now. */
async function textOfToday(
  db: Db,
  day: string,
  places: readonly HeadPlace[],
  { keys, now }: HeadPublication,
): Promise<string> {
  if (places.some(({ days }) => days.includes(day))) return keptText(day, places, keys);
  const chains = (await allHeads(db))
    .filter((head) => isGenuine(head, keys))
    .map(({ tenantId, merchantId, book, length, hash }) => ({ tenantId, merchantId, book, length, hash }));
  const trail = await auditHead(db);
  const audit = trail && isGenuineAuditHead(trail, keys) ? [{ length: trail.length, hash: trail.hash }] : [];
  const last = (await Promise.all(places.map((place) => newest(place, keys))))
    .filter((told) => told !== undefined)
    .reduce<PublishedHeads | undefined>((one, other) => (one && one.day >= other.day ? one : other), undefined);
  const previous = last ? { day: last.day, mac: last.mac } : null;
  return headsText({ day, takenAt: now.toISOString(), chains, audit, previous }, keys);
}

/** The text of a day, from the first store with a genuine one. */
async function keptText(day: string, places: readonly HeadPlace[], keys: SealKeys): Promise<string> {
  for (const { store, days } of places) {
    const text = days.includes(day) ? await store.read(day) : "";
    if (readHeads(text, keys)?.day === day) return text;
  }
  throw new Error(`no place keeps the heads of ${day} as they were told`);
}

/** The newest genuine heads of a store. */
async function newest({ store, days }: HeadPlace, keys: SealKeys): Promise<PublishedHeads | undefined> {
  for (const day of days.toReversed()) {
    const told = readHeads(await store.read(day), keys);
    if (told) return told;
  }
  return undefined;
}

/** Heads by {@link chainName}, that of the audit trail by {@link auditChainName}. */
type PublishedChains = ReadonlyMap<string, NumberedHash>;

/**
 * The longest published chains of the stores. Files are read once. An unreadable store counts with its last known
 * state; throws where it was never read.
 */
export function lastPublished(stores: readonly HeadStore[]): (keys: SealKeys) => Promise<PublishedChains> {
  const looks = stores.map(toldLastBy);
  return async (keys) => {
    const longest = new Map<string, NumberedHash>();
    for (const look of looks)
      for (const [name, chain] of await look(keys))
        if (chain.length > (longest.get(name)?.length ?? 0)) longest.set(name, chain);
    return longest;
  };
}

function toldLastBy(store: HeadStore): (keys: SealKeys) => Promise<PublishedChains> {
  let known: { readonly day: string | undefined; readonly chains: PublishedChains } | undefined;
  return async (keys) => {
    try {
      const days = await store.days();
      if (known && known.day === days.at(-1)) return known.chains;
      const told = await newest({ store, days }, keys);
      const chains = new Map<string, NumberedHash>(told?.chains.map((chain) => [chainName(chain), chain]));
      for (const head of told?.audit ?? []) chains.set(auditChainName, head);
      known = { day: days.at(-1), chains };
    } catch (error) {
      if (!known) throw error;
    }
    return known.chains;
  };
}

/** Chains compared per query. */
const batch = 1_000;

/** Result of comparing a tenant's chains with all published heads. */
export interface HeadComparison {
  /** Days read, over all stores. */
  readonly days: number;
  readonly violations: readonly StoredViolation[];
  /** Unreadable stores, whose remaining days were not compared. */
  readonly failed: readonly FailedHeadRecipient[];
}

/**
 * Compares a tenant's chains with every day in every store: a published link must still exist with the same hash. The
 * audit trail's chain is compared with those of the operating tenant.
 */
export async function compareWithPublished(
  db: Db,
  tenantId: number,
  { keys, stores }: HeadStoreOptions,
): Promise<HeadComparison> {
  const violations: StoredViolation[] = [];
  const failed: FailedHeadRecipient[] = [];
  let days = 0;
  for (const store of stores) {
    const { name: place } = store;
    const found: FoundHeads[] = [];
    try {
      for await (const one of comparedWith(db, tenantId, { keys, store })) {
        if (one === "day") days += 1;
        else found.push(one);
      }
    } catch (error) {
      failed.push({ name: place, error: error as Error });
    }
    violations.push(...found.map((one) => ({ ...one, place })));
  }
  return { days, violations, failed };
}

type FoundHeads = Omit<StoredViolation, "place">;

async function* comparedWith(
  db: Db,
  tenantId: number,
  { keys, store }: { readonly keys: SealKeys; readonly store: HeadStore },
): AsyncGenerator<FoundHeads | "day"> {
  const days = await store.days();
  for (const day of await store.disturbed()) yield ofAll(fileFinding(day, "version", [null, null]));
  const seen = new Map<string, string>();
  let before: PublishedHeads | undefined;
  for (const [index, day] of days.entries()) {
    const told = readHeads(await store.read(day), keys);
    yield "day";
    if (!told || told.day !== day) {
      yield ofAll(fileFinding(day, "mac", [null, null]));
      continue;
    }
    // Days missing in the middle; the oldest ones may be deleted.
    if (index > 0 && told.previous !== null && told.previous.mac !== before?.mac)
      yield ofAll(fileFinding(told.previous.day, null, [told.previous.mac, null]));
    before = told;
    const fresh = told.chains.filter(
      (chain) => chain.tenantId === tenantId && seen.get(chainName(chain)) !== `${chain.length} ${chain.hash}`,
    );
    for (const chain of fresh) seen.set(chainName(chain), `${chain.length} ${chain.hash}`);
    if (tenantId === operatingTenantId)
      for (const head of told.audit) yield* (await comparedWithPublished(db, head)).map(ofAll);
    for (let at = 0; at < fresh.length; at += batch) yield* await compareChains(db, fresh.slice(at, at + batch));
  }
}

async function compareChains(db: Db, chains: readonly PublishedChain[]): Promise<FoundHeads[]> {
  const hashes = await hashesAt(db, chains);
  return chains.flatMap(({ merchantId, book, length, hash }) =>
    publishedHeadFindings({ length, hash, hashNow: hashes.get(`${merchantId} ${book} ${length}`) }, "ledger_seals").map(
      (one) => ({
        ...one,
        merchantId,
        book,
      }),
    ),
  );
}

const fileFinding = (day: string, column: string | null, pair: readonly [string | null, string | null]): Finding =>
  rowFinding({ law: "published", table: "published_heads", key: day }, column, pair);

const ofAll = (one: Finding): FoundHeads => ({ ...one, merchantId: null, book: null });
