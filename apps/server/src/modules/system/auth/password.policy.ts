import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { type GuessEstimator, namePartsOf, strengthOf } from "@countinghouse/contract/platform/password-strength.ts";

/** `pci`: twelve characters with letters and digits (PCI DSS 8.3.6). `nist`: fifteen, whatever they are (SP 800-63B-4). */
export type PasswordProfile = "pci" | "nist";

export const longestPassword = 128;
/** Number of previous passwords that may not be reused (PCI DSS 8.3.7). */
export const passwordsRemembered = 4;
const shortest: Readonly<Record<PasswordProfile, number>> = { pci: 12, nist: 15 };

/** Context of a password check. */
export interface PasswordContext {
  readonly profile: PasswordProfile;
  /** Names that must not occur in the password, in any spelling. */
  readonly names: readonly string[];
  readonly estimate: GuessEstimator;
}

/** Length in user-perceived characters: an emoji of several code points is one character. */
const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });
const lengthOf = (password: string): number => [...segmenter.segment(password)].length;

const leet: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
  "+": "t",
};
const unleet = (text: string): string => text.replace(/[013457@$!+]/g, (sign) => leet[sign] ?? sign);

/**
 * Refuses a password that violates the rules or is easy to guess. Every Unicode character counts, blanks included;
 * nothing is truncated.
 */
export function assertPassword(password: string, judgement: PasswordContext): void {
  const refusal = findFault(password.normalize("NFKC"), judgement);
  if (refusal) throw refusal;
}

const fault = (name: string, values: Readonly<Record<string, string | number>> = {}): Refusal =>
  refuse(`sysAuth.${name}`, values);

function findFault(password: string, { profile, names, estimate }: PasswordContext): Refusal | undefined {
  // User-perceived characters for the minimum, stored ones for the maximum.
  if (lengthOf(password) < shortest[profile]) return fault("passwordTooShort", { min: shortest[profile] });
  if ([...password].length > longestPassword) return fault("passwordTooLong", { max: longestPassword });
  if (profile === "pci" && !(/\p{L}/u.test(password) && /\p{Nd}/u.test(password)))
    return fault("passwordNeedsLetterAndDigit");
  const parts = namePartsOf(names);
  const word = nameIn(password.toLowerCase(), parts);
  if (word) return fault("passwordContainsName", { word });
  const { weakness, word: own } = strengthOf(password, parts, estimate);
  return weakness && fault(weakness, weakness === "passwordContainsName" ? { word: own } : {});
}

function nameIn(lower: string, names: readonly string[]): string | undefined {
  const plain = unleet(lower);
  return names.find((name) => lower.includes(name) || plain.includes(name));
}
