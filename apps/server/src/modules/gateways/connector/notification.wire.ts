import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingNotification, NotificationReading } from "./connector.port.ts";

const hexDigest = /^[0-9a-f]{64}$/;

/** Whether a text is the HMAC-SHA256, in hexadecimal, of the parts under a secret. An account without one proves nothing. */
export function isSignedBy(
  secret: string | null,
  parts: readonly (string | Uint8Array)[],
  signature: string | readonly string[] | undefined,
): boolean {
  if (!secret || typeof signature !== "string" || !hexDigest.test(signature)) return false;
  const mac = createHmac("sha256", secret);
  for (const part of parts) mac.update(part);
  return timingSafeEqual(mac.digest(), Buffer.from(signature, "hex"));
}

/** Reads a notification that is proven; what nobody can read is worth a word and no exception. */
export function readIfProven(
  incoming: IncomingNotification,
  isProven: () => boolean,
  read: (text: string) => Exclude<NotificationReading, string>,
): NotificationReading {
  if (!incoming.isProven && !isProven()) return "invalid_signature";
  try {
    return read(new TextDecoder("utf-8", { fatal: true }).decode(incoming.rawBody));
  } catch {
    return "unparsable";
  }
}
