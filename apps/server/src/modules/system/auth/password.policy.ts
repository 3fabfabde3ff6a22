import { type Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { frequentPasswords, frequentWords } from "./frequent-words.policy.ts";

/** `pci`: twelve characters with letters and digits (PCI DSS 8.3.6). `nist`: fifteen, whatever they are (SP 800-63B-4). */
export type PasswordProfile = "pci" | "nist";

export const longestPassword = 128;
/** New passwords may not repeat so many before them (PCI DSS 8.3.7). */
export const passwordsRemembered = 4;
const shortest: Readonly<Record<PasswordProfile, number>> = { pci: 12, nist: 15 };

/** Names that must not be part of the password, however they are typed. */
export interface NamesOfPerson {
  readonly names: readonly string[];
}

/** Length as a person counts it: an emoji of several parts is one character. */
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
 * Refuses a password that the rule does not allow or that guessers try early. Every Unicode character counts, blanks
 * included; nothing is cut.
 */
export function assertPassword(password: string, profile: PasswordProfile, { names }: NamesOfPerson): void {
  const refusal = findFault(password.normalize("NFKC"), profile, names);
  if (refusal) throw refusal;
}

const fault = (name: string, values: Readonly<Record<string, string | number>> = {}): Refusal =>
  refuse(`sysAuth.${name}`, values);

function findFault(password: string, profile: PasswordProfile, names: readonly string[]): Refusal | undefined {
  // Counted as people see characters for the lower bound, as the computer stores them for the upper one.
  if (lengthOf(password) < shortest[profile]) return fault("passwordTooShort", { min: shortest[profile] });
  if ([...password].length > longestPassword) return fault("passwordTooLong", { max: longestPassword });
  if (profile === "pci" && !(/\p{L}/u.test(password) && /\p{Nd}/u.test(password)))
    return fault("passwordNeedsLetterAndDigit");
  const lower = password.toLowerCase();
  const word = namesIn(lower, names);
  if (word) return fault("passwordContainsName", { word });
  if (isFrequent(lower)) return fault("passwordCommon");
  if (isSequence(lower)) return fault("passwordSequence");
  return undefined;
}

const segments = (password: string): string[] => [...segmenter.segment(password)].map(({ segment }) => segment);

function namesIn(lower: string, names: readonly string[]): string | undefined {
  const plain = unleet(lower);
  return names
    .flatMap((name) =>
      name
        .normalize("NFKC")
        .toLowerCase()
        .split(/[\s.@_-]+/),
    )
    .find(
      (part) => part.length >= (/^[\p{ASCII}]*$/u.test(part) ? 4 : 2) && (lower.includes(part) || plain.includes(part)),
    );
}

/** Nothing but one, two or three frequent words with digits and signs between and around them. */
function isFrequent(lower: string): boolean {
  if (frequentPasswords.has(lower)) return true;
  const asTyped = lower.replace(/[^a-z]+/g, " ").trim();
  const read = unleet(lower)
    .replace(/[^a-z]+/g, " ")
    .trim();
  const trimmed = unleet(lower.replace(/^[\d\W_]+|[\d\W_]+$/g, "")).replace(/[^a-z]+/g, "");
  return [asTyped, read, trimmed].some(
    (text) => text !== "" && text.split(" ").every((part) => isMadeOfWords(part, 3)),
  );
}

function isMadeOfWords(text: string, most: number): boolean {
  if (text === "" || frequentWords.has(text)) return true;
  if (most <= 1) return false;
  for (let cut = 3; cut < text.length; cut += 1) {
    if (frequentWords.has(text.slice(0, cut)) && isMadeOfWords(text.slice(cut), most - 1)) return true;
  }
  return false;
}

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "qwertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
];
const runs = rows.flatMap((row) => [row, [...row].reverse().join("")]);

/** Made of repeats and runs: fewer than five of its characters are not told by those before them. */
function isSequence(lower: string): boolean {
  const characters = segments(lower);
  if (new Set(characters).size < 5) return true;
  const isRepeat = /^(.{1,6}?)\1+.{0,3}$/u.test(lower);
  let surprises = 1;
  for (let index = 1; index < characters.length; index += 1) {
    const pair = `${characters[index - 1]}${characters[index]}`;
    const isTold = characters[index] === characters[index - 1] || runs.some((run) => run.includes(pair));
    if (!isTold) surprises += 1;
  }
  return isRepeat || surprises < 5;
}
