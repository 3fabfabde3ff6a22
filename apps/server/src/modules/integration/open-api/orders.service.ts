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

/** The merchant's order with a number in the key's mode; any other is not found. */
export async function orderOf({ reading, app }: OpenCall, orderNo: string): Promise<OrderWithParts> {
  const found = await findOrder(reading, { merchantId: app.merchantId, mode: app.mode, orderNo });
  if (!found) throw refuse("openApi.notFound", { what: "order" });
  return found;
}

/** An order for its caller. The contract reduces a payer's answer; only we know which metadata is public. */
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

/** The failure code for payers: that a card was stolen is told to the merchant only. */
function failureForPayer(code: OpenOrderView["failureCode"], locale: Locale): Partial<OpenOrderView> {
  const rule = code && declineRules[code as DeclineCodeName];
  if (!rule) return {};
  const failureCode = rule.payer === "otherMethod" ? "generic_decline" : code;
  return { failureCode, failureMessage: payerAdvice[rule.payer][locale] };
}

/** Reads orders and their captures. */
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
