import { beneficiaryNeeds } from "@countinghouse/contract/funds/payout-order/beneficiary.ts";
import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { balancesOf } from "../ledger/index.ts";
import { decisionHandlers, ownMerchant, readTerms } from "../outbound/index.ts";
import { addPayoutFile, checkPayoutFile } from "./payout-file.service.ts";
import { payoutOrderDecisions } from "./payout-order.decision.service.ts";
import { previewPayoutOrder } from "./payout-order.plan.service.ts";
import { readPayoutOrder, revealBeneficiary } from "./payout-order.read.service.ts";
import {
  cancelPayoutOrder,
  requestPayoutOrder,
  retryPayoutOrder,
  submitPayoutOrder,
} from "./payout-order.request.service.ts";
import { describedPayoutOrders, type PayoutOrderRow, refOfPayoutOrder } from "./payout-order.store.ts";

const named = ({ id, payoutOrderNo, status }: PayoutOrderRow) => ({ id, payoutOrderNo, status });

export const buildPayoutOrderRoutes = ({ secret }: Pick<Platform, "secret">) => {
  const ring = () => installationKeys(secret).ring;
  return implement(payoutOrder, {
    ...recordReads({ table: "payoutOrders", resource: payoutOrder, describe: describedPayoutOrders }),
    detail: readPayoutOrder,
    terms: async (ctx, input) => {
      const held = await balancesOf(ctx, ownMerchant(ctx, "payoutOrder"), input.mode);
      return readTerms(ctx, "payoutOrder", input, held);
    },
    beneficiarySchema: async (_ctx, asked) => beneficiaryNeeds(asked).map((need) => ({ ...need })),
    preview: async (ctx, input) => {
      const merchantId = ownMerchant(ctx, "payoutOrder");
      return previewPayoutOrder(ctx, { ...input, merchantId }, await balancesOf(ctx, merchantId, input.mode));
    },
    add: async (ctx, input) => named(await requestPayoutOrder(ctx, ring, input)),
    batchCheck: (ctx, input) => checkPayoutFile(ctx, ring, input),
    batchAdd: (ctx, input) => addPayoutFile(ctx, ring, input),
    cancel: async (ctx, { id, version }) => {
      await cancelPayoutOrder(ctx, await refOfPayoutOrder(ctx, id), version);
      return null;
    },
    submit: async (ctx, { id, version }) => {
      const { status } = await submitPayoutOrder(ctx, await refOfPayoutOrder(ctx, id), version);
      return { status };
    },
    retry: async (ctx, { id, ...input }) =>
      named(await retryPayoutOrder(ctx, ring, await refOfPayoutOrder(ctx, id), input)),
    ...decisionHandlers(payoutOrderDecisions, ring, refOfPayoutOrder),
    reveal: (ctx, input) => revealBeneficiary(ctx, ring(), input),
  });
};
