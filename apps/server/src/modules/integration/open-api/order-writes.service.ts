import { openApiMessages } from "@countinghouse/contract/integration/open-api/open-api.messages.ts";
import type { OpenInput } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import type { openOperations } from "@countinghouse/contract/integration/open-api/open-operations.ts";
import type { OpenPaymentMethod } from "@countinghouse/contract/integration/open-api/open-payment.ts";
import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { fromOpenInteger } from "@countinghouse/money/wire.ts";
import type { z } from "zod";
import type { Context } from "../../../platform/http/context.ts";
import { parseReachable, publicOnly, type ReachableHosts } from "../../../platform/outbound/outbound-post.ts";
import {
  type CreatedOrder,
  makeOrder,
  type NewOrder,
  type PaymentDetails,
} from "../../payments/order-acceptance/index.ts";
import {
  type AttemptToSend,
  assertUnaltered,
  beginCapture,
  beginNewPayment,
  beginPayment,
  type ConfirmedOrder,
  cancelOrder,
  finishPayment,
  type OrderNode,
  recordNoRoute,
  sendCapture,
  voidOrder,
} from "../../payments/order-processing/index.ts";
import { changeMetadata, isNumberTaken, lockOrder, type OrderRow } from "../../payments/order-record/index.ts";
import { countryOf } from "../../system/session/index.ts";
import { reachableHostsOf } from "../webhook/index.ts";
import type { OpenCall, OpenHandlers, ShowBoundObject } from "./open-call.service.ts";
import { orderOf, viewFor } from "./orders.service.ts";
import { findOrderOf, type OrderWithParts, viewOfOrder } from "./orders.store.ts";
import { payerAccess } from "./pay-address.service.ts";

type OrderCreationContext = OpenInput<(typeof openOperations)["createOrder"]>["body"];
type OpenMethodInput = z.output<typeof OpenPaymentMethod>;
type WriteNames = "createOrder" | "confirmOrder" | "updateOrderMetadata" | "captureOrder" | "voidOrder" | "cancelOrder";

/** A creation in the order module's form. Only the merchant's input counts, so that equal bodies mean equal orders. */
function newOrderOf(body: OrderCreationContext): NewOrder {
  const { currency, items, adjustment, paymentMethod, threeDs: _threeDs, amount, ...rest } = body;
  const money = (minor: number) => fromOpenInteger(minor, currency);
  return {
    ...rest,
    amount: money(amount),
    paymentType: paymentMethod ? "server_to_server" : "hosted_page",
    ...(items
      ? {
          items: items.map((item) => ({
            sku: item.sku ?? null,
            name: item.name,
            quantity: item.quantity,
            unitAmount: money(item.unitAmount),
            amount: money(item.amount),
          })),
        }
      : {}),
    ...(adjustment === undefined ? {} : { adjustment: money(adjustment) }),
  } as NewOrder;
}

function detailsOf(
  { isPayer }: Pick<OpenCall, "isPayer">,
  { code, card, storeFor }: OpenMethodInput,
  more: { readonly threeDs?: { readonly preference: string } | undefined; readonly returnUrl?: string | undefined },
): PaymentDetails {
  return {
    method: code,
    card: card
      ? {
          number: card.number,
          expMonth: card.expiryMonth,
          expYear: card.expiryYear,
          cvc: card.cvc ?? null,
          holderName: card.holderName ?? null,
        }
      : null,
    threeDs: more.threeDs?.preference === "required" ? "force" : "automatic",
    storeFor: storeFor ?? null,
    sender: isPayer ? "payer" : "merchant",
    returnUrl: more.returnUrl ?? null,
  };
}

const refOf = ({ merchantId, id }: OrderRow) => ({ merchantId, orderId: id });

/** The order as it is now. */
const shown = async (call: OpenCall, orderNo: string) => viewFor(call, await orderOf(call, orderNo));

/** Performs an action on the caller's order and shows it afterwards. */
async function act(call: OpenCall, orderNo: string, work: (row: OrderRow) => Promise<unknown>) {
  await work(await orderOf(call, orderNo));
  return shown(call, orderNo);
}

/** Refuses notification and return URLs outside the public internet, except in test mode. */
function assertReachable(
  { app, platform, request }: OpenCall,
  { notifyUrl, returnUrl, cancelUrl }: OrderCreationContext,
): void {
  const { mode } = app;
  const reach = reachableHostsOf(mode, platform.config.testHosts);
  const isWrong = (address: string | undefined, allowed: ReachableHosts): boolean =>
    address !== undefined && !parseReachable(address, allowed);
  const wrong = [
    ...(isWrong(notifyUrl, reach) ? ["notifyUrl"] : []),
    ...(mode === "live" && isWrong(returnUrl, publicOnly) ? ["returnUrl"] : []),
    ...(mode === "live" && isWrong(cancelUrl, publicOnly) ? ["cancelUrl"] : []),
  ];
  if (wrong.length === 0) return;
  const message = openApiMessages[request.locale].refusals.urlRefused;
  throw refuse("openApi.urlRefused", {}, { fields: wrong.map((field) => ({ field, message })) });
}

/** A just written order in its read form, without reading it. */
const factsOf = (
  order: OrderRow & Partial<ConfirmedOrder>,
  { items, metadata, ...rest }: NonNullable<CreatedOrder["particulars"]>,
): OrderWithParts =>
  ({
    ...order,
    ...rest,
    captures: order.captures ?? [],
    items: JSON.parse(items),
    metadata: JSON.parse(metadata),
    nextAction: null,
  }) as OrderWithParts;

/** A new order as it is now; the payer's action belongs to its attempt and is read. */
async function shownNew(
  call: OpenCall,
  order: OrderRow & Partial<ConfirmedOrder>,
  particulars: CreatedOrder["particulars"],
) {
  // Another process applied the gateway's outcome first and reports the capture.
  const isTakenBefore = order.capturedAmount !== "0" && !order.captures?.length;
  if (!particulars || order.status === "awaiting" || isTakenBefore) return shown(call, order.orderNo);
  return viewOfOrder(factsOf(order, particulars));
}

/** The payer's access to an order, for its merchant's server. */
const accessOf = ({ platform, request }: OpenCall, order: Pick<OrderRow, "merchantId" | "orderNo" | "orderTime">) =>
  payerAccess(platform, order, request);

/** A payment that was refused before anything was sent; the order itself stands. */
class PaymentRefused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/**
 * Runs the part before the gateway call in one transaction. If its commit succeeded but the answer to it was lost, the
 * payment continues: the payer's card is only available now.
 */
async function beginning<R extends object>(call: OpenCall, work: (ctx: Context) => Promise<R>): Promise<R> {
  let begun: R | undefined;
  try {
    return await call.transact(async (ctx) => {
      begun = await work(ctx);
      return begun;
    });
  } catch (error) {
    const isRefused = error instanceof Refusal || error instanceof PaymentRefused;
    if (begun === undefined || isRefused || !(await call.isBound())) throw error;
    return begun;
  }
}

async function beginOrRefuse<S extends AttemptToSend>(begin: Promise<S>): Promise<S> {
  try {
    return await begin;
  } catch (error) {
    throw error instanceof Refusal ? new PaymentRefused(error) : error;
  }
}

/** A new order, and its payment where one was begun. */
interface BegunOrder {
  readonly made: CreatedOrder;
  readonly sending: AttemptToSend | undefined;
}

/** Makes an order and begins its payment in one transaction, with the key bound to its attempt. */
async function makeAndBegin(
  node: OrderNode,
  call: OpenCall,
  asked: NewOrder,
  details: PaymentDetails,
): Promise<BegunOrder> {
  try {
    return await beginning(call, async (ctx) => {
      const sending = await beginOrRefuse(beginNewPayment(node, ctx, call.app, asked, details));
      await call.bind(ctx, sending.attempt.id);
      return { made: sending, sending };
    });
  } catch (error) {
    if (isNumberTaken(error)) return beginKnown(node, call, asked, details);
    if (!(error instanceof PaymentRefused)) throw error;
    // The order stands, so that it can be paid by other means.
    const { order, particulars } = await call.transact((ctx) => makeOrder(ctx, call.app, asked));
    if (!particulars) return beginKnown(node, call, asked, details);
    await recordNoRoute(node, call, refOf(order), error.refusal);
    throw error.refusal;
  }
}

/** An order made by an earlier request, under whatever key: its payment begins only if none has begun. */
async function beginKnown(
  node: OrderNode,
  call: OpenCall,
  asked: NewOrder,
  details: PaymentDetails,
): Promise<BegunOrder> {
  const made = await call.transact((ctx) => makeOrder(ctx, call.app, asked));
  const ref = refOf(made.order);
  try {
    return await beginning(call, async (ctx) => {
      const order = await lockOrder(ctx, ref);
      const isUntried = order.attemptCount === 0 && order.status === "created";
      const sending = isUntried ? await beginOrRefuse(beginPayment(node, ctx, ref, details)) : undefined;
      await call.bind(ctx, sending?.attempt.id ?? order.id);
      return { made: { ...made, order: sending?.order ?? order }, sending };
    });
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    await recordNoRoute(node, call, ref, error.refusal);
    throw error.refusal;
  }
}

/** An unpaid order, with the key bound to it. */
const makeAlone = (call: OpenCall, asked: NewOrder): Promise<BegunOrder> =>
  beginning(call, async (ctx) => ({ made: await makeOrder(ctx, call.app, asked, call.bind), sending: undefined }));

/** Begins a payment of an order with the key bound to its attempt, and completes it. */
async function confirmBound(node: OrderNode, call: OpenCall, row: OrderRow, details: PaymentDetails): Promise<void> {
  const sending = await beginning(call, async (ctx) => {
    const begun = await beginPayment(node, ctx, refOf(row), details);
    await call.bind(ctx, begun.attempt.id);
    return begun;
  }).catch(async (error: unknown) => {
    await recordNoRoute(node, call, refOf(row), error);
    throw error;
  });
  await finishPayment(node, call, sending, details);
}

/** Making orders and getting them paid. */
export function orderWriteHandlers(node: OrderNode): Pick<OpenHandlers, WriteNames> {
  return {
    createOrder: async (call, { body }) => {
      assertReachable(call, body);
      const asked = { ...newOrderOf(body), ipCountry: await countryOf(body.ip) };
      const details = body.paymentMethod && detailsOf(call, body.paymentMethod, body);
      const { made, sending } = details ? await makeAndBegin(node, call, asked, details) : await makeAlone(call, asked);
      const order = sending && details ? await finishPayment(node, call, sending, details) : made.order;
      return { ...(await shownNew(call, order, made.particulars)), ...accessOf(call, order) };
    },

    confirmOrder: (call, { params: { orderNo }, body }) =>
      act(call, orderNo, (row) => confirmBound(node, call, row, detailsOf(call, body.paymentMethod, body))),

    updateOrderMetadata: (call, { params: { orderNo }, body: { metadata } }) =>
      act(call, orderNo, (row) =>
        call.change({ orderNo, metadata }, async (ctx) => {
          await changeMetadata(ctx, refOf(row), metadata);
          await call.bind(ctx, row.id);
        }),
      ),

    captureOrder: (call, { params: { orderNo }, body: { amount, final, reason } }) =>
      act(call, orderNo, async (row) => {
        await assertUnaltered(node, refOf(row));
        const asked = amount === undefined ? null : fromOpenInteger(amount, row.currency);
        const capture = await beginning(call, (ctx) =>
          beginCapture(ctx, refOf(row), { amount: asked, final, reason: reason ?? null }, call.bind),
        );
        await sendCapture(node, call, capture);
      }),

    voidOrder: (call, { params: { orderNo }, body: { reason } }) =>
      act(call, orderNo, async (row) => {
        await assertUnaltered(node, refOf(row));
        await voidOrder(node, call, refOf(row), reason ?? "", call.bind);
      }),

    cancelOrder: (call, { params: { orderNo }, body: { reason } }) =>
      act(call, orderNo, (row) =>
        cancelOrder(node, call, refOf(row), { by: "reasonMerchant", reason: reason ?? null }, call.bind),
      ),
  };
}

/** The order of a bound object. */
async function orderBound(call: OpenCall, objectId: string) {
  const found = await findOrderOf(call.reading, { merchantId: call.app.merchantId, objectId });
  if (!found) throw refuse("openApi.notFound", { what: "order" });
  return found;
}

const showOrder: ShowBoundObject = async (call, objectId) => viewFor(call, await orderBound(call, objectId));

/** What a retry shows: the order of its bound object in its present state. */
export const orderShows: Readonly<Record<WriteNames, ShowBoundObject>> = {
  createOrder: async (call, objectId) => {
    const order = await orderBound(call, objectId);
    return { ...viewOfOrder(order), ...accessOf(call, order) };
  },
  confirmOrder: showOrder,
  updateOrderMetadata: showOrder,
  captureOrder: showOrder,
  voidOrder: showOrder,
  cancelOrder: showOrder,
};
