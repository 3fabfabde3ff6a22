import { catalogue } from "@countinghouse/contract/kit/locale.ts";

/** Words of the capture screens that the server never says. */
export const captureScreenMessages = catalogue(
  { openOrder: "Open order" },
  { openOrder: "打开订单" },
  { openOrder: "開啟訂單" },
);
