import type { DeclineCodeName } from "@countinghouse/contract/decline-codes.ts";
import { declineRules, payerAdvice } from "@countinghouse/contract/decline-rules.ts";
import { publicMetadata } from "@countinghouse/contract/integration/open-api/open-metadata.ts";
import type { OpenOrderView } from "@countinghouse/contract/integration/open-api/open-order.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { captureByNo, captureObject } from "../../payments/capture/index.ts";
import { decodeCursor, pageFrom } from "./cursor.wire.ts";
import type { OpenCall, OpenHandlers } from "./open-call.service.ts";
import {
  findOrder,
  listOrders,
  type OrderWithParts,
  positionOfOrder,
  viewOfCaptures,
  viewOfOrder,
} from "./orders.store.ts";

/** The merchant's order of that number in the key's mode; every other one does not exist. */
export async function orderOf({ reading, app }: OpenCall, orderNo: string): Promise<OrderWithParts> {
  const found = await findOrder(reading, { merchantId: app.merchantId, mode: app.mode, orderNo });
  if (!found) throw refuse("openApi.notFound", { what: "order" });
  return found;
}

/** An order as its caller may see it. The contract cuts a payer's answer; of the metadata only we know what is public. */
export function viewFor(
  { isPayer, request }: Pick<OpenCall, "isPayer" | "request">,
  row: OrderWithParts,
): OpenOrderView {
  const view = viewOfOrder(row);
  if (!isPayer) return view;
  return {
    ...view,
    ...failureForPayer(view.failureCode, request.locale),
    metadata: publicMetadata(view.metadata ?? {}),
  };
}

/** Why a payment failed, as far as its payer may know: that a card is stolen is the merchant's to know. */
function failureForPayer(code: OpenOrderView["failureCode"], locale: Locale): Partial<OpenOrderView> {
  const rule = code && declineRules[code as DeclineCodeName];
  if (!rule) return {};
  const failureCode = rule.payer === "otherMethod" ? "generic_decline" : code;
  return { failureCode, failureMessage: payerAdvice[rule.payer][locale] };
}

/** Reading orders and their captures. */
export const orderReadHandlers: Pick<OpenHandlers, "getOrder" | "listOrders" | "listCaptures" | "getCapture"> = {
  getOrder: async (call, { params: { orderNo } }) => viewFor(call, await orderOf(call, orderNo)),

  listOrders: async ({ reading, app }, { query: { limit, cursor, ...filter } }) => {
    const list = { name: "orders", filter };
    const { merchantId, mode } = app;
    const rows = await listOrders(reading, { ...filter, merchantId, mode, limit, after: decodeCursor(cursor, list) });
    return pageFrom(rows, limit, { list, position: positionOfOrder, view: viewOfOrder });
  },

  listCaptures: async (call, { params: { orderNo } }) => ({ data: viewOfCaptures(await orderOf(call, orderNo)) }),

  getCapture: async ({ reading, app: { merchantId, mode } }, { params: { captureNo } }) => {
    const found = await captureByNo(reading, { merchantId, mode, captureNo });
    if (!found) throw refuse("openApi.notFound", { what: "capture" });
    return captureObject(found);
  },
};
