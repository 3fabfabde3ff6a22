import { createHmac } from "node:crypto";

/** Hexadecimal HMAC-SHA-256 (RFC 2104) of timestamp and body, joined by a point. */
const signatureOf = (secret: string, seconds: number, body: string): string =>
  createHmac("sha256", secret).update(`${seconds}.${body}`, "utf8").digest("hex");

/**
 * The signature header of a notification: its timestamp, and one signature for each valid secret. While a secret is
 * being rotated there are two, and a receiver with either accepts the message.
 */
export const signatureHeader = (secrets: readonly string[], at: Date, body: string): string => {
  const seconds = Math.floor(at.getTime() / 1000);
  return [`t=${seconds}`, ...secrets.map((secret) => `v1=${signatureOf(secret, seconds, body)}`)].join(",");
};
