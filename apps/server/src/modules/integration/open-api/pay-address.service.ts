import type { RequestFacts } from "../../../platform/http/context.ts";
import type { Platform } from "../../../platform/platform.ts";
import { clientTokenExpiry, makeClientToken, type TokenOrder } from "./client-token.service.ts";

/** Base URL of this installation: as configured, else from the request. */
export function baseOf({ config }: Pick<Platform, "config">, { headers }: Pick<RequestFacts, "headers">): string {
  if (config.publicUrl !== undefined) return config.publicUrl;
  const host =
    typeof headers.host === "string" && /^[\w.:[\]-]{1,255}$/.test(headers.host) ? headers.host : "localhost";
  return `http://${host}`;
}

/** The payer's token for one order, and the address of its hosted page. */
export function payerAccess(platform: Platform, order: TokenOrder, request: Pick<RequestFacts, "headers">) {
  const clientToken = makeClientToken(platform, order);
  const paymentUrl = `${baseOf(platform, request)}/pay/${clientToken}`;
  return { clientToken, clientTokenExpireTime: clientTokenExpiry(order).toISOString(), paymentUrl };
}
