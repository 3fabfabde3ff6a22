import type { Insertable } from "kysely";
import { businessNumber } from "../src/platform/db/business-number.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { Tables } from "../src/platform/db/tables.ts";
import type { TestApp } from "./app.ts";
import { unique } from "./people.ts";

type Columns<T extends keyof Tables> = Partial<Insertable<Tables[T]>>;

/** A payment method of the catalogue. */
export async function buildMethod(app: TestApp, parts: Columns<"paymentMethods"> & { tenantId: number }) {
  const { db, clock } = app.platform;
  const code = parts.code ?? unique("method_");
  const id = newId("pm", clock.now());
  await db
    .insertInto("paymentMethods")
    .values({ id, code, nameEn: code, nameZhCn: code, nameZhTw: code, category: "card", ...parts })
    .execute();
  return { id, code };
}

interface AccountParts {
  readonly tenantId: number;
  /** Ids of the methods that are switched on for it and at its provider. */
  readonly methodIds: readonly string[];
  readonly provider?: Columns<"upstreamGateways">;
  readonly gateway?: Columns<"gateways">;
  readonly account?: Columns<"gatewayAccounts">;
  readonly atProvider?: Columns<"upstreamMethods">;
  readonly onAccount?: Columns<"gatewayMethods">;
}

/** A gateway account with a provider and a gateway of its own; everything is switched on unless told. */
export async function buildGatewayAccount(app: TestApp, parts: AccountParts) {
  const { db, clock } = app.platform;
  const { tenantId } = parts;
  const now = clock.now();
  const mode = parts.account?.mode ?? "test";
  const capabilities = ["authorize", "capture", "partial_capture", "void", "refund", "partial_refund", "query", "3ds"];
  const [upstreamGatewayId, gatewayId, id] = [newId("ug", now), newId("gw", now), newId("ga", now)];
  await db
    .insertInto("upstreamGateways")
    .values({
      id: upstreamGatewayId,
      tenantId,
      code: unique("provider_"),
      name: "Provider",
      connector: "simulator",
      capabilities,
      ...parts.provider,
    })
    .execute();
  await db
    .insertInto("gateways")
    .values({
      id: gatewayId,
      tenantId,
      gatewayNo: businessNumber("GW", now),
      name: unique("Gateway "),
      upstreamGatewayId,
      mode,
      ...parts.gateway,
    })
    .execute();
  await db
    .insertInto("gatewayAccounts")
    .values({
      id,
      tenantId,
      accountNo: businessNumber("GA", now),
      name: unique("Account "),
      gatewayId,
      mode,
      upstreamMid: unique("MID"),
      currencies: ["USD", "EUR"],
      settlementCurrency: "USD",
      status: "enabled",
      webhookToken: unique("token-"),
      ...parts.account,
    })
    .execute();
  for (const paymentMethodId of parts.methodIds) {
    await db
      .insertInto("upstreamMethods")
      .values({
        id: newId("um", now),
        tenantId,
        upstreamGatewayId,
        paymentMethodId,
        flow: "direct",
        defaultCostPercent: 15_000,
        ...parts.atProvider,
      })
      .execute();
    await db
      .insertInto("gatewayMethods")
      .values({ id: newId("gm", now), tenantId, gatewayAccountId: id, paymentMethodId, ...parts.onAccount })
      .execute();
  }
  return { id, gatewayId, upstreamGatewayId };
}

type BindingParts = Columns<"merGatewayAccountCfgs"> & {
  readonly tenantId: number;
  readonly merchantId: string;
  readonly gatewayAccountId: string;
};

/** A merchant bound to an account, in force. */
export async function buildBinding(app: TestApp, parts: BindingParts): Promise<string> {
  const id = newId("mga", app.platform.clock.now());
  await app.platform.db
    .insertInto("merGatewayAccountCfgs")
    .values({ id, mode: "test", priority: 100, weight: 50, status: "enabled", ...parts })
    .execute();
  return id;
}

/** A channel that sells a method. */
export async function buildChannel(
  app: TestApp,
  parts: Columns<"channels"> & { readonly tenantId: number; readonly paymentMethodId: string },
): Promise<string> {
  const id = newId("chn", app.platform.clock.now());
  await app.platform.db
    .insertInto("channels")
    .values({ id, channelCode: unique("channel_"), name: unique("Channel "), ...parts })
    .execute();
  return id;
}

/** A channel in the checkout of a merchant. */
export async function buildCheckoutLine(
  app: TestApp,
  parts: Columns<"merPayChannelCfgs"> & {
    readonly tenantId: number;
    readonly merchantId: string;
    readonly channelId: string;
  },
): Promise<string> {
  const id = newId("mpc", app.platform.clock.now());
  await app.platform.db
    .insertInto("merPayChannelCfgs")
    .values({ id, ...parts })
    .execute();
  return id;
}
