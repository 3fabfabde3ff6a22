import { coolingHours } from "@countinghouse/contract/funds/payout-account/payout-account.ts";

/** Binding of a sealed account number: it decrypts only for this row. */
export const numberPlace = (id: string): string => `payoutAccount:${id}`;

/** Legal forms of companies: they do not identify an account holder. */
const forms =
  /\b(?:ltd|limited|inc|incorporated|llc|plc|corp|corporation|co|company|gmbh|ag|sa|sas|sarl|bv|nv|srl|spa|oy|ab|pte|pty)\b/g;

const plain = (name: string): string =>
  name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .replace(forms, " ")
    .replace(/\s+/g, "");

const pairsOf = (text: string): string[] =>
  text.length < 2 ? [text] : Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2));

/** Similarity of two names in per cent: twice the shared letter pairs over all pairs (Dice's coefficient). */
export function nameMatch(one: string, other: string): number {
  const [a, b] = [pairsOf(plain(one)), pairsOf(plain(other))];
  const left = [...b];
  const common = a.filter((pair) => {
    const at = left.indexOf(pair);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
  return Math.floor((200 * common) / (a.length + b.length));
}

/** End of the cooling-off period after an account was changed. */
export const coolingEndsAt = (lastChangeTime: string): Date =>
  new Date(Date.parse(lastChangeTime) + coolingHours * 3_600_000);

interface PayeeState {
  readonly status: "enabled" | "disabled";
  readonly verifyStatus: string;
  readonly lastChangeTime: string;
}

/** Why money cannot be sent to an account now; undefined where it can. */
export function payeeObstacleOf(
  account: PayeeState,
  now: Date,
): "accountNotUsable" | "accountNotVerified" | "accountResting" | undefined {
  if (account.status !== "enabled") return "accountNotUsable";
  if (account.verifyStatus !== "verified") return "accountNotVerified";
  return now < coolingEndsAt(account.lastChangeTime) ? "accountResting" : undefined;
}
