/** Session lifetimes in milliseconds, from the settings. */
export interface SessionLimits {
  readonly accessMs: number;
  readonly idleMs: number;
  readonly absoluteMs: number;
  readonly maxSessions: number;
}

/** The times that determine whether a session is live. */
export interface SessionTimes {
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly endedAt: string | null;
}

export type EndReason =
  | "signedOut"
  | "forced"
  | "elsewhere"
  | "reuse"
  | "changed"
  | "disabled"
  | "idle"
  | "expired"
  | "unlockFailed";

/** Grace period in milliseconds, in which concurrent calls with the same old tokens get the same new ones. */
export const graceMs = 10_000;
/** Minimum interval between recorded activity, in milliseconds, so that not every call is a write. */
export const touchEveryMs = 15_000;
/** Age limit of a cached session in milliseconds; ends elsewhere are noticed within it. */
export const lookUpMs = 1_500;

/** Why the session has expired, or undefined while it is live. */
export function lapseReason(session: SessionTimes, idleMs: number, now: Date): EndReason | undefined {
  if (now.getTime() >= Date.parse(session.expiresAt)) return "expired";
  if (now.getTime() - Date.parse(session.lastSeenAt) >= idleMs) return "idle";
  return undefined;
}

export const isLive = (session: SessionTimes, idleMs: number, now: Date): boolean =>
  session.endedAt === null && lapseReason(session, idleMs, now) === undefined;

/** Whether a token's secret is the session's current one, or the previous one within the grace period. */
export const isTokenSecretOf = (
  session: { readonly word: string; readonly previousWord: string | null; readonly previousWordUntil: string | null },
  word: string,
  now: Date,
): boolean =>
  session.word === word ||
  (session.previousWord === word &&
    session.previousWordUntil !== null &&
    now.getTime() < Date.parse(session.previousWordUntil));

/** Expiry of a token signed now: after its lifetime, and never after the session. */
export const accessExpiry = (now: Date, accessMs: number, sessionExpiresAt: string): Date =>
  new Date(Math.min(now.getTime() + accessMs, Date.parse(sessionExpiresAt)));

/** The oldest sessions, which make room for a new one. */
export const surplusSessions = <S>(liveOldestFirst: readonly S[], maxSessions: number): readonly S[] =>
  liveOldestFirst.slice(0, Math.max(0, liveOldestFirst.length - maxSessions + 1));

interface Ranked {
  readonly userId: number;
  readonly accountType: number;
}

/** Nobody ends the session of somebody of higher rank. */
export const outranks = (other: Ranked, actor: Ranked): boolean =>
  other.userId !== actor.userId && other.accountType > actor.accountType;

/** The device in readable form, from the user agent: enough to tell one's own devices apart. */
export function deviceOf(userAgent: string): { readonly browser: string; readonly os: string } {
  const browsers: readonly (readonly [string, RegExp])[] = [
    ["Edge", /Edg(?:e|A|iOS)?\/(\d+)/],
    ["WeChat", /MicroMessenger\/(\d+)/],
    ["Opera", /OPR\/(\d+)/],
    ["Firefox", /(?:Firefox|FxiOS)\/(\d+)/],
    ["Chrome", /(?:Chrome|CriOS)\/(\d+)/],
    ["Safari", /Version\/(\d+)[^ ]* (?:Mobile\/\S+ )?Safari/],
  ];
  const systems: readonly (readonly [string, RegExp])[] = [
    ["Android", /Android (\d+)/],
    ["iOS", /(?:iPhone|iPad)[^)]* OS (\d+)/],
    ["Windows", /Windows NT (\d+)/],
    ["macOS", /Mac OS X (\d+)/],
    ["Linux", /Linux/],
  ];
  const named = (list: typeof browsers): string => {
    for (const [name, pattern] of list) {
      const match = pattern.exec(userAgent);
      if (match) return match[1] ? `${name} ${match[1]}` : name;
    }
    return "";
  };
  return { browser: named(browsers), os: named(systems) };
}
