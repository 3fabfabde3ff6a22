/** A source of numbers in [0, 1) that a seed repeats exactly. Its state is one integer, so that a snapshot keeps it. */
export interface Random {
  next(): number;
  /** An integer from 0 to below `count`. */
  pick(count: number): number;
}

/** Mulberry32 over the state held elsewhere: small, fast, and equally spread enough to choose faults. */
export function seededRandom(holder: { randomState: number }): Random {
  const next = (): number => {
    holder.randomState = (holder.randomState + 0x6d2b79f5) | 0;
    let mixed = Math.imul(holder.randomState ^ (holder.randomState >>> 15), 1 | holder.randomState);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { next, pick: (count) => Math.floor(next() * count) };
}
