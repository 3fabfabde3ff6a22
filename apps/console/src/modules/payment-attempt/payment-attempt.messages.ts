import { catalogue } from "@countinghouse/contract/kit/locale.ts";

/** Words of the attempt screens that the server never says. */
export const attemptScreenMessages = catalogue(
  { chosen: "Chosen", eligible: "Could have taken it", leftOut: "Left out:", order: "Order", openOrder: "Open order" },
  { chosen: "选用", eligible: "可受理", leftOut: "已排除：", order: "订单", openOrder: "打开订单" },
  { chosen: "選用", eligible: "可受理", leftOut: "已排除：", order: "訂單", openOrder: "開啟訂單" },
);
