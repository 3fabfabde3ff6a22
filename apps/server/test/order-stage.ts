import { money } from "@countinghouse/money/money.ts";
import { type CardDetails, type Connector, connectorOf } from "../src/modules/gateways/connector/index.ts";
import {
  createOrder,
  type NewOrder,
  type OrderingApp,
  type PaymentDetails,
} from "../src/modules/payments/order-acceptance/index.ts";
import { sweepOrders } from "../src/modules/payments/order-follow-up/order-follow-up.worker.ts";
import { queryAttempt } from "../src/modules/payments/order-follow-up/order-query.service.ts";
import { sendTwinRelease } from "../src/modules/payments/order-follow-up/order-twin.service.ts";
import type { AttemptRef, DuplicatePayment } from "../src/modules/payments/order-outcome/index.ts";
import {
  beginCapture,
  confirmOrder,
  type OrderNode,
  type Requester,
  sendCapture,
  sendRelease,
} from "../src/modules/payments/order-processing/index.ts";
import type { CaptureRequest } from "../src/modules/payments/order-processing/order-capture.service.ts";
import type { OrderRow } from "../src/modules/payments/order-record/index.ts";
import { dueReturnQueue } from "../src/modules/payments/payment-due/index.ts";
import {
  askRefund,
  refundAskQueue,
  refundDue,
  refundQueue,
  sendRefund,
  sweepRefunds,
} from "../src/modules/payments/refund-processing/index.ts";
import { appActor } from "../src/platform/access/actor.ts";
import { installationKeys } from "../src/platform/crypto/installation-keys.ts";
import { newId } from "../src/platform/db/new-id.ts";
import { transact } from "../src/platform/db/transact.ts";
import { buildTestApp, type TestApp, TestClock } from "./app.ts";
import type { TestDatabase } from "./database.ts";
import { buildGateway, cardCapabilities } from "./gateways.ts";
import { type OpenClient, openClient } from "./open-caller.ts";
import { buildTenant, seatAdministrators, unique } from "./people.ts";
import { buildBinding } from "./routes.ts";
import { simulatorStart, startTestSimulator, type TestSimulator, testCard } from "./simulator.ts";
import { buildAccountTerms, buildFeeRule, buildPaymentType, buildTradingMerchant } from "./terms.ts";

const methods = ["card_visa", "card_mastercard", "sim_wallet", "sim_qr", "sim_voucher", "sim_debit"];

/** A merchant that takes cards over two accounts of a real simulator, and what a test of orders does with it. */
export interface OrderStage {
  readonly app: TestApp;
  readonly simulator: TestSimulator;
  /** Its tenant, with administrators 101 to 103. */
  readonly place: { readonly tenantId: number; readonly orgId: number };
  readonly merchantId: string;
  readonly accounts: { readonly main: string; readonly backup: string };
  readonly ordering: OrderingApp;
  /** The merchant's server, with its test key. */
  readonly shop: OpenClient;
  readonly node: OrderNode;
  readonly caller: Requester;
  /** A new order; 100.00 USD unless told. */
  create(parts?: Partial<NewOrder>): Promise<OrderRow>;
  confirm(order: OrderRow, details?: Partial<PaymentDetails>): Promise<OrderRow>;
  /** A new order, paid at once with the card of a scenario. */
  pay(scenario: string, parts?: Partial<NewOrder>, card?: Partial<CardDetails>): Promise<OrderRow>;
  /** Captures of a reservation as a merchant's server does: written down, then sent. */
  take(order: { readonly id: string }, asked?: CaptureRequest, node?: OrderNode): Promise<void>;
  read(order: { readonly id: string }): Promise<OrderRow>;
  attempts(order: { readonly id: string }): Promise<
    {
      readonly status: string;
      readonly trigger: string;
      readonly id: string;
      readonly upstreamAttemptId: string | null;
    }[]
  >;
  /** Moves the clocks of the platform and of the simulator, and runs the jobs of orders that fall due on the way. */
  pass(seconds: number): Promise<void>;
  /** One round of what the platform looks after by itself, and the jobs that follow from it. */
  sweep(): Promise<void>;
  /** Runs the jobs that are due now. */
  work(): Promise<void>;
  /** What was booked for an order, in a form that two runs can be compared by. */
  booked(order: { readonly id: string }): Promise<string[]>;
  close(): Promise<void>;
}

async function bindAccount(
  app: TestApp,
  simulator: TestSimulator,
  place: OrderStage["place"],
  merchantId: string,
  mid: string,
  priority: number,
) {
  const built = await buildGateway(app, {
    tenantId: place.tenantId,
    upstream: { baseUrlTest: simulator.url, capabilities: cardCapabilities, timeoutMs: 1_000 },
    account: { upstreamMid: mid, currencies: ["USD", "EUR", "JPY"], name: mid },
    credentials: { apiKey: `sk_${mid}_0001`, webhookSecret: `whsec_${mid}_0001` },
  });
  for (const code of methods.slice(1)) await addMethod(app, place.tenantId, built, code);
  await buildBinding(app, {
    tenantId: place.tenantId,
    merchantId,
    gatewayAccountId: built.gatewayAccountId,
    priority,
  });
  return built.gatewayAccountId;
}

/** Another method of a gateway account, in the catalogue of its tenant as well. */
export async function addMethod(
  { platform: { db, clock } }: TestApp,
  tenantId: number,
  built: { readonly upstreamGatewayId: string; readonly gatewayAccountId: string },
  code: string,
): Promise<void> {
  const now = clock.now();
  const known = await db
    .selectFrom("paymentMethods")
    .select("id")
    .where("tenantId", "=", tenantId)
    .where("code", "=", code)
    .executeTakeFirst();
  const paymentMethodId = known?.id ?? newId("pm", now);
  if (!known)
    await db
      .insertInto("paymentMethods")
      .values({
        id: paymentMethodId,
        tenantId,
        code,
        category: code.startsWith("card_") ? "card" : code === "sim_voucher" ? "voucher" : "wallet",
        nameEn: code,
        nameZhCn: code,
        nameZhTw: code,
      })
      .execute();
  await db
    .insertInto("upstreamMethods")
    .values({
      id: newId("um", now),
      tenantId,
      upstreamGatewayId: built.upstreamGatewayId,
      paymentMethodId,
      flow: code.startsWith("card_") ? "direct" : "redirect",
      limits: "[]",
      defaultCostPercent: 15_000,
      defaultCostFixed: "[]",
    })
    .execute();
  await db
    .insertInto("gatewayMethods")
    .values({
      id: newId("gm", now),
      tenantId,
      gatewayAccountId: built.gatewayAccountId,
      paymentMethodId,
      limits: "[]",
      refundCost: "[]",
      disputeCost: "[]",
    })
    .execute();
}

const request = {
  id: "test",
  method: "POST",
  path: "/v1/orders",
  ip: "203.0.113.7",
  userAgent: "test",
  locale: "en",
  queryNames: [],
  headers: {},
} as const;

type Due = { at: number; queue: string; data: never };

/** What a stage is set with, where it is not its own. */
export interface StageOptions {
  readonly connect?: (code: string) => Connector;
  /** A database reached another way than directly; whoever gives it drops it. */
  readonly database?: TestDatabase;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Sets the stage on a database and a simulator of its own; close it in `afterAll`. */
export async function buildOrderStage(options: StageOptions = {}): Promise<OrderStage> {
  const simulator = await startTestSimulator();
  try {
    return await setStage(simulator, options);
  } catch (error) {
    // A process that is left behind would keep the suite from ending.
    await simulator.stop();
    throw error;
  }
}

async function setStage(
  simulator: TestSimulator,
  { connect = connectorOf, database, environment = {} }: StageOptions,
): Promise<OrderStage> {
  const clock = new TestClock(new Date(simulatorStart));
  const app = await buildTestApp({ clock, environment, ...(database ? { database } : {}) });
  const place = await buildTenant(app);
  await seatAdministrators(app, place, [101, 102, 103]);
  const trading = await buildTradingMerchant(app, place, { country: "US", timezone: "UTC", currency: "USD" });
  const { merchantId } = trading;
  const owner = { tenantId: place.tenantId, merchantId };
  const usd = { settlementCurrency: "USD", settlementZone: "UTC" };
  await buildAccountTerms(app, owner, usd);
  await buildFeeRule(app, owner, { currency: "USD" });
  await buildPaymentType(app, owner, {
    paymentType: "server_to_server",
    pciLevel: "saq_d",
    allowManualCapture: true,
    allowSavedCard: true,
  });
  const main = await bindAccount(app, simulator, place, merchantId, "sim_main", 100);
  const backup = await bindAccount(app, simulator, place, merchantId, "sim_backup", 200);
  const jobs: Due[] = [];
  const node: OrderNode = {
    platform: app.platform,
    db: app.platform.db,
    clock,
    seals: installationKeys(app.platform.secret).seals,
    connectorOf: connect,
    enqueue: async (_db, job) => {
      jobs.push({
        at: clock.now().getTime() + (job.startAfterSeconds ?? 0) * 1000,
        queue: job.queue,
        data: job.data as never,
      });
    },
  };
  const caller: Requester = { actor: appActor({ merchantId, tenantId: place.tenantId, appNo: "AP1" }), request };
  const ordering: OrderingApp = {
    merchantId,
    appId: trading.app.id,
    mode: "test",
    maxAttempts: 5,
    orderExpireMinutes: 30,
    descriptor: null,
    defaultReturnUrl: "https://shop.example/return",
    defaultCancelUrl: null,
    defaultNotifyUrl: null,
  };

  const release = async ({ data }: Pick<Due, "queue" | "data">): Promise<unknown> => {
    const { twin, ...ref } = data as AttemptRef & { readonly twin?: DuplicatePayment };
    return twin ? sendTwinRelease(node, caller, ref, twin) : sendRelease(node, caller, ref);
  };
  /** A job that failed comes again, as its worker's do. */
  const again = (job: Pick<Due, "queue" | "data">) => jobs.push({ ...job, at: clock.now().getTime() + 3_600_000 });
  const run = async ({ queue, data }: Due): Promise<void> => {
    if (queue === "order.query") await queryAttempt(node, caller, data, { onlyIfDue: true });
    if (queue === "order.capture") await sendCapture(node, caller, data, data);
    if (queue === refundQueue) await sendRefund(node, caller, data);
    if (queue === refundAskQueue) await askRefund(node, caller, data);
    if (queue === dueReturnQueue) await refundDue(node, data);
    if (queue === "order.release") await release({ queue, data }).catch(() => again({ queue, data }));
  };
  const work = async (): Promise<void> => {
    for (;;) {
      const now = clock.now().getTime();
      const index = jobs.findIndex(({ at }) => at <= now);
      if (index < 0) return;
      const [job] = jobs.splice(index, 1);
      if (job) await run(job);
    }
  };
  const stage: OrderStage = {
    app,
    simulator,
    place,
    merchantId,
    accounts: { main, backup },
    ordering,
    shop: openClient(app.server, clock, trading.app.test),
    node,
    caller,
    create: (parts = {}) =>
      transact(node, caller, (ctx) =>
        createOrder(ctx, ordering, {
          merchantOrderNo: unique("A-"),
          amount: money(10_000n, "USD"),
          paymentType: "server_to_server",
          payer: { email: "Ada@Example.com", name: "Ada Payer" },
          ip: "203.0.113.7",
          ...parts,
        }),
      ),
    confirm: (order, details = {}) =>
      confirmOrder(
        node,
        caller,
        { merchantId, orderId: order.id },
        {
          method: "card",
          card: testCard("001"),
          ...details,
        },
      ),
    pay: async (scenario, parts, card) => {
      const order = await stage.create(parts);
      return stage.confirm(order, { card: testCard(scenario, card) });
    },
    take: async ({ id }, asked = {}, over = node) => {
      const ref = { merchantId, orderId: id };
      await sendCapture(over, caller, await transact(over, caller, (ctx) => beginCapture(ctx, ref, asked)));
    },
    read: ({ id }) =>
      app.platform.db
        .selectFrom("coinOrders")
        .selectAll()
        .where("merchantId", "=", merchantId)
        .where("id", "=", id)
        .executeTakeFirstOrThrow(),
    attempts: ({ id }) =>
      app.platform.db
        .selectFrom("paymentAttempts")
        .selectAll()
        .where("merchantId", "=", merchantId)
        .where("orderId", "=", id)
        .orderBy("seq")
        .execute(),
    pass: async (seconds) => {
      const end = clock.now().getTime() + seconds * 1000;
      for (;;) {
        const next = Math.min(end, ...jobs.map(({ at }) => at));
        const step = Math.max(0, next - clock.now().getTime());
        if (step > 0) {
          await simulator.advance(step / 1000);
          clock.forward(step);
        }
        await work();
        if (clock.now().getTime() >= end) return stage.sweep();
      }
    },
    work,
    sweep: async () => {
      const job = { logger: app.platform.logger, signal: AbortSignal.timeout(30_000) };
      await sweepOrders(node, job);
      await sweepRefunds(node, job);
      await work();
    },
    booked: async ({ id }) => {
      const rows = await app.platform.db
        .selectFrom("ledgerPostings")
        .innerJoin("ledgerJournals", (join) =>
          join
            .onRef("ledgerJournals.merchantId", "=", "ledgerPostings.merchantId")
            .onRef("ledgerJournals.id", "=", "ledgerPostings.journalId"),
        )
        .select(["event", "debitAccount", "creditAccount", "ledgerPostings.amount", "ledgerPostings.currency"])
        .where("ledgerJournals.merchantId", "=", merchantId)
        .where("ledgerJournals.orderId", "=", id)
        .orderBy("ledgerJournals.seq")
        .orderBy("ledgerPostings.line")
        .execute();
      return rows.map((row) =>
        `${row.event} ${row.debitAccount} ${row.creditAccount} ${row.amount} ${row.currency}`.replaceAll(
          merchantId,
          "M",
        ),
      );
    },
    close: async () => {
      await simulator.stop();
      await app.close();
    },
  };
  return stage;
}
