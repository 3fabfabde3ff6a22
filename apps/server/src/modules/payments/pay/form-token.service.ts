import { createHmac, timingSafeEqual } from "node:crypto";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import type { Platform } from "../../../platform/platform.ts";

const lifeMs = 2 * 3_600_000;
const form = /^(\d{13})\.([A-Za-z0-9_-]{43})$/;

const macOf = (key: Buffer, orderToken: string, issued: string): Buffer =>
  createHmac("sha256", key).update(`form\n${orderToken}\n${issued}`, "utf8").digest();

/** A CSRF token for the forms of one order's page: only a form rendered by us for that order is accepted. */
export function makeFormToken({ secret }: Pick<Platform, "secret">, orderToken: string, now: Date): string {
  const issued = String(now.getTime());
  const { key } = installationKeys(secret).ring.active("client-token");
  return `${issued}.${macOf(key, orderToken, issued).toString("base64url")}`;
}

/** Whether a form's token was issued for this order and has not expired. */
export function isOurForm(
  { secret }: Pick<Platform, "secret">,
  orderToken: string,
  formToken: string | undefined,
  now: Date,
): boolean {
  const [, issued = "", mac = ""] = form.exec(formToken ?? "") ?? [];
  const given = Buffer.from(mac, "base64url");
  const keys = installationKeys(secret).ring.all("client-token");
  const isOurs = keys.some(({ key }) => given.length === 32 && timingSafeEqual(macOf(key, orderToken, issued), given));
  const age = now.getTime() - Number(issued);
  return isOurs && age >= -60_000 && age <= lifeMs;
}
