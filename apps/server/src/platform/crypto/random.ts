import { randomBytes, randomInt } from "node:crypto";

/** A random secret for URLs and headers: `bytes` random bytes in base64url. */
export const randomSecret = (bytes = 32): string => randomBytes(bytes).toString("base64url");

/** `length` symbols of `alphabet`, each drawn without bias from the system's CSPRNG. */
export const randomSymbols = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join("");

/** A numeric code of `length` digits, leading zeros included. */
export const randomDigits = (length: number): string => randomSymbols("0123456789", length);
