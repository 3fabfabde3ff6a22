import type { Journal } from "@countinghouse/ledger/journal.ts";
import { type ChainHead, headMac, keyedLink, type StoredJournal, unkeyedLink } from "@countinghouse/ledger/seal.ts";
import { type ChainDigests, type ChainTables, headFindings } from "../../../platform/seals/chain.policy.ts";
import {
  columnDifferences,
  missingFinding,
  orphanFinding,
  rowFinding,
} from "../../../platform/seals/finding.policy.ts";
import type { Finding, FindingPlace } from "./ledger.finding.policy.ts";
import { journalPlace } from "./ledger.rows.policy.ts";

/** A stored seal. */
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

/** The link that the verification has reached. */
export interface ChainLink {
  readonly hash: string;
  readonly scheme: 1 | 2;
}

const sealPlace = (seq: number): FindingPlace => ({ law: "sealed", table: "ledger_seals", key: String(seq) });

/** A finding: a seal is missing. */
export const missingSeal = (seq: number): Finding => missingFinding(sealPlace(seq));

/** A finding: a seal has no journal. */
export const orphanSeal = ({ seq }: Pick<SealFacts, "seq">): Finding => orphanFinding(sealPlace(seq));

/** A journal with the data its seal covers. */
export interface SealedJournal {
  readonly journal: Journal;
  readonly stored: StoredJournal;
}

/**
 * Findings about a seal: it belongs to another journal, does not continue the link before, or covers other data than
 * stored now. The expected hash is never disclosed: it would be a valid seal.
 */
export function sealFindings(
  seal: SealFacts,
  { journal, stored }: SealedJournal,
  last: ChainLink,
  digests: ChainDigests,
): Finding[] {
  const place = sealPlace(seal.seq);
  const findings = columnDifferences(place, {
    journal_id: [journal.journalId, seal.journalId],
    prev_hash: [last.hash, seal.prevHash],
  });
  // A keyed link must not be followed by an unkeyed one, which anybody could make.
  if (seal.scheme < last.scheme) findings.push(rowFinding(place, "scheme", [last.scheme, seal.scheme]));
  const hash = hashOf(seal, { journal, stored }, digests);
  if (hash === undefined) findings.push(rowFinding(place, "key_id", [null, seal.keyId]));
  else if (hash !== seal.hash)
    findings.push(rowFinding(journalPlace("sealed", journal.journalId), null, [`ledger_seals ${seal.hash}`, null]));
  return findings;
}

function hashOf(
  seal: SealFacts,
  { journal, stored }: SealedJournal,
  { sha256, hmacOf }: ChainDigests,
): string | undefined {
  if (seal.scheme === 1) return unkeyedLink(seal.prevHash, journal, sha256);
  const hmac = seal.keyId === null ? undefined : hmacOf(seal.keyId);
  return hmac && keyedLink(seal, stored, hmac);
}

/** The end of a chain by three sources: the book's own number, the last link, and the keyed head. */
export interface ChainEnd {
  readonly book: Journal["book"];
  readonly sealedSeq: number;
  readonly last: Pick<SealFacts, "seq" | "hash"> | undefined;
  readonly head: StoredHead | undefined;
}

/** A head with its keyed digest. */
export interface StoredHead extends ChainHead {
  readonly mac: string;
}

/** Whether a head was made with a key of this installation and not altered since. */
export function isGenuine(head: StoredHead, { hmacOf }: ChainDigests): boolean {
  const hmac = hmacOf(head.keyId);
  return hmac !== undefined && headMac(head, hmac) === head.mac;
}

/** The chain of a book by its tables. */
export const chainTables = (book: Journal["book"]): ChainTables => ({
  seals: "ledger_seals",
  heads: "ledger_heads",
  headKey: book,
});

/** Contradictions at the end of a chain; empty where it is whole and may be extended. */
export function endFindings({ book, sealedSeq, last, head }: ChainEnd, digests: ChainDigests): Finding[] {
  const tables = chainTables(book);
  if (!head && !last && sealedSeq > 0) return [missingFinding({ law: "sealed", table: tables.heads, key: book })];
  const counter: FindingPlace = { law: "sealed", table: "ledger_books", key: book };
  return [
    ...(head ? columnDifferences(counter, { sealed_seq: [head.length, sealedSeq] }) : []),
    ...headFindings(tables, { last, head, isGenuine: head !== undefined && isGenuine(head, digests) }),
  ];
}
