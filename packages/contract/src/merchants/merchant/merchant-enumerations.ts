import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** Where a merchant stands; the values are the states of its lifecycle. */
export const MerchantStatus = defineEnumeration(
  "MerchantStatusEnum",
  text3("Merchant status", "商户状态", "特店狀態"),
  {
    Draft: ["draft", text3("Draft", "草稿", "草稿"), "neutral", "hollow"],
    Submitted: ["submitted", text3("Submitted", "已提交", "已送件"), "info"],
    UnderReview: ["under_review", text3("Under review", "审核中", "審核中"), "progress", "turning"],
    MoreInfo: ["more_info", text3("Information needed", "待补充资料", "待補件"), "warning", "half"],
    Rejected: ["rejected", text3("Rejected", "已拒绝", "已婉拒"), "danger", "hollow"],
    Approved: ["approved", text3("Approved", "审核通过", "審核通過"), "accent"],
    Active: ["active", text3("Active", "已开通", "已啟用"), "success"],
    Suspended: ["suspended", text3("Suspended", "已暂停", "已暫停"), "warning"],
    Closing: ["closing", text3("Closing", "关闭中", "結束中"), "neutral", "half"],
    Closed: ["closed", text3("Closed", "已关闭", "已結束"), "neutral", "hollow"],
  },
);

export const MerchantType = defineEnumeration("MerchantTypeEnum", text3("Merchant type", "商户类型", "特店類型"), {
  Company: ["company", text3("Company", "企业", "公司"), "info"],
  SoleTrader: ["sole_trader", text3("Sole trader", "个体工商户", "商號"), "info"],
  Individual: ["individual", text3("Individual", "个人", "個人"), "neutral"],
});

export const RiskLevel = defineEnumeration("RiskLevelEnum", text3("Risk level", "风险等级", "風險等級"), {
  Low: ["low", text3("Low", "低", "低"), "success"],
  Medium: ["medium", text3("Medium", "中", "中"), "warning"],
  High: ["high", text3("High", "高", "高"), "danger"],
  Prohibited: ["prohibited", text3("Prohibited", "禁止", "禁止"), "danger", "hollow"],
});
