import { catalogue } from "@countinghouse/contract/kit/locale.ts";

/** Words of the capture screens that the server never says. */
export const captureScreenMessages = catalogue(
  { openOrder: "Open order", refunds: "Refunds of the order" },
  { openOrder: "打开订单", refunds: "该订单的退款" },
  { openOrder: "開啟訂單", refunds: "此訂單的退款" },
);
