import type { ActorScope } from "../../../platform/access/actor.ts";
import { bytesOf, type CacheFamily, inMs } from "../../../platform/caches/cache-family.ts";
import type { Platform } from "../../../platform/platform.ts";
import type { SignInPerson } from "./person.store.ts";
import { lookUpMs } from "./session.policy.ts";
import type { Session } from "./session.store.ts";

/** A session with everything that determines its owner's access. */
export interface FoundSession {
  readonly session: Session;
  readonly person: SignInPerson;
  readonly access: {
    readonly permissions: ReadonlySet<string>;
    readonly holdsAll: boolean;
    readonly scope: ActorScope;
  };
  readonly idleMs: number;
  /** The merchant in view, whether or not the time for it is over. */
  readonly viewed: { readonly id: string; readonly name: string; readonly tenantId: number } | undefined;
  /** The tenant being visited, whether or not the time for it is over. */
  readonly visited: { readonly id: number; readonly name: string; readonly orgId: number | null } | undefined;
}

/** Finds sessions by token and caches them briefly. */
export interface SessionLookUp {
  find(word: string): Promise<FoundSession | undefined>;
  findAfresh(word: string): Promise<FoundSession | undefined>;
  /** Evicts sessions that ended or changed. */
  forget(sessionIds: readonly string[]): void;
  /** The cached entries, for display. */
  readonly cache: CacheFamily;
}

const remembered = 10_000;

/**
 * Concurrent calls of one page share one look-up. Its age is real time, not the platform's clock: it limits how long a
 * revoked session can continue.
 */
export function buildSessionLookUp(
  platform: Platform,
  load: (platform: Platform, word: string) => Promise<FoundSession | undefined>,
): SessionLookUp {
  const kept = new Map<string, { readonly found: Promise<FoundSession | undefined>; readonly at: number }>();
  const wordsOf = new Map<string, { readonly word: string; readonly found: FoundSession }>();
  const findAfresh = (word: string): Promise<FoundSession | undefined> => {
    if (kept.size >= remembered) {
      kept.clear();
      wordsOf.clear();
    }
    const found = load(platform, word).then(
      (value) => {
        if (value) wordsOf.set(value.session.id, { word, found: value });
        // Unknown tokens are not cached: a stranger could fill the memory with them.
        else kept.delete(word);
        return value;
      },
      (error: unknown) => {
        kept.delete(word);
        throw error;
      },
    );
    kept.set(word, { found, at: performance.now() });
    return found;
  };
  const forget = (sessionIds: readonly string[]): void => {
    for (const id of sessionIds) {
      const known = wordsOf.get(id);
      if (known) kept.delete(known.word);
      wordsOf.delete(id);
    }
  };
  return {
    find: (word) => {
      const entry = kept.get(word);
      return entry && performance.now() - entry.at < lookUpMs ? entry.found : findAfresh(word);
    },
    findAfresh,
    forget,
    cache: {
      name: "session",
      entries: (now) =>
        [...wordsOf].flatMap(([key, { word, found }]) => {
          const leftMs = lookUpMs - (performance.now() - (kept.get(word)?.at ?? Number.NEGATIVE_INFINITY));
          if (leftMs <= 0) return [];
          const { session, access } = found;
          const value = {
            userId: session.userId,
            account: session.userName,
            tenantId: session.tenantId,
            isLocked: session.isLocked,
            holdsAll: access.holdsAll,
            permissions: [...access.permissions].sort(),
          };
          return [{ key, value, expiresAt: inMs(now, leftMs), bytes: bytesOf(value) }];
        }),
      forget: (id) => {
        const isKnown = wordsOf.has(id);
        forget([id]);
        return isKnown;
      },
    },
  };
}
