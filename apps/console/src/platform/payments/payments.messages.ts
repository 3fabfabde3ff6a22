import { catalogue } from "@countinghouse/contract/kit/locale.ts";

/** Words that several screens of payments share. */
export const paymentsMessages = catalogue(
  {
    chosen: "Chosen",
    eligible: "Eligible",
    leftOut: "Left out:",
    issuer: "Issuer's country before the call: {country}",
    issuerUnknown: "unknown",
  },
  {
    chosen: "选用",
    eligible: "符合条件",
    leftOut: "已排除：",
    issuer: "调用网关前的发卡国家/地区：{country}",
    issuerUnknown: "未知",
  },
  {
    chosen: "選用",
    eligible: "符合條件",
    leftOut: "已排除：",
    issuer: "呼叫閘道前的發卡國家/地區：{country}",
    issuerUnknown: "未知",
  },
);
