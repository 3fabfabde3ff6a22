import type { CacheKey } from "@countinghouse/contract/operations/cache/cache.ts";

/** Separates the family of a key from the rest. */
export const parted = (key: string): { readonly family: string; readonly rest: string } => {
  const at = key.indexOf(":");
  return at < 0 ? { family: key, rest: "" } : { family: key.slice(0, at), rest: key.slice(at + 1) };
};

/** The prefix within a family's own keys, or undefined where none match. */
export function beginningIn(family: string, prefix: string): string | undefined {
  const whole = `${family}:`;
  if (whole.startsWith(prefix)) return "";
  return prefix.startsWith(whole) ? prefix.slice(whole.length) : undefined;
}

/** A cache key held by a node or the database. */
export interface HeldKey {
  readonly key: string;
  readonly node: string | null;
  readonly expiresAt: string | null;
  readonly bytes: number;
}

/** Keys with their holders, sorted. */
export function joinedKeys(held: readonly HeldKey[]): CacheKey[] {
  const byKey = new Map<string, CacheKey>();
  for (const { key, node, expiresAt, bytes } of held) {
    const known = byKey.get(key);
    byKey.set(key, {
      key,
      family: parted(key).family,
      isShared: node === null,
      nodes: [...(known?.nodes ?? []), ...(node === null ? [] : [node])],
      expiresAt: laterOf(known, expiresAt),
      bytes: Math.max(known?.bytes ?? 0, bytes),
    });
  }
  return [...byKey.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

function laterOf(known: CacheKey | undefined, expiresAt: string | null): string | null {
  if (!known) return expiresAt;
  if (known.expiresAt === null || expiresAt === null) return null;
  return known.expiresAt > expiresAt ? known.expiresAt : expiresAt;
}
