import { openApiMessages } from "@countinghouse/contract/integration/open-api/open-api.messages.ts";
import type { OpenInput } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import type { openOperations } from "@countinghouse/contract/integration/open-api/open-operations.ts";
import type { OpenPaymentMethod } from "@countinghouse/contract/integration/open-api/open-order.ts";
import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { fromOpenInteger } from "@countinghouse/money/wire.ts";
import type { z } from "zod";
import { parseReachable, type Reach } from "../../../platform/outbound/outbound-post.ts";
import {
  cancelOrder,
  captureOrder,
  confirmOrder,
  type MadeOrder,
  makeOrder,
  type NewOrder,
  type OrderNode,
  type OrderRow,
  type PaymentDetails,
  voidOrder,
} from "../../payments/coin-order/index.ts";
import { countryOf } from "../../system/session/index.ts";
import { reachOf } from "../webhook/index.ts";
import type { OpenCall, OpenHandlers } from "./open-call.service.ts";
import { orderOf } from "./orders.service.ts";
import { type OrderFacts, viewOfOrder } from "./orders.store.ts";
import { payerAccess } from "./pay-address.service.ts";

type Creation = OpenInput<(typeof openOperations)["createOrder"]>["body"];
type Means = z.output<typeof OpenPaymentMethod>;
type WriteNames = "createOrder" | "confirmOrder" | "captureOrder" | "voidOrder" | "cancelOrder";

/** A creation in the words of orders. Only what the merchant said counts: the same body always means the same order. */
function newOrderOf(body: Creation): NewOrder {
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
  { code, card }: Means,
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
    returnUrl: more.returnUrl ?? null,
  };
}

/** The order as it is now. While a gateway's answer is out, the key stays open: asked again, it shows what came of it. */
async function shown(call: OpenCall, orderNo: string) {
  const now = await orderOf(call, orderNo);
  if (now.status === "pending") call.leaveOpen();
  return viewOfOrder(now);
}

/**
 * Does something to an order and answers what it answered. When the same request was begun before and its answer was
 * lost, the state it led to refuses it a second time; then there is nothing to answer but that state.
 */
async function once<R>(call: OpenCall, work: () => Promise<R>): Promise<R | undefined> {
  try {
    return await work();
  } catch (error) {
    const isDone = call.isRepeat && error instanceof Refusal && error.status === 409;
    if (!isDone) throw error;
    return undefined;
  }
}

async function act(call: OpenCall, orderNo: string, work: (row: OrderRow) => Promise<unknown>) {
  const row = await orderOf(call, orderNo);
  await once(call, () => work(row));
  return shown(call, orderNo);
}

/** Addresses to tell and to lead payers to: of public hosts, except while somebody tries things out. */
function assertReachable({ app, platform, request }: OpenCall, { notifyUrl, returnUrl, cancelUrl }: Creation): void {
  const { mode } = app;
  const reach = reachOf(mode, platform.config.isProduction);
  const isWrong = (address: string | undefined, allowed: Reach): boolean =>
    address !== undefined && !parseReachable(address, allowed);
  const wrong = [
    ...(isWrong(notifyUrl, reach) ? ["notifyUrl"] : []),
    ...(mode === "live" && isWrong(returnUrl, "public") ? ["returnUrl"] : []),
    ...(mode === "live" && isWrong(cancelUrl, "public") ? ["cancelUrl"] : []),
  ];
  if (wrong.length === 0) return;
  const message = openApiMessages[request.locale].refusals.urlRefused;
  throw refuse("openApi.urlRefused", {}, { fields: wrong.map((field) => ({ field, message })) });
}

/** What was just written as it would be read, without reading it. */
const factsOf = (order: OrderRow, { items, metadata, ...rest }: NonNullable<MadeOrder["particulars"]>): OrderFacts =>
  ({ ...order, ...rest, items: JSON.parse(items), metadata: JSON.parse(metadata), nextAction: null }) as OrderFacts;

/** A new order as it is now; what the payer has to do stands with its attempt and is read. */
async function shownNew(call: OpenCall, order: OrderRow | undefined, { order: first, particulars }: MadeOrder) {
  if (!order || !particulars || order.status === "awaiting") return shown(call, first.orderNo);
  if (order.status === "pending") call.leaveOpen();
  return viewOfOrder(factsOf(order, particulars));
}

const refOf = ({ merchantId, id }: OrderRow) => ({ merchantId, orderId: id });

/** Making orders and getting them paid. */
export function orderWriteHandlers(node: OrderNode): Pick<OpenHandlers, WriteNames> {
  return {
    createOrder: async (call, { body }) => {
      assertReachable(call, body);
      const asked = { ...newOrderOf(body), ipCountry: await countryOf(body.ip) };
      const made = await call.transact((ctx) => makeOrder(ctx, call.app, asked));
      const { merchantId, orderNo, attemptCount, status } = made.order;
      // An order that exists was tried already; creating it once more is no second try.
      const isUntried = attemptCount === 0 && status === "created";
      // The same call again goes on where the first one was cut off, as soon as the gateway is known never to have seen it.
      const isCutOff = call.isRepeat && status === "pending";
      const details = body.paymentMethod && (isUntried || isCutOff) ? detailsOf(body.paymentMethod, body) : undefined;
      const order = details ? await once(call, () => confirmOrder(node, call, refOf(made.order), details)) : made.order;
      const access = payerAccess(call.platform, { merchantId, orderNo }, call.request);
      return { ...(await shownNew(call, order, made)), ...access };
    },

    confirmOrder: (call, { params: { orderNo }, body }) =>
      act(call, orderNo, (row) => confirmOrder(node, call, refOf(row), detailsOf(body.paymentMethod, body))),

    captureOrder: (call, { params: { orderNo }, body: { amount, final, reason } }) =>
      act(call, orderNo, (row) => {
        const asked = amount === undefined ? null : fromOpenInteger(amount, row.currency);
        return captureOrder(node, call, refOf(row), { amount: asked, final, reason: reason ?? null });
      }),

    voidOrder: (call, { params: { orderNo }, body: { reason } }) =>
      act(call, orderNo, (row) => voidOrder(node, call, refOf(row), reason ?? "")),

    cancelOrder: (call, { params: { orderNo }, body: { reason } }) =>
      act(call, orderNo, (row) =>
        cancelOrder(node, call, refOf(row), { by: "reasonMerchant", reason: reason ?? null }),
      ),
  };
}
