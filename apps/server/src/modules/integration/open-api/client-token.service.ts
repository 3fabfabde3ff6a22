import { createHmac, timingSafeEqual } from "node:crypto";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import type { Platform } from "../../../platform/platform.ts";

/** The one order that a token opens. */
export interface TokenSubject {
  readonly merchantId: string;
  readonly orderNo: string;
}

/** The order that a token is to open. */
export interface TokenOrder extends TokenSubject {
  /** When it was made, ISO 8601. */
  readonly orderTime: string;
}

/** No order waits for its payer longer than this, vouchers included. */
const lifeMs = 7 * 86_400_000;

/** When the token of an order expires; the same however often it is handed out. */
export const clientTokenExpiry = ({ orderTime }: Pick<TokenOrder, "orderTime">): Date =>
  new Date(Date.parse(orderTime) + lifeMs);

const form = /^([A-Za-z0-9_-]{8,160})\.([A-Za-z0-9_-]{43})$/;

const macOf = (key: Buffer, body: string): Buffer => createHmac("sha256", key).update(body, "utf8").digest();

/**
 * A word that lets a payer's browser see and pay one order and nothing else, until it expires. It names the order and its
 * end and carries a message authentication code, so that it can be checked without being stored and cannot be made up.
 */
export function makeClientToken({ secret }: Pick<Platform, "secret">, order: TokenOrder): string {
  const { merchantId, orderNo } = order;
  const expiry = Math.floor(clientTokenExpiry(order).getTime() / 1000);
  const body = Buffer.from(`${merchantId}.${orderNo}.${expiry}`, "utf8").toString("base64url");
  const { key } = installationKeys(secret).ring.active("client-token");
  return `${body}.${macOf(key, body).toString("base64url")}`;
}

/** What a token opens, and whether its time is over. */
export interface ReadToken extends TokenSubject {
  readonly isExpired: boolean;
}

/** The order of a token; undefined for anything that {@link makeClientToken} did not make. */
export function readClientToken({ secret }: Pick<Platform, "secret">, token: string, now: Date): ReadToken | undefined {
  const [, body = "", mac = ""] = form.exec(token) ?? [];
  const given = Buffer.from(mac, "base64url");
  const keys = installationKeys(secret).ring.all("client-token");
  const isOurs = keys.some(({ key }) => given.length === 32 && timingSafeEqual(macOf(key, body), given));
  if (!isOurs) return undefined;
  const [merchantId = "", orderNo = "", expiry] = Buffer.from(body, "base64url").toString("utf8").split(".");
  // Tokens from before they had an end are not taken.
  return { merchantId, orderNo, isExpired: expiry === undefined || now.getTime() >= Number(expiry) * 1000 };
}
