/**
 * A resumable position in the outbox. Ids are assigned before commit, so an event may appear after events with higher
 * ids: `gaps` are the ids up to `last` that had not appeared when the position was taken.
 */
export interface EventPosition {
  readonly last: number;
  readonly gaps: readonly number[];
}

const gapsMax = 64;

/** The position as the text of an event's `id` line: the outbox id, and the gaps if any. */
export const formatPosition = ({ last, gaps }: EventPosition): string =>
  gaps.length === 0 ? String(last) : `${last}~${gaps.slice(-gapsMax).join(",")}`;

/** Parses the output of {@link formatPosition}; undefined for anything else. */
export function parsePosition(text: string): EventPosition | undefined {
  const match = /^(\d{1,15})(?:~(\d{1,15}(?:,\d{1,15})*))?$/.exec(text.slice(0, 2048));
  if (!match) return undefined;
  const gaps = match[2]?.split(",").map(Number) ?? [];
  return gaps.length > gapsMax ? undefined : { last: Number(match[1]), gaps };
}

/**
 * How long a missing id is waited for, in milliseconds. No transaction may take longer, so the id's transaction was
 * rolled back.
 */
export const gapPatienceMs = 300_000;

/** Tracks which ids have appeared and which are missing. */
export interface PositionLog {
  /** Notes that an event appeared; answers whether it was the first time. */
  note(id: number, nowMs: number): boolean;
  /** Starts at `last` without counting lower ids as missing. */
  startAt(last: number): void;
  /** The current position; with `upTo`, the position at that id. */
  position(upTo?: number): EventPosition;
}

/** A log for one node. It drops ids older than {@link gapPatienceMs}. */
export function createPositionLog(): PositionLog {
  const seen = new Map<number, number>();
  const missing = new Map<number, number>();
  let last: number | undefined;

  const forgetOld = (nowMs: number): void => {
    for (const entries of [seen, missing]) {
      for (const [id, at] of entries) {
        if (at > nowMs - gapPatienceMs) break;
        entries.delete(id);
      }
    }
  };

  return {
    note(id, nowMs) {
      forgetOld(nowMs);
      if (seen.has(id)) return false;
      seen.set(id, nowMs);
      missing.delete(id);
      // Far jumps are sequence values lost in a server crash, not thousands of open transactions.
      if (last !== undefined)
        for (let gap = Math.max(last + 1, id - gapsMax); gap < id; gap += 1) missing.set(gap, nowMs);
      last = Math.max(last ?? id, id);
      return true;
    },
    startAt(id) {
      last = Math.max(last ?? 0, id);
    },
    position(upTo = last ?? 0) {
      const gaps = [...missing.keys()].filter((id) => id <= upTo).sort((a, b) => a - b);
      return { last: upTo, gaps: gaps.slice(-gapsMax) };
    },
  };
}
