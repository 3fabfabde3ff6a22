import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import {
  type AccessSignedParts,
  accessTextToSign,
} from "@countinghouse/contract/operations/open-access/access-signing.ts";

/** Lower-case hex SHA-256 of a body. */
export const bodyHashOf = (body: string): string => createHash("sha256").update(body, "utf8").digest("hex");

/** Signature of a call: Base64 HMAC-SHA256 of the signed text. */
export const accessSignatureOf = (secret: string, parts: AccessSignedParts): string =>
  createHmac("sha256", secret).update(accessTextToSign(parts), "utf8").digest("base64");

/** Whether a signature is correct, compared in constant time. */
export function isAccessSignature(given: string, secret: string, parts: AccessSignedParts): boolean {
  const right = Buffer.from(accessSignatureOf(secret, parts), "base64");
  const told = Buffer.from(given, "base64");
  return told.length === right.length && timingSafeEqual(told, right);
}
