/** The fields of a reserve, by its kind, in the order in which they are asked for and shown. */
export const reserveFields = {
  none: ["reserveType", "negativeBalanceLimit"],
  rolling: ["reserveType", "reserveRatio", "reserveDays", "reserveCap", "negativeBalanceLimit"],
  fixed: ["reserveType", "fixedDepositTarget", "negativeBalanceLimit"],
} as const;

/** The further sections of the terms of an account: the form asks for what the detail shows. */
export const sections = {
  withdrawals: [
    "withdrawMin",
    "withdrawMax",
    "withdrawDailyMax",
    "withdrawStep",
    "withdrawFeePercent",
    "withdrawFeeFixed",
    "withdrawFeeMode",
    "autoApproveLimit",
    "minRetained",
  ],
  exchange: ["fxMarkup", "gatewayFeeMode", "refundSource", "lateSuccessPolicy", "remark"],
} as const;
