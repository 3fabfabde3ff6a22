import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { later, runUntil } from "../agenda.ts";
import type { Account, Payment } from "../book.ts";
import { day, iso, second } from "../clock.ts";
import { openDispute, ruleNow, waitForEnd } from "../disputes.ts";
import { Fault } from "../fault.ts";
import { disputeView, paymentView, payoutView, refundView } from "../native-view.ts";
import { payerAnswered } from "../payments.ts";
import { profileNames } from "../profiles.ts";
import { anomalyNames, settle } from "../settlement.ts";
import { taskHandlers } from "../tasks.ts";
import type { World } from "../world.ts";
import { currencyShape, idShape, minorShape, read, referenceShape } from "./wire.ts";

const base = "/v1/test/simulator";

/** Minor units, none included. */
const balanceShape = z.int().min(0).transform(BigInt);

const accountShape = z.object({
  apiKey: z.string().min(8).max(200).optional(),
  clientId: z.string().min(4).max(200).optional(),
  face: z.enum(["native", "airwallex"]).optional(),
  webhookUrl: z
    .url({ protocol: /^https?$/ })
    .nullable()
    .optional(),
  webhookSecret: z.string().min(8).max(200).optional(),
  profiles: z.array(z.object({ name: z.enum(profileNames), value: z.number().nonnegative().optional() })).optional(),
  hangMs: z.int().min(0).max(600_000).optional(),
  balances: z.array(z.object({ currency: currencyShape, amount: balanceShape })).optional(),
});
const advanceShape = z.object({
  seconds: z
    .number()
    .min(0)
    .max(400 * 86_400),
});
const disputeShape = z.object({
  stage: z.enum(["inquiry", "pre_chargeback", "chargeback"]).default("chargeback"),
  reasonCode: z.string().min(1).max(16).default("13.1"),
  amount: minorShape.optional(),
});
const rulingShape = z.object({ outcome: z.enum(["won", "lost", "withdrawn", "pending_closure", "pending_decision"]) });
const resendShape = z.object({
  mode: z.enum(["replay", "duplicate", "reorder"]).default("replay"),
  objectId: referenceShape.optional(),
});
const settleShape = z.object({ anomalies: z.array(z.enum(anomalyNames)).default([]) });
const answerShape = z.object({ code: z.string().max(16).default("1234") });

/** Control calls answer whoever reaches the port; with a control key, only who shows it. */
export function controlRoutes(app: FastifyInstance, world: World, controlKey: string | undefined): void {
  app.register(async (scope) => {
    scope.addHook("onRequest", async (request) => {
      if (controlKey !== undefined && request.headers["x-control-key"] !== controlKey) {
        throw new Fault(401, "configuration_error", "The control key is missing or wrong.");
      }
    });
    clockRoutes(scope, world);
    accountRoutes(scope, world);
    paymentRoutes(scope, world);
    notificationRoutes(scope, world);
  });
}

const pathId = (request: FastifyRequest): string => read(idShape, request.params).id;

function existing<Item>(table: ReadonlyMap<string, Item>, id: string): Item {
  const item = table.get(id);
  if (!item) throw new Fault(404, "not_found", "There is no such object.");
  return item;
}

function clockRoutes(app: FastifyInstance, world: World): void {
  const view = () => ({ now: iso(world.clock.now()), isManual: world.clock.isManual, due: world.book.tasks.length });
  app.get(`${base}/clock`, async () => view());
  app.post(`${base}/clock`, async (request) => {
    const { seconds } = read(advanceShape, request.body);
    await runUntil(world, taskHandlers, world.clock.now() + Math.round(seconds * second));
    return view();
  });
  app.get(`${base}/book`, async (request) => {
    const { reference } = read(z.object({ reference: referenceShape }), request.query);
    const of = <Item extends { readonly reference: string }>(
      table: ReadonlyMap<string, Item>,
      show: (item: Item) => object,
    ) => [...table.values()].filter((item) => item.reference === reference).map(show);
    const { payments, refunds, payouts } = world.book;
    return { payments: of(payments, paymentView), refunds: of(refunds, refundView), payouts: of(payouts, payoutView) };
  });
}

const accountView = ({ id, face, webhookUrl, profiles, hangMs }: Account) => ({
  id,
  face,
  webhookUrl,
  profiles,
  hangMs,
});

function accountRoutes(app: FastifyInstance, world: World): void {
  const { accounts } = world.book;
  app.get(`${base}/accounts`, async () => ({ data: [...accounts.values()].map(accountView) }));
  app.put(`${base}/accounts/:id`, async (request) => {
    const id = z
      .string()
      .regex(/^[a-z0-9_]{3,40}$/)
      .safeParse(pathId(request));
    if (!id.success)
      throw new Fault(400, "validation_error", "An account's id is 3 to 40 small letters, digits and _.");
    const changes = read(accountShape, request.body);
    if (changes.webhookUrl && !world.mayNotify(changes.webhookUrl)) {
      throw new Fault(400, "validation_error", "Notifications may go to this machine and to allowed hosts only.");
    }
    const account = accounts.get(id.data) ?? newAccount(id.data);
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    Object.assign(account, given);
    const isTaken = accounts.values().some((other) => other.id !== account.id && other.apiKey === account.apiKey);
    if (isTaken) throw new Fault(409, "validation_error", "Another account has this API key.");
    accounts.set(account.id, account);
    return accountView(account);
  });
  app.post(`${base}/accounts/:id/settlements`, async (request) => {
    const account = existing(accounts, pathId(request));
    const files = settle(world, account.id, read(settleShape, request.body).anomalies);
    return { data: files.map(({ batchNo, currency, anomalies }) => ({ batchNo, currency, anomalies })) };
  });
}

/** An account with the keys its name implies, until it is given others. */
export const newAccount = (id: string): Account => ({
  id,
  apiKey: `sk_${id}_0001`,
  clientId: `client_${id}`,
  face: "native",
  webhookUrl: null,
  webhookSecret: `whsec_${id}_0001`,
  profiles: [],
  hangMs: 0,
});

function paymentRoutes(app: FastifyInstance, world: World): void {
  const { payments, disputes } = world.book;
  const payerSays = (payment: Payment, isApproved: boolean): object => {
    if (!payerAnswered(world, payment, isApproved)) {
      throw new Fault(409, "invalid_status_for_operation", "The payment waits for no payer.");
    }
    return paymentView(payment);
  };
  app.post(`${base}/payments/:id/authenticate`, async (request) =>
    payerSays(existing(payments, pathId(request)), read(answerShape, request.body).code !== "0000"),
  );
  app.post(`${base}/payments/:id/pay`, async (request) => payerSays(existing(payments, pathId(request)), true));
  app.post(`${base}/payments/:id/bounce`, async (request) => {
    const payment = existing(payments, pathId(request));
    if (payment.method !== "sim_debit") throw new Fault(409, "invalid_status_for_operation", "Only a debit bounces.");
    later(world, 0, "bounceDebit", payment.id);
    return paymentView(payment);
  });
  app.post(`${base}/payments/:id/dispute`, async (request) => {
    const payment = existing(payments, pathId(request));
    const { stage, reasonCode, amount = payment.capturedAmount } = read(disputeShape, request.body);
    return disputeView(openDispute(world, payment, { stage, reasonCode, amount }));
  });
  app.post(`${base}/disputes/:id/rule`, async (request) => {
    const dispute = existing(disputes, pathId(request));
    const { outcome } = read(rulingShape, request.body);
    if (outcome === "pending_closure" || outcome === "pending_decision") waitForEnd(world, dispute, outcome);
    else ruleNow(world, dispute, outcome);
    return disputeView(dispute);
  });
}

/** Where each copy of a resent notification goes in time: as before, twice, or latest first. */
const resendPlan = {
  replay: (place: number) => [place * 10],
  duplicate: () => [0, 0],
  reorder: (place: number, count: number) => [(count - place) * 10],
} as const;

function notificationRoutes(app: FastifyInstance, world: World): void {
  const { notifications } = world.book;
  const about = (objectId: string | undefined) =>
    [...notifications.values()].filter((item) => objectId === undefined || item.objectId === objectId);
  app.get(`${base}/notifications`, async (request) => {
    const { objectId } = read(z.object({ objectId: referenceShape.optional() }), request.query);
    const data = about(objectId)
      .slice(-500)
      .map(({ createdAt, deliveries, ...rest }) => ({
        ...rest,
        createTime: iso(createdAt),
        deliveries: deliveries.map(({ at, attempt, status }) => ({ time: iso(at), attempt, status })),
      }));
    return { data };
  });
  app.post(`${base}/notifications/resend`, async (request) => {
    const { mode, objectId } = read(resendShape, request.body);
    const since = world.clock.now() - 30 * day;
    const chosen = about(objectId).filter(({ createdAt }) => createdAt >= since);
    chosen.forEach(({ id }, place) => {
      for (const afterMs of resendPlan[mode](place, chosen.length)) later(world, afterMs, "deliver", id, "0");
    });
    return { count: chosen.length };
  });
}
