import type { Journal } from "@countinghouse/ledger/journal.ts";
import {
  type Hash,
  type Head,
  headMac,
  keyedLink,
  type StoredJournal,
  unkeyedLink,
} from "@countinghouse/ledger/seal.ts";
import { differences, type Finding, finding, missing, type Place, unfounded } from "./ledger.finding.policy.ts";
import { journalPlace } from "./ledger.rows.policy.ts";

/** A seal as it is stored. */
export interface SealFacts {
  readonly merchantId: string;
  readonly book: Journal["book"];
  readonly seq: number;
  readonly journalId: string;
  readonly prevHash: string;
  readonly hash: string;
  readonly sealedAt: string;
  readonly scheme: 1 | 2;
  readonly keyId: string | null;
}

/** What links are reckoned with: SHA-256 for the first scheme, and the key that a later seal names. */
export interface Digests {
  readonly sha256: Hash;
  /** Undefined where the key is not known to this installation. */
  hmacOf(keyId: string): Hash | undefined;
}

/** Where the walk along a chain has come to. */
export interface Link {
  readonly hash: string;
  readonly scheme: 1 | 2;
}

const sealPlace = (seq: number): Place => ({ law: "sealed", table: "ledger_seals", key: String(seq) });

/** A seal that has to be there and is not. */
export const missingSeal = (seq: number): Finding => missing(sealPlace(seq));

/** A seal without a journal. */
export const unfoundedSeal = ({ seq }: Pick<SealFacts, "seq">): Finding => unfounded(sealPlace(seq));

/** A journal with what its seal was made over. */
export interface Sealed {
  readonly journal: Journal;
  readonly stored: StoredJournal;
}

/**
 * What of a seal does not hold: it belongs to another journal, does not hold on to the link before, or was made over
 * something else than what is stored now. What its hash had to be is not told: that would be a seal for the asking.
 */
export function sealFindings(seal: SealFacts, { journal, stored }: Sealed, last: Link, digests: Digests): Finding[] {
  const place = sealPlace(seal.seq);
  const findings = differences(place, {
    journal_id: [journal.journalId, seal.journalId],
    prev_hash: [last.hash, seal.prevHash],
  });
  // What was once keyed is never followed by what anybody can make.
  if (seal.scheme < last.scheme) findings.push(finding(place, "scheme", [last.scheme, seal.scheme]));
  const hash = hashOf(seal, { journal, stored }, digests);
  if (hash === undefined) findings.push(finding(place, "key_id", [null, seal.keyId]));
  else if (hash !== seal.hash)
    findings.push(finding(journalPlace("sealed", journal.journalId), null, [`ledger_seals ${seal.hash}`, null]));
  return findings;
}

function hashOf(seal: SealFacts, { journal, stored }: Sealed, { sha256, hmacOf }: Digests): string | undefined {
  if (seal.scheme === 1) return unkeyedLink(seal.prevHash, journal, sha256);
  const hmac = seal.keyId === null ? undefined : hmacOf(seal.keyId);
  return hmac && keyedLink(seal, stored, hmac);
}

/** How far a chain has come by three witnesses: the book's own number, its last link, and its keyed head. */
export interface ChainEnd {
  readonly book: Journal["book"];
  readonly sealedSeq: number;
  readonly last: Pick<SealFacts, "seq" | "hash"> | undefined;
  readonly head: StoredHead | undefined;
}

/** A head with the digest that proves it. */
export interface StoredHead extends Head {
  readonly mac: string;
}

/** Whether a head was made with a key of this installation and not altered since. */
export function isGenuine(head: StoredHead, { hmacOf }: Digests): boolean {
  const hmac = hmacOf(head.keyId);
  return hmac !== undefined && headMac(head, hmac) === head.mac;
}

/** What the end of a chain contradicts; nothing where the chain is whole and may be continued. */
export function endFindings({ book, sealedSeq, last, head }: ChainEnd, digests: Digests): Finding[] {
  const headPlace: Place = { law: "sealed", table: "ledger_heads", key: book };
  if (!head) return sealedSeq === 0 && !last ? [] : [missing(headPlace)];
  const findings = differences(
    { law: "sealed", table: "ledger_books", key: book },
    { sealed_seq: [head.length, sealedSeq] },
  );
  if (!isGenuine(head, digests)) findings.push(finding(headPlace, "mac", [null, head.mac]));
  if (!last || last.seq < head.length) findings.push(missingSeal(head.length));
  else if (last.seq > head.length) findings.push(unfoundedSeal(last));
  else findings.push(...differences(sealPlace(last.seq), { hash: [head.hash, last.hash] }));
  return findings;
}

/** A head that was told outside, beside what the chain holds at that number now. */
export interface Told {
  readonly length: number;
  readonly hash: string;
  /** The hash of the link with that number; undefined where the chain is shorter. */
  readonly hashNow: string | undefined;
}

/** What of a chain is not as it was told outside. */
export function toldFindings({ length, hash, hashNow }: Told): Finding[] {
  const place: Place = { ...sealPlace(length), law: "published" };
  return hashNow === undefined ? [finding(place, null, [hash, null])] : differences(place, { hash: [hash, hashNow] });
}
