import type { ChainHead } from "@countinghouse/ledger/seal.ts";
import { z } from "zod";
import type { ChainDigests } from "../../../platform/seals/chain.policy.ts";

const PublishedHeadShape = z.object({
  form: z.literal(1),
  day: z.iso.date(),
  takenAt: z.iso.datetime(),
  chains: z.array(
    z.object({
      tenantId: z.int(),
      merchantId: z.string(),
      book: z.enum(["live", "test"]),
      length: z.int().positive(),
      hash: z.string(),
    }),
  ),
  /** Head of the audit trail's chain; absent in texts older than that chain. */
  audit: z.array(z.object({ length: z.int().positive(), hash: z.string() })).default([]),
  digest: z.string(),
  previous: z.object({ day: z.iso.date(), mac: z.string() }).nullable(),
  keyId: z.string(),
  mac: z.string(),
});

/** Heads of all chains as published on a day; `previous` refers to the text published before in that store. */
export type PublishedHeads = z.output<typeof PublishedHeadShape>;

/** The published head of one chain. */
export type PublishedChain = PublishedHeads["chains"][number];

type Contents = Pick<PublishedHeads, "day" | "takenAt" | "chains" | "audit" | "previous">;

const digestOf = (
  { chains, audit }: Pick<PublishedHeads, "chains" | "audit">,
  sha256: ChainDigests["sha256"],
): string =>
  sha256(
    [
      ...chains.map(
        ({ tenantId, merchantId, book, length, hash }) => `${tenantId} ${merchantId} ${book} ${length} ${hash}\n`,
      ),
      ...audit.map(({ length, hash }) => `audit ${length} ${hash}\n`),
    ].join(""),
  );

const macText = ({
  day,
  takenAt,
  previous,
  digest,
  keyId,
}: Omit<PublishedHeads, "form" | "chains" | "audit" | "mac">): string =>
  JSON.stringify(["heads", day, takenAt, previous?.day ?? null, previous?.mac ?? null, digest, keyId]);

/** The published text: a digest over all heads, and a keyed digest that authenticates the text. */
export function headsText(
  { day, takenAt, chains, audit, previous }: Contents,
  { sha256, active }: Pick<ChainDigests, "sha256"> & { readonly active: { id: string; hmac: ChainDigests["sha256"] } },
): string {
  const told = { day, takenAt, previous, digest: digestOf({ chains, audit }, sha256), keyId: active.id };
  const mac = active.hmac(macText(told));
  return `${JSON.stringify({ form: 1, ...told, mac, chains, audit } satisfies PublishedHeads, null, 1)}\n`;
}

/** Parses a published text; undefined where it has another format, was altered, or is not ours. */
export function readHeads(text: string, { sha256, hmacOf }: ChainDigests): PublishedHeads | undefined {
  const parsed = PublishedHeadShape.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const told = parsed.data;
  const hmac = hmacOf(told.keyId);
  return hmac && hmac(macText(told)) === told.mac && digestOf(told, sha256) === told.digest ? told : undefined;
}

/** The values a person compares: the digest over all heads, and their number. The text is our own. */
export function headsSummary(text: string): { readonly digest: string; readonly chains: number } {
  const { digest, chains, audit } = PublishedHeadShape.parse(JSON.parse(text));
  return { digest, chains: chains.length + audit.length };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Identifies a chain. */
export const chainName = ({ merchantId, book }: Pick<ChainHead, "merchantId" | "book">): string =>
  `${merchantId} ${book}`;

/** Name of the audit trail's chain, distinct from those of books. */
export const auditChainName = "audit";
