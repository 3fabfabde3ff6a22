import type { HashFunction } from "@countinghouse/ledger/seal.ts";
import { columnDifferences, type FindingOf, missingFinding, orphanFinding, rowFinding } from "./finding.policy.ts";

/** Hash functions of links: SHA-256 where no key is needed, and HMAC under the key that a seal names. */
export interface ChainDigests {
  readonly sha256: HashFunction;
  /** Undefined where this installation does not have the key. */
  hmacOf(keyId: string): HashFunction | undefined;
}

/** Violated invariants of a chain: it contradicts itself, or a head published outside. */
export type ChainInvariant = "sealed" | "published";
/** A finding about a chain. */
export type ChainFinding = FindingOf<ChainInvariant>;

/** The tables of a chain, and the key of its head. */
export interface ChainTables {
  readonly seals: string;
  readonly heads: string;
  readonly headKey: string;
}

/** The number and hash of a link. */
export interface NumberedHash {
  readonly length: number;
  readonly hash: string;
}

/** The end of a chain, by its keyed head and by its last link. */
export interface StoredEnd {
  readonly last: { readonly seq: number; readonly hash: string } | undefined;
  readonly head: (NumberedHash & { readonly mac: string }) | undefined;
  /** Whether the head was made with a key of this installation and not altered since. */
  readonly isGenuine: boolean;
}

/** Contradictions between the head and the last link of a chain. */
export function headFindings({ seals, heads, headKey }: ChainTables, { last, head, isGenuine }: StoredEnd) {
  const headPlace = { law: "sealed", table: heads, key: headKey } as const;
  if (!head) return last ? [missingFinding(headPlace)] : [];
  const findings: ChainFinding[] = isGenuine ? [] : [rowFinding(headPlace, "mac", [null, head.mac])];
  const sealAt = (seq: number) => ({ law: "sealed", table: seals, key: String(seq) }) as const;
  if (!last || last.seq < head.length) findings.push(missingFinding(sealAt(head.length)));
  else if (last.seq > head.length) findings.push(orphanFinding(sealAt(last.seq)));
  else findings.push(...columnDifferences(sealAt(last.seq), { hash: [head.hash, last.hash] }));
  return findings;
}

/** A head published outside, with the chain's present hash at that number. */
export interface PublishedHead extends NumberedHash {
  /** The present hash of the link with that number; undefined where the chain is shorter. */
  readonly hashNow: string | undefined;
}

/** Differences between a chain and a head published outside. */
export function publishedHeadFindings({ length, hash, hashNow }: PublishedHead, seals: string): ChainFinding[] {
  const place = { law: "published", table: seals, key: String(length) } as const;
  return hashNow === undefined
    ? [rowFinding(place, null, [hash, null])]
    : columnDifferences(place, { hash: [hash, hashNow] });
}
