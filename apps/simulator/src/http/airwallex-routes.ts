import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { airwallexAttempt, airwallexIntent, airwallexListedIntent, airwallexRefund } from "../airwallex-view.ts";
import type { Account, Intent, Payment } from "../book.ts";
import { declines } from "../decline-codes.ts";
import { Fault, found } from "../fault.ts";
import { done, look, once } from "../idempotency.ts";
import { capture, confirm, voidPayment } from "../payments.ts";
import { refund } from "../refunds.ts";
import { newId, type World } from "../world.ts";
import { minor } from "./airwallex-amount.ts";
import { airwallexDisputeRoutes } from "./airwallex-dispute-routes.ts";
import { airwallexFundsRoutes } from "./airwallex-funds-routes.ts";
import { newToken, tokenAccount, unauthorized } from "./airwallex-token.ts";
import { currencyShape, idShape, read, referenceShape, returnUrlShape } from "./wire.ts";

const majorShape = z.number().positive();
const requestShape = z.object({ request_id: referenceShape });

const createShape = requestShape.extend({
  amount: majorShape,
  currency: currencyShape,
  merchant_order_id: referenceShape,
  return_url: returnUrlShape.optional(),
  metadata: z.record(z.string(), z.string()).default({}),
  payment_method_options: z
    .object({ card: z.object({ three_ds_action: z.enum(["FORCE_3DS", "EXTERNAL_3DS"]).optional() }).optional() })
    .optional(),
});
const confirmShape = requestShape.extend({
  payment_method: z.object({
    type: z.enum(["card", "sim_wallet", "sim_qr", "sim_voucher", "sim_debit"]),
    card: z
      .object({
        number: z.string().min(12).max(32),
        expiry_month: z.string().regex(/^(0?[1-9]|1[0-2])$/),
        expiry_year: z.string().regex(/^20\d\d$/),
        cvc: z.string().min(3).max(4).optional(),
      })
      .optional(),
  }),
  payment_method_options: z
    .object({
      card: z.object({ auto_capture: z.boolean().optional() }).optional(),
    })
    .optional(),
  external_recurring_data: z
    .object({
      triggered_by: z.enum(["merchant", "customer"]),
      merchant_trigger_reason: z.enum(["scheduled", "unscheduled"]).optional(),
      original_transaction_id: referenceShape.optional(),
    })
    .optional(),
  return_url: returnUrlShape.optional(),
});
const storedFor = { scheduled: "recurring", unscheduled: "unscheduled" } as const;
const captureShape = requestShape.extend({ amount: majorShape.optional() });
const cancelShape = requestShape.extend({ cancellation_reason: z.string().max(128).optional() });
const refundShape = requestShape.extend({
  payment_intent_id: referenceShape.optional(),
  payment_attempt_id: referenceShape.optional(),
  amount: majorShape.optional(),
  reason: z.string().max(128).optional(),
});

/** What the issuer's refusal looks like here: an error, with the network's own code beside it. */
class Declined extends Fault {
  readonly extras: object;

  constructor(payment: Payment) {
    const { airwallex, iso: original } = declines[payment.declineCode ?? "do_not_honor"];
    super(400, airwallex, "The payment was declined.");
    this.extras = original
      ? { provider_original_response_code: original, details: { original_response_code: original } }
      : {};
  }
}

/** Refusals that this wire has other words or another status for. */
const renamed: Readonly<Record<string, readonly [status: number, code: string, message: string]>> = {
  insufficient_balance: [400, "insufficient_fund", "The balance is too low."],
  idempotency_conflict: [400, "duplicate_request", "The request ID has been used previously."],
  not_found: [404, "resource_not_found", "The requested resource does not exist."],
  invalid_status_for_operation: [400, "invalid_status_for_operation", "The status does not allow this operation."],
};

/** The error as this wire writes it, with its status. */
export function airwallexError(world: World, fault: Fault): { readonly status: number; readonly body: object } {
  const [status, code, message] = renamed[fault.code] ?? [fault.status, fault.code, fault.message];
  const extras = fault instanceof Declined ? fault.extras : {};
  return { status, body: { code, message, trace_id: newId(world, "trc"), ...extras } };
}

function newIntent(world: World, account: Account, body: unknown): Intent {
  const input = read(createShape, body);
  const intent: Intent = {
    id: newId(world, "int"),
    accountId: account.id,
    requestId: input.request_id,
    merchantOrderId: input.merchant_order_id,
    amount: minor(input.amount, input.currency),
    currency: input.currency,
    returnUrl: input.return_url ?? null,
    isThreeDsForced: input.payment_method_options?.card?.three_ds_action === "FORCE_3DS",
    metadata: input.metadata,
    createdAt: world.clock.now(),
    paymentIds: [],
    cancelledAt: null,
    cancellationReason: null,
  };
  world.book.intents.set(intent.id, intent);
  return intent;
}

const attemptsOf = (world: World, intent: Intent): Payment[] =>
  intent.paymentIds.flatMap((id) => world.book.payments.get(id) ?? []);

const wrongStatus = (): Fault =>
  new Fault(400, "invalid_status_for_operation", "The payment intent's status does not allow this operation.");

function confirmIntent(world: World, account: Account, intent: Intent, body: unknown) {
  const input = read(confirmShape, body);
  const isOpen = attemptsOf(world, intent).every(({ status }) => status === "declined" || status === "expired");
  if (!isOpen || intent.cancelledAt !== null) throw wrongStatus();
  const { card, type } = input.payment_method;
  const options = input.payment_method_options?.card;
  const recurring = input.external_recurring_data;
  return confirm(world, account, {
    reference: intent.merchantOrderId,
    attempt: null,
    intentId: intent.id,
    amount: intent.amount,
    currency: intent.currency,
    captureMethod: options?.auto_capture === false ? "manual" : "automatic",
    method: type,
    card: card
      ? { number: card.number, expMonth: Number(card.expiry_month), expYear: Number(card.expiry_year), cvc: card.cvc }
      : null,
    debitAccount: null,
    threeDs: intent.isThreeDsForced ? "force" : "automatic",
    renewalOf:
      recurring?.triggered_by === "merchant" ? (recurring.original_transaction_id ?? intent.merchantOrderId) : null,
    storeFor:
      recurring?.triggered_by === "customer" ? storedFor[recurring.merchant_trigger_reason ?? "unscheduled"] : null,
    returnUrl: input.return_url ?? intent.returnUrl,
    metadata: intent.metadata,
  });
}

function captureIntent(world: World, account: Account, intent: Intent, body: unknown): Intent {
  const { amount } = read(captureShape, body);
  const payment = attemptsOf(world, intent).find(({ status }) => status === "authorized");
  if (!payment) throw wrongStatus();
  capture(world, account, payment, amount === undefined ? undefined : minor(amount, intent.currency));
  return intent;
}

function cancelIntent(world: World, intent: Intent, body: unknown): Intent {
  const { cancellation_reason: reason } = read(cancelShape, body);
  const payments = attemptsOf(world, intent);
  if (payments.some(({ status }) => status === "captured" || status === "pending")) throw wrongStatus();
  intent.cancelledAt = world.clock.now();
  intent.cancellationReason = reason ?? null;
  for (const payment of payments) {
    if (payment.status === "authorized" || payment.status === "requires_action") voidPayment(world, payment);
  }
  return intent;
}

function refundPayment(world: World, account: Account, body: unknown) {
  const input = read(refundShape, body);
  const intent = world.book.intents.get(input.payment_intent_id ?? "");
  const ofIntent = intent && attemptsOf(world, intent).find(({ status }) => status === "captured");
  const payment = found(
    input.payment_attempt_id ? world.book.payments.get(input.payment_attempt_id) : ofIntent,
    account.id,
    "payment",
  );
  const amount = input.amount === undefined ? undefined : minor(input.amount, payment.currency);
  return refund(world, account, payment, input.request_id, amount);
}

/** The Airwallex-shaped calls: intents, attempts and refunds, over the same book as the native ones. */
export function airwallexRoutes(app: FastifyInstance, world: World): void {
  const { book } = world;
  app.post("/api/v1/authentication/login", async (request, reply) => {
    const account = book.accounts
      .values()
      .find(
        ({ clientId, apiKey }) =>
          clientId === request.headers["x-client-id"] && apiKey === request.headers["x-api-key"],
      );
    if (!account) throw unauthorized();
    return reply.code(201).send(newToken(world, account));
  });

  const intentOf = (account: Account, request: FastifyRequest): Intent =>
    found(book.intents.get(read(idShape, request.params).id), account.id, "payment intent");
  const call = (request: FastifyRequest) => ({
    operation: request.url,
    key: read(requestShape, request.body).request_id,
    body: request.body,
  });

  app.post("/api/v1/pa/payment_intents/create", async (request, reply) => {
    const account = tokenAccount(world, request);
    const { objectId } = await once(world, account, call(request), () => done(newIntent(world, account, request.body)));
    return reply
      .code(201)
      .send(airwallexIntent(world, found(book.intents.get(objectId), account.id, "payment intent")));
  });
  app.post("/api/v1/pa/payment_intents/:id/confirm", async (request) => {
    const account = tokenAccount(world, request);
    const intent = intentOf(account, request);
    const work = () => confirmIntent(world, account, intent, request.body);
    const { objectId } = await once(world, account, call(request), work);
    const payment = book.payments.get(objectId);
    if (payment?.status === "declined") throw new Declined(payment);
    return airwallexIntent(world, intent, "before");
  });
  app.post("/api/v1/pa/payment_intents/:id/capture", async (request) => {
    const account = tokenAccount(world, request);
    const intent = intentOf(account, request);
    await once(world, account, call(request), () => done(captureIntent(world, account, intent, request.body)));
    return airwallexIntent(world, intent);
  });
  app.post("/api/v1/pa/payment_intents/:id/cancel", async (request) => {
    const account = tokenAccount(world, request);
    const intent = intentOf(account, request);
    await once(world, account, call(request), () => done(cancelIntent(world, intent, request.body)));
    return airwallexIntent(world, intent);
  });
  app.post("/api/v1/pa/refunds/create", async (request, reply) => {
    const account = tokenAccount(world, request);
    const work = () => refundPayment(world, account, request.body);
    const { objectId } = await once(world, account, call(request), work);
    return reply.code(201).send(airwallexRefund(world, found(book.refunds.get(objectId), account.id, "refund")));
  });
  airwallexLookups(app, world);
  airwallexDisputeRoutes(app, world);
  airwallexFundsRoutes(app, world);
}

const listShape = z.object({
  page_num: z.coerce.number().int().min(0).default(0),
  page_size: z.coerce.number().int().min(1).max(1_000).default(10),
  merchant_order_id: referenceShape.optional(),
  payment_intent_id: referenceShape.optional(),
  payment_attempt_id: referenceShape.optional(),
});

function airwallexLookups(app: FastifyInstance, world: World): void {
  const query = <Item extends { readonly accountId: string }>(
    path: string,
    table: ReadonlyMap<string, Item>,
    view: (item: Item) => object,
    isAsked: (item: Item, filter: z.infer<typeof listShape>) => boolean,
    listedView = view,
  ): void => {
    app.get(`${path}/:id`, async (request) => {
      const account = tokenAccount(world, request);
      const { id } = read(idShape, request.params);
      return look(world, account, () => view(found(table.get(id), account.id, "resource")));
    });
    app.get(path, async (request) => {
      const account = tokenAccount(world, request);
      const filter = read(listShape, request.query);
      const own = [...table.values()].filter((item) => item.accountId === account.id && isAsked(item, filter));
      const end = (filter.page_num + 1) * filter.page_size;
      const page = own.reverse().slice(end - filter.page_size, end);
      return look(world, account, () => ({ has_more: own.length > end, items: page.map(listedView) }));
    });
  };
  const { intents, payments, refunds } = world.book;
  const isFor = (wanted: string | undefined, own: string | null | undefined): boolean =>
    wanted === undefined || wanted === own;
  query(
    "/api/v1/pa/payment_intents",
    intents,
    (intent) => airwallexIntent(world, intent),
    (intent, filter) => isFor(filter.merchant_order_id, intent.merchantOrderId),
    (intent) => airwallexListedIntent(world, intent),
  );
  query("/api/v1/pa/payment_attempts", payments, airwallexAttempt, (payment, filter) =>
    isFor(filter.payment_intent_id, payment.intentId),
  );
  query(
    "/api/v1/pa/refunds",
    refunds,
    (item) => airwallexRefund(world, item),
    (item, filter) =>
      isFor(filter.payment_attempt_id, item.paymentId) &&
      isFor(filter.payment_intent_id, payments.get(item.paymentId)?.intentId),
  );
}
