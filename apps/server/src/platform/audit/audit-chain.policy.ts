import type { HashFunction } from "@countinghouse/ledger/seal.ts";
import { type ChainDigests, type ChainFinding, headFindings, type NumberedHash } from "../seals/chain.policy.ts";
import {
  columnDifferences,
  type FindingPlaceOf,
  missingFinding,
  orphanFinding,
  rowFinding,
} from "../seals/finding.policy.ts";

/** Columns of an audit entry that its seal covers: all of them. The order is part of the digest and never changes. */
export const sealedEntryColumns = [
  "id",
  "at",
  "tenantId",
  "actorId",
  "actorAccount",
  "actorName",
  "sessionId",
  "operation",
  "input",
  "changes",
  "reason",
  "ip",
  "userAgent",
  "requestId",
  "elapsedMs",
] as const;

/** Columns of the seal that its own hash covers: all but the hash. */
export const sealedAuditSealColumns = ["seq", "entryId", "prevHash", "sealedAt", "keyId"] as const;

/** An entry as stored; `input` and `changes` in the text form that PostgreSQL gives JSON. */
export type StoredEntry = Readonly<Record<(typeof sealedEntryColumns)[number], string | number | null>>;

/** A stored seal of one audit entry. */
export interface AuditSeal {
  readonly seq: number;
  readonly entryId: number;
  readonly prevHash: string;
  readonly hash: string;
  readonly sealedAt: string;
  readonly keyId: string;
}

/** The head of the audit chain, authenticated by a keyed digest. */
export interface AuditHead extends NumberedHash {
  readonly sealedAt: string;
  readonly keyId: string;
  readonly mac: string;
}

const texts = <Column extends string>(
  row: Readonly<Record<Column, string | number | null>>,
  columns: readonly Column[],
): (string | null)[] => columns.map((column) => (row[column] === null ? null : String(row[column])));

/** The hash of a seal: a keyed digest over every column of seal and entry. */
export const auditLink = (seal: Omit<AuditSeal, "hash">, entry: StoredEntry, hmac: HashFunction): string =>
  hmac(JSON.stringify(["audit seal", texts(seal, sealedAuditSealColumns), texts(entry, sealedEntryColumns)]));

/** The keyed digest of the chain's head. */
export const auditHeadMac = ({ length, hash, sealedAt, keyId }: Omit<AuditHead, "mac">, hmac: HashFunction): string =>
  hmac(JSON.stringify(["audit head", length, hash, sealedAt, keyId]));

/** Whether the head was made with a key of this installation and not altered since. */
export function isGenuineAuditHead(head: AuditHead, { hmacOf }: Pick<ChainDigests, "hmacOf">): boolean {
  const hmac = hmacOf(head.keyId);
  return hmac !== undefined && auditHeadMac(head, hmac) === head.mac;
}

/** The end of the chain as told by the head and by the last seal. */
export interface AuditEnd {
  readonly last: Pick<AuditSeal, "seq" | "hash" | "entryId"> | undefined;
  readonly head: AuditHead | undefined;
}

/** The table of the seals. */
export const auditSealTable = "audit_seals";

/** Contradictions between the head and the last seal; empty where the chain is whole and may be extended. */
export const auditEndFindings = ({ last, head }: AuditEnd, digests: ChainDigests): ChainFinding[] =>
  headFindings(
    { seals: auditSealTable, heads: "audit_heads", headKey: "audit" },
    { last, head, isGenuine: head !== undefined && isGenuineAuditHead(head, digests) },
  );

const placeOf = (table: "audit_seals" | "audit_entries", key: number): FindingPlaceOf<"sealed"> => ({
  law: "sealed",
  table,
  key: String(key),
});

/** A finding: an entry in the sealed part of the trail has no seal, so it was inserted afterwards. */
export const unsealedEntryFinding = (entryId: number): ChainFinding => orphanFinding(placeOf("audit_entries", entryId));

/** The link that the verification has reached. */
export type AuditLink = Pick<AuditSeal, "seq" | "hash" | "entryId">;

/** Faults of one seal: links or entries are missing, the order differs, or its entry is not the one that was sealed. */
export function auditSealFindings(
  seal: AuditSeal,
  entry: StoredEntry | undefined,
  last: AuditLink,
  { hmacOf }: Pick<ChainDigests, "hmacOf">,
): ChainFinding[] {
  const place = placeOf(auditSealTable, seal.seq);
  const findings: ChainFinding[] = [];
  if (seal.seq !== last.seq + 1) findings.push(missingFinding(placeOf(auditSealTable, last.seq + 1)));
  findings.push(...columnDifferences(place, { prev_hash: [last.hash, seal.prevHash] }));
  if (seal.entryId <= last.entryId) findings.push(rowFinding(place, "entry_id", [`> ${last.entryId}`, seal.entryId]));
  if (!entry) return [...findings, missingFinding(placeOf("audit_entries", seal.entryId))];
  const hmac = hmacOf(seal.keyId);
  if (!hmac) findings.push(rowFinding(place, "key_id", [null, seal.keyId]));
  else if (auditLink(seal, entry, hmac) !== seal.hash)
    findings.push(rowFinding(placeOf("audit_entries", seal.entryId), null, [`${auditSealTable} ${seal.hash}`, null]));
  return findings;
}
