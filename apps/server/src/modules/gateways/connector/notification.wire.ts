import { createHmac, timingSafeEqual } from "node:crypto";
import type { IncomingNotification, NotificationReading } from "./connector.port.ts";

const hexDigest = /^[0-9a-f]{64}$/;

/** Whether a text is the hexadecimal HMAC-SHA256 of the parts under a secret. False for an account without a secret. */
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

/** Parses a verified notification; an unreadable one gives a result instead of an exception. */
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
