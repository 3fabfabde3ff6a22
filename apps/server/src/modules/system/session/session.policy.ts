/** How long sessions last, in milliseconds; from the settings. */
export interface SessionLimits {
  readonly accessMs: number;
  readonly idleMs: number;
  readonly absoluteMs: number;
  readonly maxSessions: number;
}

/** What of a session decides whether it still lives. */
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

/** Renewed tokens are given again to calls that left together with the same old pair. */
export const graceMs = 10_000;
/** Activity is noted at most this often, so that reading a page is not a write per call. */
export const touchEveryMs = 15_000;
/** A session looked up is believed for so long; what ends it elsewhere is noticed within. */
export const lookUpMs = 1_500;

/** Why the session has ended by itself, or undefined while it lives. */
export function lapseReason(session: SessionTimes, idleMs: number, now: Date): EndReason | undefined {
  if (now.getTime() >= Date.parse(session.expiresAt)) return "expired";
  if (now.getTime() - Date.parse(session.lastSeenAt) >= idleMs) return "idle";
  return undefined;
}

export const isLive = (session: SessionTimes, idleMs: number, now: Date): boolean =>
  session.endedAt === null && lapseReason(session, idleMs, now) === undefined;

/** Whether the word of a token is the session's present one, or the one before within the grace. */
export const isTokenSecretOf = (
  session: { readonly word: string; readonly previousWord: string | null; readonly previousWordUntil: string | null },
  word: string,
  now: Date,
): boolean =>
  session.word === word ||
  (session.previousWord === word &&
    session.previousWordUntil !== null &&
    now.getTime() < Date.parse(session.previousWordUntil));

/** When a token signed now stops being valid: after its life, and never beyond the session. */
export const accessExpiry = (now: Date, accessMs: number, sessionExpiresAt: string): Date =>
  new Date(Math.min(now.getTime() + accessMs, Date.parse(sessionExpiresAt)));

/** The oldest sessions that must make room for one more. */
export const surplusSessions = <S>(liveOldestFirst: readonly S[], maxSessions: number): readonly S[] =>
  liveOldestFirst.slice(0, Math.max(0, liveOldestFirst.length - maxSessions + 1));

interface Ranked {
  readonly userId: number;
  readonly accountType: number;
}

/** Nobody ends the session of someone who ranks higher. */
export const outranks = (other: Ranked, actor: Ranked): boolean =>
  other.userId !== actor.userId && other.accountType > actor.accountType;

/** The device as a person would name it, from the user agent: good enough to tell one's own devices apart. */
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
