import { createHmac, timingSafeEqual } from "node:crypto";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import type { Platform } from "../../../platform/platform.ts";

/** The one order that a token opens. */
export interface TokenSubject {
  readonly merchantId: string;
  readonly orderNo: string;
}

const form = /^([A-Za-z0-9_-]{8,160})\.([A-Za-z0-9_-]{43})$/;

const macOf = (key: Buffer, body: string): Buffer => createHmac("sha256", key).update(body, "utf8").digest();

/**
 * A word that lets a payer's browser see and pay one order and nothing else. It names the order and carries a message
 * authentication code, so that it can be checked without being stored and cannot be made up.
 */
export function makeClientToken({ secret }: Pick<Platform, "secret">, { merchantId, orderNo }: TokenSubject): string {
  const body = Buffer.from(`${merchantId}.${orderNo}`, "utf8").toString("base64url");
  const { key } = installationKeys(secret).ring.active("client-token");
  return `${body}.${macOf(key, body).toString("base64url")}`;
}

/** The order of a token; undefined for anything that {@link makeClientToken} did not make. */
export function readClientToken({ secret }: Pick<Platform, "secret">, token: string): TokenSubject | undefined {
  const [, body = "", mac = ""] = form.exec(token) ?? [];
  const given = Buffer.from(mac, "base64url");
  const keys = installationKeys(secret).ring.all("client-token");
  const isOurs = keys.some(({ key }) => given.length === 32 && timingSafeEqual(macOf(key, body), given));
  if (!isOurs) return undefined;
  const [merchantId = "", orderNo = ""] = Buffer.from(body, "base64url").toString("utf8").split(".");
  return { merchantId, orderNo };
}
