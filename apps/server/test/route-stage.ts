import { money } from "@countinghouse/money/money.ts";
import { chooseRoute, type RouteChoice } from "../src/modules/gateways/routing/index.ts";
import { type Actor, appActor } from "../src/platform/access/actor.ts";
import { buildTestApp, type TestApp } from "./app.ts";
import { buildMerchant } from "./merchants.ts";
import { buildOperator, buildTenant } from "./people.ts";
import { buildBinding, buildGatewayAccount, buildMethod } from "./routes.ts";

type AccountParts = Omit<Parameters<typeof buildGatewayAccount>[1], "tenantId" | "methodIds">;
type BindingParts = Partial<Parameters<typeof buildBinding>[1]>;

/** A tenant with a payment method, and what a test of routing does there. */
export interface RouteStage {
  readonly app: TestApp;
  readonly place: { readonly tenantId: number; readonly orgId: number };
  readonly method: { readonly id: string; readonly code: string };
  /** Holds every permission and has just proved to be there. */
  operator(): Actor;
  /** An active merchant of the United States. */
  merchant(): Promise<string>;
  /** An account that a merchant is bound to. */
  bound(
    merchantId: string,
    binding?: BindingParts,
    account?: AccountParts,
  ): Promise<{ readonly id: string; readonly gatewayId: string }>;
  /** The merchant's own server. */
  as(merchantId: string): ReturnType<TestApp["context"]>;
  /** 100.00 USD by the method. */
  choiceOf(merchantId: string, parts?: Partial<RouteChoice>): RouteChoice;
  choose(merchantId: string, parts?: Partial<RouteChoice>): ReturnType<typeof chooseRoute>;
  /** Why the accounts were left out that were. */
  reasons(merchantId: string, parts?: Partial<RouteChoice>): Promise<string[]>;
}

const capabilities = { canPay: true, canRefund: true, canWithdraw: true, canPayout: true };

/** Sets the stage; close its app in `afterAll`. */
export async function buildRouteStage(): Promise<RouteStage> {
  const app = await buildTestApp();
  const place = await buildTenant(app);
  const { tenantId } = place;
  const method = await buildMethod(app, { tenantId });
  const person = await buildOperator(app, { ...place, dataScope: 1, permissions: ["merGatewayAccountCfg:add"] });
  const stage: RouteStage = {
    app,
    place,
    method,
    operator: () => ({ ...person, holdsAll: true, provenAt: app.clock.now() }),
    merchant: () => buildMerchant(app, { ...place, ...capabilities, status: "active", country: "US" }),
    bound: async (merchantId, binding = {}, account = {}) => {
      const made = await buildGatewayAccount(app, { tenantId, methodIds: [method.id], ...account });
      const mode = account.account?.mode ?? "test";
      await buildBinding(app, { tenantId, merchantId, gatewayAccountId: made.id, mode, ...binding });
      return made;
    },
    as: (merchantId) => app.context(appActor({ merchantId, tenantId, appNo: "AP1" })),
    choiceOf: (merchantId, parts = {}) => ({
      merchantId,
      appId: "app_1",
      orderNo: "OR1",
      mode: "test",
      amount: money(10_000n, "USD"),
      method: method.code,
      country: "US",
      binCountry: "US",
      type: "hosted_page",
      captureMethod: "automatic",
      triedAccountIds: [],
      at: app.clock.now(),
      ...parts,
    }),
    choose: (merchantId, parts) => chooseRoute(stage.as(merchantId), stage.choiceOf(merchantId, parts)),
    reasons: async (merchantId, parts) =>
      (await stage.choose(merchantId, parts)).excluded.flatMap((one) => one.reasons),
  };
  return stage;
}
