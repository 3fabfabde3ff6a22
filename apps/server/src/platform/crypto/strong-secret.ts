import { sha256 } from "./digest.ts";
import { estimateGuesses } from "./guess-estimator.ts";

/** Shortest installation secret accepted, in bytes. */
export const minSecretBytes = 32;

/** Keys published in sample configurations and tutorials that are long enough to pass as secrets. */
const published = new Set(
  [
    "your-256-bit-secret-your-256-bit-secret",
    "0123456789abcdef0123456789abcdef",
    "abcdefghijklmnopqrstuvwxyz123456",
    "3c1cbc3f546eda35168c3aa3cb91780fbe703f0996c6d123ea96dc85c70bbc0a",
    "a-string-secret-at-least-256-bits-long",
    "this is my custom secret key for authentication",
    "thisismysecretkeythisismysecretkey",
    "my-32-character-ultra-secure-and-ultra-long-secret",
    "mysupersecretkeythatisatleast32characterslong",
    "404e635266556a586e3272357538782f413f4428472b4b6250645367566b5970",
    "5367566b59703373367639792f423f4528482b4d6251655468576d5a71347437",
    "your_jwt_secret_key_here_minimum_32_characters",
    "development-secret-do-not-use-in-production",
    "insecure-dev-secret-please-change-in-production",
    "django-insecure-change-me-please-change-me-now",
    "please-change-this-to-a-long-random-string-of-32-characters",
    "your-super-secret-jwt-key-change-this-in-production",
    "super-secret-jwt-token-with-at-least-32-characters-long",
    "change-this-to-a-secure-random-string-in-production",
    "thisisasecretkeythatshouldbechangedinproduction",
    "secretkeysecretkeysecretkeysecretkey",
  ].map((text) => sha256(text)),
);

/** Minimum guesses that a secret must withstand, as a power of ten. Random secrets of 32 symbols reach at least 27. */
const guessesLog10Min = 25;

const judgedFirst = 36;

/** Patterns typical of people rather than generators. */
const handmade = new Set(["spatial", "sequence", "repeat", "date"]);

/** US keyboard with and without shift: a keyboard walk counts with either. */
const [shifted, plain] = ['!@#$%^&*()_+{}|:"<>?~', "1234567890-=[]\\;',./`"];
const unshift = (text: string): string =>
  [...text.toLowerCase()].map((sign) => plain[shifted.indexOf(sign)] ?? sign).join("");

/** A well-known phrase, however its words are separated and whatever surrounds it. */
const knownPhrases = ["correcthorsebatterystaple"];
const isKnownPhrase = (secret: string): boolean => {
  const letters = secret.toLowerCase().replace(/[^a-z]/g, "");
  return knownPhrases.some((phrase) => letters.includes(phrase) && letters.length < 2 * phrase.length);
};

/** Whether a secret looks made up by a person: of words, names, keyboard walks, repetitions and dates. */
function isThoughtUp(secret: string): boolean {
  const isHandmade = (text: string): boolean => {
    const { guessesLog10, sequence } = estimateGuesses(text, []);
    const patterned = sequence.filter(({ pattern }) => handmade.has(pattern));
    const length = patterned.reduce((sum, { token }) => sum + token.length, 0);
    return guessesLog10 < guessesLog10Min || length > text.length / 2;
  };
  const isWeak = (text: string): boolean => isHandmade(text) || isHandmade(unshift(text));
  // A strong beginning makes the whole strong, and estimating a long text is slow.
  return isWeak(secret.slice(0, judgedFirst)) && (secret.length <= judgedFirst || isWeak(secret));
}

/** Throws, without quoting it, when a secret is short, published in a sample or guessable. */
export function assertStrongSecret(secret: string): void {
  const fault =
    Buffer.byteLength(secret, "utf8") < minSecretBytes
      ? `is shorter than ${minSecretBytes} bytes`
      : new Set(secret).size < 10
        ? "repeats a few symbols"
        : published.has(sha256(secret)) || published.has(sha256(secret.toLowerCase()))
          ? "is printed in a public sample"
          : isKnownPhrase(secret) || isThoughtUp(secret)
            ? "can be guessed: it is made of words, rows of keys, repetitions or dates"
            : undefined;
  if (fault) throw new Error(`The installation secret ${fault}. Make one with: openssl rand -base64 48`);
}
