import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** What a screening entry is about. */
export const ScreeningKind = defineEnumeration("ScreeningKindEnum", text3("Screened", "筛查对象", "篩查對象"), {
  Individual: ["individual", text3("Person", "个人", "個人"), "neutral"],
  Company: ["company", text3("Organisation", "机构", "機構"), "neutral"],
  Country: ["country", text3("Country or region", "国家或地区", "國家或地區"), "info"],
});

/** What becomes of a payout to whom an entry fits. */
export const ScreeningDecision = defineEnumeration("ScreeningDecisionEnum", text3("Decision", "处置", "處置"), {
  Review: ["review", text3("Reviewed by people", "人工复核", "人工覆核"), "warning"],
  Refuse: ["refuse", text3("Refused", "拒绝", "拒絕"), "danger"],
});

/** Every enumeration of screening; each becomes a dictionary of the same name. */
export const screeningEnumerations = [ScreeningKind, ScreeningDecision] as const;
