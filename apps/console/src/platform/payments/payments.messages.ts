import { catalogue } from "@countinghouse/contract/kit/locale.ts";

/** Words that several screens of payments share. */
export const paymentsMessages = catalogue(
  { chosen: "Chosen", eligible: "Could have taken it", leftOut: "Left out:" },
  { chosen: "选用", eligible: "可受理", leftOut: "已排除：" },
  { chosen: "選用", eligible: "可受理", leftOut: "已排除：" },
);
