import { sentAmount } from "@countinghouse/contract/integration/open-api/open-fields.ts";
import { type OpenOperation, openOperation } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import { text3 } from "@countinghouse/contract/kit/locale.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import Fastify, { type FastifyInstance } from "fastify";
import { z } from "zod";
import { serveOpenApi } from "../src/modules/integration/open-api/open-api.routes.ts";
import type { BoundOpenOperation } from "../src/modules/integration/open-api/open-call.service.ts";
import { countTurns } from "../src/modules/integration/open-api/turns.service.ts";
import type { AppCaller } from "../src/modules/merchants/coin-app/index.ts";
import { installationKeys } from "../src/platform/crypto/installation-keys.ts";
import { createMetrics } from "../src/platform/http/metrics.ts";
import type { Runtime } from "../src/platform/http/open-context.ts";
import { buildTranslator } from "../src/platform/http/translate.ts";
import { buildTestApp, type TestApp } from "./app.ts";
import { type OpenClient, openClient } from "./open-caller.ts";

/** The secret of every app that names no other. */
export const secret = "sk_test_secret_0001";

/** The secret of `ak_test_other`. */
export const secretOfOther = "sk_test_secret_0002";

/** An app; of merchant A, in test mode, without limits unless told otherwise. */
const app = (parts: Partial<AppCaller> = {}): AppCaller => ({
  appId: "app_A",
  appNo: "AP1",
  merchantId: "mer_A",
  tenantId: 1,
  mode: "test",
  isEnabled: true,
  secrets: [secret],
  scopes: [],
  allowedIps: [],
  allowedOrigins: [],
  name: "Shop",
  merchantName: "Shop Limited",
  keyId: "ak_test_ours",
  publishableKey: "pk_test_ours",
  maxAttempts: 5,
  orderExpireMinutes: 30,
  defaultCurrency: "USD",
  descriptor: null,
  defaultReturnUrl: null,
  defaultCancelUrl: null,
  defaultNotifyUrl: null,
  lastUsedTime: null,
  secretMakers: [],
  ...parts,
});

const apps: Readonly<Record<string, AppCaller>> = {
  ak_test_ours: app(),
  ak_live_ours: app({ mode: "live", appId: "app_L" }),
  ak_test_rotating: app({ appId: "app_R", secrets: ["sk_new", secret] }),
  ak_test_disabled: app({ appId: "app_D", isEnabled: false }),
  ak_test_bound: app({ appId: "app_I", allowedIps: ["198.51.100.0/24", "2001:db8::1"] }),
  ak_test_reader: app({ appId: "app_S", scopes: ["orders:read"] }),
  ak_test_empty: app({ appId: "app_E", secrets: [""] }),
  ak_test_paged: app({ appId: "app_P", allowedOrigins: ["https://shop.example", "http://localhost:3000"] }),
  ak_live_paged: app({
    appId: "app_P",
    mode: "live",
    allowedOrigins: ["https://shop.example", "http://localhost:3000"],
  }),
  // One secret for two apps would be the only way a signature could fit both.
  ak_test_other: app({ appId: "app_B", merchantId: "mer_B", secrets: [secretOfOther] }),
};

const summary = text3("s", "s", "s");
const params = z.strictObject({ orderNo: z.string() });
const read = openOperation({
  method: "GET",
  path: "/v1/things",
  scope: "orders:read",
  group: "orders",
  summary,
  query: z.strictObject({ name: z.string().optional() }),
  answer: z.object({ ok: z.boolean() }),
});
const readOne = openOperation({
  method: "GET",
  path: "/v1/things/:orderNo",
  scope: "orders:read",
  group: "orders",
  summary,
  params,
  answer: z.object({ orderNo: z.string() }),
  forPayer: z.object({ orderNo: z.string() }),
});
const scarce = openOperation({ ...read, path: "/v1/scarce", ratePerSecond: 2 });
const write = openOperation({
  method: "POST",
  path: "/v1/things",
  scope: "orders:write",
  group: "orders",
  summary,
  body: z.strictObject({
    amount: sentAmount("a", "a", "a"),
    note: z.string().optional(),
    fail: z
      .enum(["refuse", "defect", "busy", "bound", "boundDefect", "unrated", "stale", "unpriced", "unrouted"])
      .optional(),
    inner: z.strictObject({ a: z.string().optional() }).optional(),
  }),
  answer: z.object({ zeta: z.int(), alpha: z.int() }),
  needsKey: true,
});
const secretive = openOperation({
  ...write,
  path: "/v1/secrets",
  body: z.strictObject({}),
  answer: z.object({ secret: z.string() }),
  secretAnswer: true,
});

const paying = openOperation({
  ...write,
  path: "/v1/payings",
  body: z.strictObject({ name: z.string() }),
  answer: z.object({ name: z.string() }),
  callsGateway: true,
});

/** What the calls of these tests did, and what holds them up. */
export interface Happened {
  runs: number;
  /** Things that keys were bound to. */
  made: number;
  gate: Promise<void> | undefined;
}

const bind = (
  name: string,
  operation: unknown,
  handler: BoundOpenOperation["handler"],
  show?: BoundOpenOperation["show"],
): BoundOpenOperation => ({ name, operation: operation as OpenOperation, handler, show });

const operationsOf = (happened: Happened): readonly BoundOpenOperation[] => [
  bind("read", read, async () => ({ ok: true, hidden: "column" })),
  bind("readOne", readOne, async (_call, { params: { orderNo } }: { params: { orderNo: string } }) => ({ orderNo })),
  bind("scarce", scarce, async () => ({ ok: true })),
  bind(
    "write",
    write,
    async (call, { body }: { body: { amount: number; fail?: string } }) => {
      happened.runs += 1;
      await happened.gate;
      if (body.fail === "refuse") throw refuse("merchant.userUnknown", { account: "x" }, { status: 409 });
      if (body.fail === "busy") throw refuse("openApi.tooManyAtOnce", {}, { status: 429 });
      if (body.fail === "unrated") throw refuse("sysRate.noRate", { pair: "EUR/USD" });
      if (body.fail === "stale") throw refuse("sysRate.stale", { pair: "EUR/USD", effectiveTime: "2026-06-01" });
      if (body.fail === "unpriced") throw refuse("merPaymentMethodCfg.feeRuleMissing", {}, { status: 409 });
      if (body.fail === "unrouted") throw refuse("coinOrder.noRoute");
      if (body.fail === "defect") throw new Error("SELECT secret FROM things");
      if (body.fail === "bound" || body.fail === "boundDefect") {
        await call.transact((ctx) => call.bind(ctx, `thing_${body.amount}`));
        happened.made += 1;
      }
      if (body.fail === "boundDefect") throw refuse("merchant.userUnknown", { account: "x" }, { status: 409 });
      return { zeta: body.amount, alpha: happened.runs };
    },
    async (_call, objectId) => ({ zeta: Number(objectId.replace("thing_", "")), alpha: -happened.made }),
  ),
  bind("paying", paying, async (_call, { body: { name } }: { body: { name: string } }) => ({ name })),
  bind("secretive", secretive, async () => ({ secret: "whsec_once" })),
];

/** The open API with calls of its own, on a database of its own. */
export interface Things {
  readonly node: TestApp;
  readonly server: FastifyInstance;
  readonly happened: Happened;
  /** Another node on the same database. */
  serve(perSecond?: number, atOnce?: number): Promise<FastifyInstance>;
  client(appKey?: string, secretOfApp?: string): OpenClient;
  close(): Promise<void>;
}

/** Serves a few calls that record what was done with them. */
export async function buildThings(): Promise<Things> {
  const node = await buildTestApp();
  const happened: Happened = { runs: 0, made: 0, gate: undefined };
  const serve = (perSecond = 100_000, atOnce = 1_000) => serveThings(node, happened, { perSecond, atOnce });
  const server = await serve();
  return {
    node,
    server,
    happened,
    serve,
    client: (appKey = "ak_test_ours", with_ = secret) => openClient(server, node.clock, { appKey, secret: with_ }),
    close: async () => {
      await server.close();
      await node.close();
    },
  };
}

async function serveThings(
  node: TestApp,
  happened: Happened,
  { perSecond, atOnce }: { readonly perSecond: number; readonly atOnce: number },
): Promise<FastifyInstance> {
  const turns = countTurns({ atOnce, connections: 16 });
  const { platform } = node;
  const operations = operationsOf(happened);
  const spine: Runtime = {
    db: platform.db,
    standby: undefined,
    clock: node.clock,
    translator: buildTranslator([]),
    seals: installationKeys(platform.secret).seals,
    deadlineMs: 30_000,
    enqueue: async () => {},
  };
  const made = Fastify({ routerOptions: { caseSensitive: false } }) as unknown as FastifyInstance;
  const directory = {
    byKey: async (key: string) => apps[key],
    byPublishableKey: async (key: string) => apps[key.replace("pk_", "ak_")],
    knowsOrigin: async (origin: string) => Object.values(apps).some((each) => each.allowedOrigins.includes(origin)),
    noteUse: async () => {},
  };
  serveOpenApi(made, { platform, spine, metrics: createMetrics(), directory, operations, perSecond, turns });
  await made.ready();
  return made;
}
