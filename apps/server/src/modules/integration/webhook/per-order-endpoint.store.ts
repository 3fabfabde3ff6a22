import { timeoutSecondsElse } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { webhookVersion } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";

/** An app whose orders may name notification addresses. */
export interface EndpointNamingApp {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly appId: string;
  readonly mode: "live" | "test";
}

/** Name of the order field with the address; the same in every language. */
const name = "notifyUrl";
/** There are many addresses, each with its own delays. */
const maxInFlight = 20;

const find = ({ db }: Pick<Context, "db">, { merchantId, appId, mode }: EndpointNamingApp) =>
  db
    .selectFrom("webhookEndpoints")
    .select("id")
    .where("merchantId", "=", merchantId)
    .where("appId", "=", appId)
    .where("mode", "=", mode)
    .where("kind", "=", "per_order")
    .executeTakeFirst();

/**
 * Endpoint that stands for the addresses in an app's orders: created for the first such notification, without
 * subscriptions or a secret of its own, and never listed.
 */
export async function perOrderEndpoint(ctx: Pick<Context, "db" | "now">, app: EndpointNamingApp): Promise<string> {
  const known = await find(ctx, app);
  if (known) return known.id;
  await ctx.db
    .insertInto("webhookEndpoints")
    .values({
      ...app,
      id: newId("whe", ctx.now),
      kind: "per_order",
      name,
      url: "",
      events: JSON.stringify(["none"]),
      secret: "",
      apiVersion: webhookVersion,
      maxInFlight,
      timeoutSeconds: timeoutSecondsElse,
      createTime: ctx.now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const made = await find(ctx, app);
  if (!made) throw new Error(`the addresses of app ${app.appId} have no endpoint`);
  return made.id;
}
