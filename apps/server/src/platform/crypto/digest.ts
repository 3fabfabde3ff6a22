import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

/** SHA-256 in base64url: the form in which random 256-bit secrets are stored. */
export const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("base64url");

const prepared = new WeakMap<Buffer, KeyObject>();

/** A prepared HMAC key: with raw key bytes Node takes several times as long per digest. */
function ready(key: Buffer): KeyObject {
  const known = prepared.get(key);
  if (known) return known;
  const made = createSecretKey(key);
  prepared.set(key, made);
  return made;
}

/** HMAC-SHA-256 in base64url, for short secrets whose plain hash could be brute-forced. */
export const hmacSha256 = (key: Buffer, text: string): string =>
  createHmac("sha256", ready(key)).update(text, "utf8").digest("base64url");

/** SHA-256 in lower-case hexadecimal. */
export const sha256Hex = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** HMAC-SHA-256 (RFC 2104) in lower-case hexadecimal. */
export const hmacSha256Hex = (key: Buffer, text: string): string =>
  createHmac("sha256", ready(key)).update(text, "utf8").digest("hex");

/** Compares two secrets in constant time. */
export function sameSecret(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHash("sha256").update(text, "utf8").digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
