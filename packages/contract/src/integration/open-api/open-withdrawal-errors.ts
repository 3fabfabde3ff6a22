import { error } from "./open-error.ts";
import { payoutOrderErrors } from "./open-payout-order-errors.ts";

/** What the calls about money out are refused with beside the rest. */
export const withdrawalErrors = {
  ...payoutOrderErrors,
  amount_invalid: error(
    422,
    "The amount cannot be withdrawn: `reason` says why, beside what could be. A multiple of `step` from `min` to `max`, up to `withdrawable`, its fee included.",
    "金额不可提现：reason 为原因，并附可提现范围。金额须为 step 的整数倍，介于 min 与 max 之间，连同手续费不超过 withdrawable。",
    "金額無法提領：reason 為原因，並附可提領範圍。金額須為 step 的整數倍，介於 min 與 max 之間，連同手續費不超過 withdrawable。",
  ),
  daily_limit: error(
    422,
    "More than may still be withdrawn today.",
    "超过今日剩余可提现额度。",
    "超過今日剩餘可提領額度。",
  ),
  account_not_verified: error(
    409,
    "The account is not verified yet; its `verifyStatus` tells.",
    "收款账户尚未核验，见其 verifyStatus。",
    "收款帳戶尚未驗證，見其 verifyStatus。",
  ),
  account_resting: error(
    409,
    "The account was changed less than a day ago; its `usableFrom` says from when money can be sent to it.",
    "收款账户变更未满一天，可付款时间见其 usableFrom。",
    "收款帳戶變更未滿一天，可撥款時間見其 usableFrom。",
  ),
  account_not_usable: error(
    409,
    "The account is blocked, or of the other mode.",
    "收款账户已停用，或属于另一环境。",
    "收款帳戶已停用，或屬於另一環境。",
  ),
  withdrawals_suspended: error(
    403,
    "The merchant may not take money out now.",
    "商户当前不能提现。",
    "特店目前無法提領。",
  ),
  other_currency_negative: error(
    409,
    "Your balance in another currency is further below zero than agreed. Cover it first.",
    "其他币种余额的负数超过约定限额，请先补足。",
    "其他幣別餘額的負數超過約定限額，請先補足。",
  ),
  terms_missing: error(
    409,
    "No terms are agreed for taking out this currency.",
    "尚未约定该币种的提现条款。",
    "尚未約定此幣別的提領條款。",
  ),
  quote_unfit: error(
    409,
    "The rate was held for another amount or currency. Ask for a new one.",
    "该汇率是为其他金额或币种锁定的，请重新获取。",
    "此匯率是為其他金額或幣別鎖定的，請重新取得。",
  ),
  quote_used: error(
    409,
    "The held rate was used. Ask for a new one.",
    "锁定的汇率已使用，请重新获取。",
    "鎖定的匯率已使用，請重新取得。",
  ),
  quote_altered: error(
    409,
    "The held rate is not as we wrote it. Ask for a new one.",
    "锁定的汇率与原记录不符，请重新获取。",
    "鎖定的匯率與原紀錄不符，請重新取得。",
  ),
  quote_expired: error(
    409,
    "The held rate has ended. Ask for a new one.",
    "锁定的汇率已过期，请重新获取。",
    "鎖定的匯率已過期，請重新取得。",
  ),
  nothing_to_exchange: error(
    422,
    "The account is in the same currency: there is no rate to hold.",
    "收款账户币种相同，无需锁定汇率。",
    "收款帳戶幣別相同，無需鎖定匯率。",
  ),
} as const;
