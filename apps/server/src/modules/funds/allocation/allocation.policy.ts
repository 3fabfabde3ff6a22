/** An amount of a batch in minor units; of no batch where that is null. */
export interface BatchPart {
  readonly batchId: string | null;
  readonly amount: bigint;
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** Takes an amount out of what is left in batches, in their order; what they do not hold is of no batch. */
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
 * Gives an amount back to where parts came from, the last that was taken first; `parts` holds what was taken and given
 * back so far, in order. The answers are below nothing. Throws where more would be given back than is taken.
 */
export function releaseNewestFirst(amount: bigint, parts: readonly BatchPart[]): BatchPart[] {
  const net = new Map<string | null, bigint>();
  for (const { batchId, amount: part } of parts) net.set(batchId, (net.get(batchId) ?? 0n) + part);
  const held = [...net].map(([batchId, sum]) => ({ batchId, amount: sum })).filter((one) => one.amount > 0n);
  const total = held.reduce((sum, one) => sum + one.amount, 0n);
  if (amount > total) throw new RangeError(`${amount} of ${total} cannot be given back`);
  return allocateOldestFirst(amount, held.reverse()).map((one) => ({ ...one, amount: -one.amount }));
}
