import { timeoutSecondsElse } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { webhookVersion } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { newId } from "../../../platform/db/new-id.ts";
import type { Context } from "../../../platform/http/context.ts";

/** Whose orders name addresses. */
export interface EndpointNamingApp {
  readonly merchantId: string;
  readonly tenantId: number;
  readonly appId: string;
  readonly mode: "live" | "test";
}

/** The name of the field by which an order gives its address; a word of the open API and of no language. */
const name = "notifyUrl";
/** The addresses are many and each is slow in its own way. */
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
 * What stands for the addresses that an app's orders name: it is made when the first of them is to be told, listens to
 * nothing by itself, has no secret of its own and is on no list.
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
