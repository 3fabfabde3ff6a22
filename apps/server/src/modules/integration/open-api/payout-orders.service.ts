import { beneficiaryNeeds } from "@countinghouse/contract/funds/payout-order/beneficiary.ts";
import type { OpenInput } from "@countinghouse/contract/integration/open-api/open-operation.ts";
import type { openOperations } from "@countinghouse/contract/integration/open-api/open-operations.ts";
import { Refusal, refuse } from "@countinghouse/contract/kit/refusal.ts";
import { currency } from "@countinghouse/money/currency.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import {
  cancelPayoutOrder,
  type PayoutOrderRow,
  payoutOrderByNo,
  payoutOrderObject,
  requestPayoutOrder,
} from "../../funds/payout-order/index.ts";
import type { OrderNode } from "../../payments/order-processing/index.ts";
import { decodeCursor, pageFrom } from "./cursor.wire.ts";
import type { OpenCall, OpenHandlers, ShowBoundObject } from "./open-call.service.ts";
import { withOpenAmounts } from "./withdrawals.service.ts";
import { listPayoutOrders, payoutOrderById } from "./withdrawals.store.ts";

type Creation = OpenInput<(typeof openOperations)["createPayoutOrder"]>["body"];
type PayoutOrderNames =
  | "createPayoutOrder"
  | "listPayoutOrders"
  | "getPayoutOrder"
  | "cancelPayoutOrder"
  | "listBeneficiaryRequirements";

/** The merchant's payout order with a number in the key's mode; any other is not found. */
async function payoutOrderOf(
  { reading, app: { merchantId, mode } }: OpenCall,
  payoutOrderNo: string,
): Promise<PayoutOrderRow> {
  const found = await payoutOrderByNo(reading.db, { merchantId, mode, payoutOrderNo });
  if (!found) throw refuse("openApi.notFound", { what: "payoutOrder" });
  return found;
}

/** Beneficiary fields are nested in this API, and so reported with their path. */
async function inBeneficiary<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "payoutOrder.beneficiaryInvalid") throw error;
    const fields = error.fields.map(({ field, message }) => ({ field: `beneficiary.${field}`, message }));
    throw refuse(error.code, {}, { fields });
  }
}

/** The request in the payout module's terms. */
const askedOf = (
  { app: { mode, appId, keyId: key, secretMakers: makers } }: OpenCall,
  { amount, currency: code, beneficiary: { type, name, ...details }, ...body }: Creation,
) => ({
  ...body,
  ...details,
  beneficiaryType: type,
  beneficiaryName: name,
  mode,
  appId,
  amount: String(amount),
  currency: currency(code),
  app: { key, makers },
});

/** Handlers of payouts to third parties. */
export const payoutOrderHandlers = (node: OrderNode): Pick<OpenHandlers, PayoutOrderNames> => {
  const ring = () => installationKeys(node.platform.secret).ring;
  return {
    createPayoutOrder: (call, { body }) => {
      const { merchantPayoutNo, amount, currency: code, method } = body;
      // No account details are stored in the audit record.
      const told = { merchantPayoutNo, amount, currency: code, method, country: body.beneficiary.country };
      return inBeneficiary(() =>
        withOpenAmounts(() =>
          call.change(told, async (ctx) => {
            const row = await requestPayoutOrder(ctx, ring, askedOf(call, body));
            await call.bind(ctx, row.id);
            return payoutOrderObject(row);
          }),
        ),
      );
    },

    listPayoutOrders: async ({ reading, app: { merchantId, mode } }, { query: { limit, cursor, ...filter } }) => {
      const list = { name: "payoutOrders", filter };
      const after = decodeCursor(cursor, list);
      const rows = await listPayoutOrders(reading, { ...filter, merchantId, mode, limit, after });
      return pageFrom(rows, limit, {
        list,
        position: ({ applyTime: time, id }) => ({ time, id }),
        view: payoutOrderObject,
      });
    },

    getPayoutOrder: async (call, { params: { payoutOrderNo } }) =>
      payoutOrderObject(await payoutOrderOf(call, payoutOrderNo)),

    cancelPayoutOrder: async (call, { params: { payoutOrderNo } }) => {
      const row = await payoutOrderOf(call, payoutOrderNo);
      return call.change({ payoutOrderNo }, async (ctx) => {
        const canceled = await cancelPayoutOrder(ctx, row);
        await call.bind(ctx, canceled.id);
        return payoutOrderObject(canceled);
      });
    },

    listBeneficiaryRequirements: async (_call, { query }) => ({
      data: beneficiaryNeeds(query).map((need) => ({ ...need })),
    }),
  };
};

const showPayoutOrder: ShowBoundObject = async ({ reading, app }, objectId) => {
  const found = await payoutOrderById(reading, app.merchantId, objectId);
  if (!found) throw refuse("openApi.notFound", { what: "payoutOrder" });
  return payoutOrderObject(found);
};

/** A repeated request shows the payout order it created, in its current state. */
export const payoutOrderShows = { createPayoutOrder: showPayoutOrder, cancelPayoutOrder: showPayoutOrder };
