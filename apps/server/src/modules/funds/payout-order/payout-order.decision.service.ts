import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import { permissionOf } from "@countinghouse/contract/kit/resource.ts";
import { assertAllowed, decisionsOf } from "../outbound/index.ts";
import { screenBeneficiary } from "../screening/index.ts";
import { approveNow, failPayoutOrder, payNow, payoutOrderOwner } from "./payout-order.execution.service.ts";
import { assertCountryPaid } from "./payout-order.plan.service.ts";
import { assertStep, endedNow, leaving, lockPayoutOrderAsRead, stepPayoutOrder } from "./payout-order.step.service.ts";
import { type PayoutOrderRow, updatePayoutOrder } from "./payout-order.store.ts";

/** Decisions about payout orders. */
export const payoutOrderDecisions = decisionsOf<PayoutOrderRow, NonNullable<PayoutOrderRow["returnCause"]>>({
  way: "payoutOrder",
  asking: [permissionOf(payoutOrder.name, "add"), permissionOf(payoutOrder.name, "batchAdd")],
  askingAgain: [permissionOf(payoutOrder.name, "submit")],
  scope: "payout_orders:write",
  held: lockPayoutOrderAsRead,
  assertStep,
  look: async (ctx, ring, row, remark) => {
    await assertAllowed(ctx, row.merchantId, row.mode, "payoutOrder");
    const { tenantId, beneficiaryName: name, country } = row;
    const screened = await screenBeneficiary(ctx, { tenantId, name, country });
    assertCountryPaid(screened, country);
    if (!remark && screened.matches.some(({ kind }) => kind !== "country"))
      throw refuse("payoutOrder.matchUnexplained", { name });
    return { cause: null, letGo: (approved) => approveNow(ctx, ring, row, "approve", approved) };
  },
  sendBack: (ctx, row, returnCause) => stepPayoutOrder(ctx, row, "sendBack", { returnCause, approvals: [] }),
  reject: (ctx, row, decided) =>
    stepPayoutOrder(ctx, row, "reject", {
      ...decided,
      ...endedNow(ctx),
      returnCause: null,
      event: "payout_order.rejected",
    }),
  update: updatePayoutOrder,
  payNow,
  fail: failPayoutOrder,
  leaving,
  owner: payoutOrderOwner,
});
