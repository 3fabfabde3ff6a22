import { catalogue } from "@countinghouse/contract/kit/locale.ts";

/** Words of the attempt screens that the server never says. */
export const attemptScreenMessages = catalogue(
  { openOrder: "Open order" },
  { openOrder: "打开订单" },
  { openOrder: "開啟訂單" },
);
