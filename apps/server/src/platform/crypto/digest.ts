import { createHash, createHmac, timingSafeEqual } from "node:crypto";

/** SHA-256 in base64url: the form in which random 256-bit secrets are stored. */
export const sha256 = (text: string): string => createHash("sha256").update(text, "utf8").digest("base64url");

/** HMAC-SHA-256 in base64url: for short secrets, whose plain hash could be searched. */
export const hmacSha256 = (key: Buffer, text: string): string =>
  createHmac("sha256", key).update(text, "utf8").digest("base64url");

/** SHA-256 in lower-case hexadecimal. */
export const sha256Hex = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");

/** HMAC-SHA-256 (RFC 2104) in lower-case hexadecimal. */
export const hmacSha256Hex = (key: Buffer, text: string): string =>
  createHmac("sha256", key).update(text, "utf8").digest("hex");

/** Compares two secrets in a time that does not depend on where they differ. */
export function sameSecret(left: string, right: string): boolean {
  const [a, b] = [left, right].map((text) => createHash("sha256").update(text, "utf8").digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}
