import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Account } from "../book.ts";
import { acceptDispute, defendDispute } from "../disputes.ts";
import { Fault, found } from "../fault.ts";
import { done, look, once } from "../idempotency.ts";
import { disputeView, paymentView, payoutView, refundView } from "../native-view.ts";
import type { PaymentAnswer } from "../payment-request.ts";
import { capture, confirm, voidPayment } from "../payments.ts";
import { availableFor, checkAccountName, payOut } from "../payouts.ts";
import { refund } from "../refunds.ts";
import type { World } from "../world.ts";
import { currencyShape, idShape, minorShape, read, referenceShape, returnUrlShape } from "./wire.ts";

const cardShape = z.object({
  number: z.string().min(12).max(32),
  expMonth: z.int().min(1).max(12),
  expYear: z.int().min(2000).max(2100),
  cvc: z.string().min(3).max(4).optional(),
});

const paymentShape = z.object({
  reference: referenceShape,
  attempt: referenceShape.nullable().default(null),
  amount: minorShape,
  currency: currencyShape,
  captureMethod: z.enum(["automatic", "manual"]).default("automatic"),
  method: z.enum(["card", "sim_wallet", "sim_qr", "sim_voucher", "sim_debit"]),
  card: cardShape.nullable().default(null),
  debitAccount: z.string().min(4).max(34).nullable().default(null),
  threeDs: z.enum(["automatic", "force"]).default("automatic"),
  renewalOf: referenceShape.nullable().default(null),
  storeFor: z.enum(["recurring", "unscheduled"]).nullable().default(null),
  returnUrl: returnUrlShape.nullable().default(null),
  metadata: z.record(z.string().max(40), z.string().max(500)).default({}),
});

const captureShape = z.object({
  amount: minorShape.optional(),
  isFinal: z.boolean().default(true),
  reference: referenceShape.nullable().default(null),
});
const refundShape = z.object({ paymentId: referenceShape, reference: referenceShape, amount: minorShape.optional() });
const evidenceShape = z.object({
  items: z
    .array(z.object({ type: z.string(), text: z.string() }))
    .min(1)
    .max(50),
});
const payoutShape = z.object({
  reference: referenceShape,
  amount: minorShape,
  currency: currencyShape,
  beneficiary: z.string().min(4).max(34),
});
const accountCheckShape = z.object({ beneficiary: z.string().min(4).max(34), name: z.string().min(1).max(200) });
const findShape = z.object({ reference: referenceShape.optional(), attempt: referenceShape.optional() });

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers["idempotency-key"];
  return typeof key === "string" ? key : undefined;
};

/** The account whose key the caller shows. */
export function nativeAccount(world: World, request: FastifyRequest): Account {
  const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1];
  const account = world.book.accounts.values().find(({ apiKey }) => apiKey === key);
  if (!key || !account) throw new Fault(401, "configuration_error", "The API key belongs to no account.");
  return account;
}

type Work = (account: Account, request: FastifyRequest) => PaymentAnswer<{ readonly id: string } | null>;
type Change = (path: string, work: Work, show: (id: string) => object) => void;

const pathId = (request: FastifyRequest): string => read(idShape, request.params).id;

const shown =
  <Item>(table: ReadonlyMap<string, Item>, view: (item: Item) => object) =>
  (id: string): object => {
    const item = table.get(id);
    if (!item) throw new Fault(404, "not_found", "There is no such object.");
    return view(item);
  };

/** Native calls: payments, refunds, disputes, payouts and settlement files of the caller's account. */
export function nativeRoutes(app: FastifyInstance, world: World): void {
  /** A call that changes something, once per idempotency key; answers with the object as it then is. */
  const change: Change = (path, work, show) => {
    app.post(path, async (request, reply) => {
      const account = nativeAccount(world, request);
      const call = { operation: request.url, key: keyOf(request), body: request.body };
      const { objectId, isReplay } = await once(world, account, call, () => work(account, request));
      if (isReplay) reply.header("idempotent-replay", "true");
      return reply.send(show(objectId));
    });
  };
  paymentChanges(change, world);
  otherChanges(change, world);
  lookups(app, world);
}

function paymentChanges(change: Change, world: World): void {
  const { payments, refunds } = world.book;
  const payment = (account: Account, id: string) => found(payments.get(id), account.id, "payment");
  const showPayment = shown(payments, paymentView);
  change(
    "/v1/payments",
    (account, request) => confirm(world, account, { ...read(paymentShape, request.body), intentId: null }),
    showPayment,
  );
  change(
    "/v1/payments/:id/capture",
    (account, request) => {
      const item = payment(account, pathId(request));
      const { amount, ...as } = read(captureShape, request.body);
      capture(world, account, item, amount, as);
      return done(item);
    },
    showPayment,
  );
  change(
    "/v1/payments/:id/void",
    (account, request) => {
      const item = payment(account, pathId(request));
      voidPayment(world, item);
      return done(item);
    },
    showPayment,
  );
  change(
    "/v1/refunds",
    (account, request) => {
      const { paymentId, reference, amount } = read(refundShape, request.body);
      return refund(world, account, payment(account, paymentId), reference, amount);
    },
    shown(refunds, refundView),
  );
}

function otherChanges(change: Change, world: World): void {
  const { disputes, payouts } = world.book;
  const dispute = (account: Account, id: string) => found(disputes.get(id), account.id, "dispute");
  const showDispute = shown(disputes, disputeView);
  change(
    "/v1/disputes/:id/accept",
    (account, request) => {
      const item = dispute(account, pathId(request));
      acceptDispute(world, item);
      return done(item);
    },
    showDispute,
  );
  change(
    "/v1/disputes/:id/evidence",
    (account, request) => {
      const item = dispute(account, pathId(request));
      defendDispute(world, item, read(evidenceShape, request.body).items.length);
      return done(item);
    },
    showDispute,
  );
  change(
    "/v1/payouts",
    (account, request) => payOut(world, account, read(payoutShape, request.body)),
    shown(payouts, payoutView),
  );
}

/** Queries by identifier, and by the caller's own reference. */
function lookups(app: FastifyInstance, world: World): void {
  const query = <
    Item extends { readonly accountId: string; readonly reference?: string; readonly attempt?: string | null },
  >(
    path: string,
    what: string,
    table: ReadonlyMap<string, Item>,
    view: (item: Item) => object,
  ): void => {
    app.get(`${path}/:id`, async (request) => {
      const account = nativeAccount(world, request);
      const { id } = read(idShape, request.params);
      return look(world, account, () => view(found(table.get(id), account.id, what)));
    });
    app.get(path, async (request) => {
      const account = nativeAccount(world, request);
      const { reference, attempt } = read(findShape, request.query);
      const isAsked = (item: Item): boolean =>
        item.accountId === account.id &&
        (reference === undefined || item.reference === reference) &&
        (attempt === undefined || item.attempt === attempt);
      const newestFirst = (): object => ({
        data: [...table.values()].filter(isAsked).reverse().slice(0, 100).map(view),
      });
      return look(world, account, newestFirst);
    });
  };
  query("/v1/payments", "payment", world.book.payments, paymentView);
  query("/v1/refunds", "refund", world.book.refunds, refundView);
  query("/v1/disputes", "dispute", world.book.disputes, disputeView);
  query("/v1/payouts", "payout", world.book.payouts, payoutView);

  app.post("/v1/account-checks", async (request) => {
    const account = nativeAccount(world, request);
    const { beneficiary } = read(accountCheckShape, request.body);
    return look(world, account, () => ({ object: "account_check", result: checkAccountName(beneficiary) }));
  });

  app.get("/v1/balance", async (request) => {
    const account = nativeAccount(world, request);
    const { currency } = read(z.object({ currency: currencyShape }), request.query);
    const available = availableFor(account, currency);
    return look(world, account, () => ({
      object: "balance",
      currency,
      available: available === null ? null : Number(available),
    }));
  });

  const filesOf = (account: Account) => world.book.files.filter(({ accountId }) => accountId === account.id);
  app.get("/v1/settlements", async (request) => {
    const account = nativeAccount(world, request);
    const view = filesOf(account).map(({ batchNo, currency, createdAt }) => ({ batchNo, currency, createdAt }));
    return look(world, account, () => ({ data: view }));
  });
  app.get("/v1/settlements/:batchNo", async (request, reply) => {
    const account = nativeAccount(world, request);
    const { batchNo } = read(z.object({ batchNo: z.coerce.number().int() }), request.params);
    const file = found(
      filesOf(account).find((one) => one.batchNo === batchNo),
      account.id,
      "settlement file",
    );
    const text = await look(world, account, () => file.text);
    return reply.type("text/csv; charset=utf-8").send(text);
  });
}
