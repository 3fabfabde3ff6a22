import type { Head } from "@countinghouse/ledger/seal.ts";
import { z } from "zod";
import type { Digests } from "./ledger.seal.policy.ts";

const Told = z.object({
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
  digest: z.string(),
  previous: z.object({ day: z.iso.date(), mac: z.string() }).nullable(),
  keyId: z.string(),
  mac: z.string(),
});

/** The heads of all chains as they were told outside on a day; `previous` names the ones told before in that place. */
export type ToldHeads = z.output<typeof Told>;

/** The head of one chain as it was told outside. */
export type ToldChain = ToldHeads["chains"][number];

type Contents = Pick<ToldHeads, "day" | "takenAt" | "chains" | "previous">;

const digestOf = (chains: readonly ToldChain[], sha256: Digests["sha256"]): string =>
  sha256(
    chains
      .map(({ tenantId, merchantId, book, length, hash }) => `${tenantId} ${merchantId} ${book} ${length} ${hash}\n`)
      .join(""),
  );

const macText = ({ day, takenAt, previous, digest, keyId }: Omit<ToldHeads, "form" | "chains" | "mac">): string =>
  JSON.stringify(["heads", day, takenAt, previous?.day ?? null, previous?.mac ?? null, digest, keyId]);

/** The text in which heads are told: one digest over all of them, and a keyed one by which the text is known again. */
export function headsText(
  { day, takenAt, chains, previous }: Contents,
  { sha256, active }: Pick<Digests, "sha256"> & { readonly active: { id: string; hmac: Digests["sha256"] } },
): string {
  const told = { day, takenAt, previous, digest: digestOf(chains, sha256), keyId: active.id };
  const mac = active.hmac(macText(told));
  return `${JSON.stringify({ form: 1, ...told, mac, chains } satisfies ToldHeads, null, 1)}\n`;
}

/** Reads what was told; undefined where the text has another form, was altered, or was made by somebody else. */
export function readHeads(text: string, { sha256, hmacOf }: Digests): ToldHeads | undefined {
  const parsed = Told.safeParse(parseJson(text));
  if (!parsed.success) return undefined;
  const told = parsed.data;
  const hmac = hmacOf(told.keyId);
  return hmac && hmac(macText(told)) === told.mac && digestOf(told.chains, sha256) === told.digest ? told : undefined;
}

/** What a person compares: the digest over all heads, and how many there are. The text is one of our own. */
export function headsSummary(text: string): { readonly digest: string; readonly chains: number } {
  const { digest, chains } = Told.parse(JSON.parse(text));
  return { digest, chains: chains.length };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What tells chains apart. */
export const chainName = ({ merchantId, book }: Pick<Head, "merchantId" | "book">): string => `${merchantId} ${book}`;
