const minute = 60_000;

/** A rate limit of tries, and the duration of the lock-out after it. */
export interface AttemptLimit {
  readonly kind: string;
  readonly windowMs: number;
  readonly most: number;
  /** Lock-out in milliseconds after the limit is reached; without it, the window has to pass. */
  readonly lockMs?: number;
  /** The window restarts with every try, instead of with the first. */
  readonly sliding?: boolean;
}

/** PCI DSS 8.3.4 requires at most ten tries and at least thirty minutes. */
export const accountLimit = (most: number, lockMinutes: number): AttemptLimit => ({
  kind: "account",
  windowMs: Math.max(30, lockMinutes) * minute,
  most: Math.min(most, 10),
  lockMs: Math.max(30, lockMinutes) * minute,
  sliding: true,
});

export const factorLimit: AttemptLimit = {
  kind: "factor",
  windowMs: 30 * minute,
  most: 10,
  lockMs: 30 * minute,
  sliding: true,
};
export const addressLimit: AttemptLimit = { kind: "address", windowMs: minute, most: 20 };
export const networkLimit: AttemptLimit = { kind: "network", windowMs: minute, most: 100 };
export const pictureLimit: AttemptLimit = { kind: "picture", windowMs: minute, most: 60 };
export const qrLimit: AttemptLimit = { kind: "qr", windowMs: minute, most: 30 };
/** A waiting page polls every second or two; a hundred pages may share an address. */
export const qrStateLimit: AttemptLimit = { kind: "qrState", windowMs: minute, most: 1_200 };
export const renewalLimit: AttemptLimit = { kind: "renewal", windowMs: minute, most: 10 };
export const phoneMinuteLimit: AttemptLimit = { kind: "phoneMinute", windowMs: minute, most: 1 };
export const phoneHourLimit: AttemptLimit = { kind: "phoneHour", windowMs: 60 * minute, most: 5 };
export const phoneAddressLimit: AttemptLimit = { kind: "phoneAddress", windowMs: 60 * minute, most: 20 };
/** Text messages cost money: a limit for the whole installation, whoever the caller. */
export const phoneDayLimit: AttemptLimit = { kind: "phoneDay", windowMs: 24 * 60 * minute, most: 2_000 };

/** Failed passwords of an account before a captcha is required. */
export const failuresBeforePicture = 5;
/** Accounts tried from one address within ten minutes before a captcha is required. */
export const accountsBeforePicture = 10;
export const accountsWindowMs = 10 * minute;

/** Many accounts failing at the same time suggest password spraying. */
export const isSprayingAttack = { windowMs: 5 * minute, least: 20, share: 0.03 } as const;
/** The alarm is raised once per window. */
export const sprayingAlarm: AttemptLimit = { kind: "sprayingAlarm", windowMs: isSprayingAttack.windowMs, most: 1 };

/**
 * Canonical form of an account name: width, case, surrounding blanks and invisible characters do not affect the
 * counting of tries.
 */
export const canonicalAccount = (typed: string): string =>
  typed
    .normalize("NFKC")
    .replace(/[\p{Cf}\p{Cc}]/gu, "")
    .trim()
    .toLowerCase();

/** The network of an address: /24 of IPv4, /64 of IPv6. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
  if (mapped.includes(".")) return `${mapped.split(".").slice(0, 3).join(".")}.0/24`;
  const [head = "", tail = ""] = mapped.toLowerCase().split("::");
  const left = head.split(":").filter((part) => part !== "");
  const right = tail.split(":").filter((part) => part !== "");
  const middle = mapped.includes("::")
    ? Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => "0")
    : [];
  return `${[...left, ...middle, ...right]
    .slice(0, 4)
    .map((part) => part.replace(/^0+(?=.)/, ""))
    .join(":")}::/64`;
}
