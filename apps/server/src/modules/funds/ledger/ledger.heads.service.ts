import type { StoredViolation } from "../../../platform/db/ledger-tables.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type Finding, finding } from "./ledger.finding.policy.ts";
import type { HeadStore, HeadWitness } from "./ledger.heads.port.ts";
import { chainName, headsText, readHeads, type ToldChain, type ToldHeads } from "./ledger.heads.wire.ts";
import type { SealKeys } from "./ledger.keys.store.ts";
import { isGenuine, toldFindings } from "./ledger.seal.policy.ts";
import { allHeads, hashesAt } from "./ledger.seal.store.ts";

type Db = Context["db"];

/** Where heads are kept, and by what they are known again. */
export interface HeadMeans {
  readonly keys: SealKeys;
  readonly store: HeadStore;
}

/** One telling of the heads. */
export interface Telling extends HeadMeans {
  readonly witnesses: readonly HeadWitness[];
  readonly now: Date;
  /** Whether to send once more what is kept for the day already. */
  readonly again: boolean;
}

/**
 * Tells the heads of all chains outside, once a day: kept, and sent to every address. Every place is tried; throws in
 * the end if one of them failed.
 */
export async function tellHeads(db: Db, { keys, store, witnesses, now, again }: Telling): Promise<void> {
  const day = now.toISOString().slice(0, 10);
  const isKept = (await store.days()).includes(day);
  if (isKept && !again) return;
  const text = isKept ? await store.read(day) : await textOfNow(db, now, { keys, store });
  const keeping = isKept ? [] : [store.keep(day, text)];
  const outcomes = await Promise.allSettled([...keeping, ...witnesses.map((witness) => witness.tell(text))]);
  const failed = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason as Error] : []));
  if (failed.length > 0) throw new AggregateError(failed, failed.map(({ message }) => message).join("; "));
}

async function textOfNow(db: Db, now: Date, { keys, store }: HeadMeans): Promise<string> {
  const heads = (await allHeads(db)).filter((head) => isGenuine(head, keys));
  const chains = heads.map(({ tenantId, merchantId, book, length, hash }) => ({
    tenantId,
    merchantId,
    book,
    length,
    hash,
  }));
  const last = await newest(store, keys);
  const previous = last ? { day: last.day, mac: last.mac } : null;
  return headsText({ day: now.toISOString().slice(0, 10), takenAt: now.toISOString(), chains, previous }, keys);
}

/** The heads that were told last, those that are not genuine left aside. */
async function newest(store: HeadStore, keys: SealKeys): Promise<ToldHeads | undefined> {
  for (const day of (await store.days()).toReversed()) {
    const told = readHeads(await store.read(day), keys);
    if (told) return told;
  }
  return undefined;
}

/** Looks up the heads that were told last, by {@link chainName}; a file that was read is not read again. */
export function toldLast(store: HeadStore): (keys: SealKeys) => Promise<ReadonlyMap<string, ToldChain>> {
  let known: { readonly day: string | undefined; readonly chains: ReadonlyMap<string, ToldChain> } | undefined;
  return async (keys) => {
    const day = (await store.days()).at(-1);
    if (known?.day !== day || !known) {
      const told = await newest(store, keys);
      known = { day, chains: new Map(told?.chains.map((chain) => [chainName(chain), chain])) };
    }
    return known.chains;
  };
}

/** Chains that are compared at once. */
const batch = 1_000;

/** What comparing the chains of a tenant with everything that was told outside came to. */
export interface Comparison {
  readonly days: number;
  readonly violations: readonly StoredViolation[];
}

/** Compares the chains of a tenant with every day that was told: a link once told is there, with the same hash. */
export async function compareWithTold(db: Db, tenantId: number, means: HeadMeans): Promise<Comparison> {
  const { keys, store } = means;
  const days = await store.days();
  const violations: StoredViolation[] = [];
  const seen = new Map<string, string>();
  let before: ToldHeads | undefined;
  for (const [index, day] of days.entries()) {
    const told = readHeads(await store.read(day), keys);
    if (!told || told.day !== day) {
      violations.push(ofAll(fileFinding(day, "mac", [null, null])));
      continue;
    }
    // Days that were taken out of the middle; the oldest ones may go.
    if (index > 0 && told.previous !== null && told.previous.mac !== before?.mac)
      violations.push(ofAll(fileFinding(told.previous.day, null, [told.previous.mac, null])));
    before = told;
    const fresh = told.chains.filter(
      (chain) => chain.tenantId === tenantId && seen.get(chainName(chain)) !== `${chain.length} ${chain.hash}`,
    );
    for (const chain of fresh) seen.set(chainName(chain), `${chain.length} ${chain.hash}`);
    for (let at = 0; at < fresh.length; at += batch)
      violations.push(...(await compareChains(db, fresh.slice(at, at + batch))));
  }
  return { days: days.length, violations };
}

async function compareChains(db: Db, chains: readonly ToldChain[]): Promise<StoredViolation[]> {
  const hashes = await hashesAt(db, chains);
  return chains.flatMap(({ merchantId, book, length, hash }) =>
    toldFindings({ length, hash, hashNow: hashes.get(`${merchantId} ${book} ${length}`) }).map((one) => ({
      ...one,
      merchantId,
      book,
    })),
  );
}

const fileFinding = (day: string, column: string | null, pair: readonly [string | null, string | null]): Finding =>
  finding({ law: "published", table: "published_heads", key: day }, column, pair);

const ofAll = (one: Finding): StoredViolation => ({ ...one, merchantId: null, book: null });
