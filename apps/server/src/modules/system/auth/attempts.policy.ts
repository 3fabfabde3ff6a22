const minute = 60_000;

/** How often something may be tried, and for how long it is then closed. */
export interface AttemptLimit {
  readonly kind: string;
  readonly windowMs: number;
  readonly most: number;
  /** Closed for so long once the limit is reached; without it, the window simply has to pass. */
  readonly lockMs?: number;
  /** The window begins anew with every try, instead of with the first. */
  readonly sliding?: boolean;
}

/** PCI DSS 8.3.4 asks for no more than ten tries and no less than thirty minutes. */
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
/** A waiting page asks every second or two; a hundred pages behind one address may do so. */
export const qrStateLimit: AttemptLimit = { kind: "qrState", windowMs: minute, most: 1_200 };
export const renewalLimit: AttemptLimit = { kind: "renewal", windowMs: minute, most: 10 };
export const phoneMinuteLimit: AttemptLimit = { kind: "phoneMinute", windowMs: minute, most: 1 };
export const phoneHourLimit: AttemptLimit = { kind: "phoneHour", windowMs: 60 * minute, most: 5 };
export const phoneAddressLimit: AttemptLimit = { kind: "phoneAddress", windowMs: 60 * minute, most: 20 };
/** Messages cost money: a bound for the whole installation, whoever asks. */
export const phoneDayLimit: AttemptLimit = { kind: "phoneDay", windowMs: 24 * 60 * minute, most: 2_000 };

/** Wrong passwords of one account after which a picture has to be read. */
export const failuresBeforePicture = 5;
/** Different accounts tried from one address within ten minutes after which a picture has to be read. */
export const accountsBeforePicture = 10;
export const accountsWindowMs = 10 * minute;

/** Many accounts failing at once, of all there are, look like one list of passwords tried on all of them. */
export const isSprayingAttack = { windowMs: 5 * minute, least: 20, share: 0.03 } as const;
/** The alarm about it is given once. */
export const sprayingAlarm: AttemptLimit = { kind: "sprayingAlarm", windowMs: isSprayingAttack.windowMs, most: 1 };

/**
 * The one name of everything a person may type for the same account: width, case, outer blanks and invisible
 * characters make no difference to how tries are counted.
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
