import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import {
  type AccessSignedParts,
  accessTextToSign,
} from "@countinghouse/contract/operations/open-access/access-signing.ts";

/** Lower-case hex SHA-256 of a body. */
export const bodyHashOf = (body: string): string => createHash("sha256").update(body, "utf8").digest("hex");

/** The signature of a call: Base64 of the HMAC-SHA256 of what is signed. */
export const accessSignatureOf = (secret: string, parts: AccessSignedParts): string =>
  createHmac("sha256", secret).update(accessTextToSign(parts), "utf8").digest("base64");

/** Whether a signature is the right one, in a time that does not tell how nearly. */
export function isAccessSignature(given: string, secret: string, parts: AccessSignedParts): boolean {
  const right = Buffer.from(accessSignatureOf(secret, parts), "base64");
  const told = Buffer.from(given, "base64");
  return told.length === right.length && timingSafeEqual(told, right);
}
