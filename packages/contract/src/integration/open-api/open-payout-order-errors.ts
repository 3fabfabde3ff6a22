import { error } from "./open-error.ts";

/** What the calls about payout orders are refused with beside the rest. */
export const payoutOrderErrors = {
  payouts_suspended: error(
    403,
    "The merchant may not pay third parties now.",
    "商户当前不能代付。",
    "特店目前無法代付。",
  ),
  beneficiary_invalid: error(
    422,
    "Details of the beneficiary are missing or wrong; `params` names each. `/v1/beneficiary-requirements` tells what the country needs.",
    "收款人信息缺失或有误，params 逐项指明。各国家或地区的要求见 /v1/beneficiary-requirements。",
    "收款人資訊缺漏或有誤，params 逐項指明。各國家或地區的要求見 /v1/beneficiary-requirements。",
  ),
  duplicate_payout_no: error(
    409,
    "There is a payout order with this `merchantPayoutNo` already. List by it to see what became of it.",
    "该 merchantPayoutNo 已存在代付，请以其查询结果。",
    "此 merchantPayoutNo 已有代付，請以其查詢結果。",
  ),
} as const;
