import { createCipheriv, createHmac, timingSafeEqual } from "node:crypto";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import type { Platform } from "../../../platform/platform.ts";

/** The one order that a token gives access to. */
export interface TokenSubject {
  readonly merchantId: string;
  readonly orderNo: string;
}

/** The order that a token is to open. */
export interface TokenOrder extends TokenSubject {
  /** When it was made, ISO 8601. */
  readonly orderTime: string;
}

/** No order waits for its payer longer than this, vouchers included, in milliseconds. */
const lifeMs = 7 * 86_400_000;

/** When the token of an order expires; the same however often it is handed out. */
export const clientTokenExpiry = ({ orderTime }: Pick<TokenOrder, "orderTime">): Date =>
  new Date(Date.parse(orderTime) + lifeMs);

const form = /^([A-Za-z0-9_-]{8,160})\.([A-Za-z0-9_-]{43})$/;

const macOf = (key: Buffer, body: string): Buffer => createHmac("sha256", key).update(body, "utf8").digest();

/**
 * Encrypts or decrypts a token's content: AES-256 in counter mode with a synthetic IV from the MAC over the plaintext
 * (as in RFC 5297), so that equal content gives equal tokens and different content never shares an IV.
 */
function turned(key: Buffer, mac: Buffer, bytes: Buffer): Buffer {
  const hiding = createHmac("sha256", key).update("hide", "utf8").digest();
  const cipher = createCipheriv("aes-256-ctr", hiding, mac.subarray(0, 16));
  return Buffer.concat([cipher.update(bytes), cipher.final()]);
}

/**
 * A token that lets a payer's browser see and pay one order until it expires. It contains the order and the expiry,
 * encrypted, and a MAC over both, so that it can be verified without being stored and cannot be forged.
 */
export function makeClientToken({ secret }: Pick<Platform, "secret">, order: TokenOrder): string {
  const { merchantId, orderNo } = order;
  const expiry = Math.floor(clientTokenExpiry(order).getTime() / 1000);
  const words = `${merchantId}.${orderNo}.${expiry}`;
  const { key } = installationKeys(secret).ring.active("client-token");
  const mac = macOf(key, words);
  return `${turned(key, mac, Buffer.from(words, "utf8")).toString("base64url")}.${mac.toString("base64url")}`;
}

/** The subject of a token, and whether it has expired. */
export interface ReadToken extends TokenSubject {
  readonly isExpired: boolean;
}

/** The order of a token; undefined for anything that {@link makeClientToken} did not make. */
export function readClientToken({ secret }: Pick<Platform, "secret">, token: string, now: Date): ReadToken | undefined {
  const [, body = "", mac = ""] = form.exec(token) ?? [];
  const given = Buffer.from(mac, "base64url");
  if (given.length !== 32) return undefined;
  const bytes = Buffer.from(body, "base64url");
  const isOf = (key: Buffer, words: string): boolean => timingSafeEqual(macOf(key, words), given);
  for (const { key } of installationKeys(secret).ring.all("client-token")) {
    const words = turned(key, given, bytes).toString("utf8");
    // Tokens of the previous release contain the order in clear text; the last of them expires within a week.
    const shown = isOf(key, words) ? words : isOf(key, body) ? bytes.toString("utf8") : undefined;
    if (shown === undefined) continue;
    const [merchantId = "", orderNo = "", expiry] = shown.split(".");
    // Older tokens without an expiry are not accepted.
    return { merchantId, orderNo, isExpired: expiry === undefined || now.getTime() >= Number(expiry) * 1000 };
  }
  return undefined;
}
