import type { HomeEvent, HomeEventKind } from "@countinghouse/contract/dashboard/home/home.ts";
import { holds } from "../../../platform/access/permission.ts";
import type { Context } from "../../../platform/http/context.ts";
import {
  bindingEvents,
  endpointEvents,
  exceptionEvents,
  gatewayEvents,
  merchantEvents,
  priceEvents,
  termsEvents,
} from "./home.events.store.ts";

const shown = 12;

/** The source of each kind of event, and the permission for it. */
const sources: Readonly<Record<HomeEventKind, readonly [permission: string, read: typeof merchantEvents]>> = {
  merchant: ["merchant:page", merchantEvents],
  terms: ["merchantAccountCfg:page", termsEvents],
  price: ["merPaymentMethodCfg:page", priceEvents],
  binding: ["merGatewayAccountCfg:page", bindingEvents],
  gateway: ["gatewayAccount:page", gatewayEvents],
  endpoint: ["merchantWebhookConfig:page", endpointEvents],
  exception: ["eventExceptionLog:page", exceptionEvents],
};

/** The latest events visible to the caller, newest first. */
export async function readEvents(ctx: Context): Promise<HomeEvent[]> {
  const lists: HomeEvent[][] = [];
  for (const [permission, read] of Object.values(sources))
    if (holds(ctx.actor, permission)) lists.push(await read(ctx, shown));
  return lists
    .flat()
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, shown);
}
