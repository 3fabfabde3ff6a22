import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** What is held: a sum agreed once, or a share of each settlement for a number of days. */
export const DepositType = defineEnumeration("DepositTypeEnum", text3("Type", "类型", "類型"), {
  Fixed: ["fixed", text3("Fixed deposit", "固定保证金", "固定保證金"), "accent"],
  Rolling: ["rolling", text3("Rolling reserve", "滚动保证金", "滾動保證金"), "info"],
});

/** Where the money of a hold came from. */
export const DepositSource = defineEnumeration("DepositSourceEnum", text3("Source", "来源", "來源"), {
  SettlementWithheld: ["settlement_withheld", text3("Reserve of a settlement", "结算时留存", "撥款時保留"), "info"],
  MerchantTopup: ["merchant_topup", text3("Paid in by bank", "银行转入", "銀行匯入"), "success"],
  BalanceTransfer: ["balance_transfer", text3("Taken from the balance", "从余额划转", "自餘額劃轉"), "neutral"],
});

/** Where a hold stands; the states of `depositLifecycle`. */
export const DepositStatus = defineEnumeration("DepositStatusEnum", text3("Status", "状态", "狀態"), {
  Held: ["held", text3("Held", "留存中", "保留中"), "info"],
  PartiallyReleased: ["partially_released", text3("Partly held", "部分留存", "部分保留"), "info", "half"],
  Released: ["released", text3("Released", "已释放", "已釋放"), "success"],
  Used: ["used", text3("Used", "已抵扣", "已抵扣"), "neutral"],
  Frozen: ["frozen", text3("Frozen", "已冻结", "已凍結"), "warning"],
});

/** What happened to a hold. */
export const DepositMoveKind = defineEnumeration("DepositMoveEnum", text3("What happened", "变动", "異動"), {
  Held: ["held", text3("Held", "留存", "保留"), "info"],
  Released: ["released", text3("Released", "释放", "釋放"), "success"],
  Used: ["used", text3("Used against a loss", "抵扣损失", "抵扣損失"), "danger"],
  Frozen: ["frozen", text3("Frozen", "冻结", "凍結"), "warning"],
  Unfrozen: ["unfrozen", text3("Unfrozen", "解冻", "解凍"), "info"],
  Extended: ["extended", text3("Release moved", "释放日顺延", "釋放日順延"), "accent"],
});

export const depositEnumerations = [DepositType, DepositSource, DepositStatus, DepositMoveKind];
