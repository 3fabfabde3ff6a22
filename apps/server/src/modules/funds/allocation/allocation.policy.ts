/** A part of an amount by settlement batch, in minor units; batch null for money that no batch brought. */
export interface BatchPart {
  readonly batchId: string | null;
  readonly amount: bigint;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Allocates an amount to batches in order, each up to what is left of it; any remainder belongs to no batch. */
export function allocateOldestFirst(amount: bigint, left: readonly BatchPart[]): BatchPart[] {
  let open = amount;
  const taken = left.flatMap(({ batchId, amount: held }): BatchPart[] => {
    const part = least(held, open);
    if (part <= 0n) return [];
    open -= part;
    return [{ batchId, amount: part }];
  });
  return open > 0n ? [...taken, { batchId: null, amount: open }] : taken;
}

/**
 * Returns an amount to batches, last taken first; `parts` holds what was taken and returned so far, in order. The
 * answer's amounts are negative. Throws where more would be returned than was taken.
 */
export function releaseNewestFirst(amount: bigint, parts: readonly BatchPart[]): BatchPart[] {
  const net = new Map<string | null, bigint>();
  for (const { batchId, amount: part } of parts) net.set(batchId, (net.get(batchId) ?? 0n) + part);
  const held = [...net].map(([batchId, sum]) => ({ batchId, amount: sum })).filter((one) => one.amount > 0n);
  const total = held.reduce((sum, one) => sum + one.amount, 0n);
  if (amount > total) throw new RangeError(`${amount} of ${total} cannot be given back`);
  return allocateOldestFirst(amount, held.reverse()).map((one) => ({ ...one, amount: -one.amount }));
}
