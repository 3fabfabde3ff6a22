import { z } from "zod";
import { doerName, field, Instant, Version } from "./kit/field.ts";
import { operatorOnly } from "./operator-only.ts";
import { TermsStatus } from "./terms-enumerations.ts";

/** A share in millionths: 2.9 % is 29000. */
export const rate6 = (max = 1_000_000) => field(z.number().int().min(0).max(max), { kind: "integer", isShare: true });

/** An amount of minor units as text, never negative; its currency stands in the field of that name. */
export const amountIn = (currencyField: string) =>
  field(z.string().regex(/^(?:0|[1-9]\d{0,17})$/), { kind: "money", currencyField });

/** When terms hold and who let them; set by the server. */
export const versionFields = {
  validFrom: Instant,
  validTo: Instant.nullable(),
  status: TermsStatus.schema,
  decisionReason: operatorOnly(z.string()),
  decideTime: Instant.nullable(),
  approveUserName: doerName(),
} as const;

/** Input that starts terms at an instant; at approval unless told, and never before it. */
export const startInput = { validFrom: Instant.nullish() } as const;

/** Why somebody said no. */
export const Reason = field(z.string().trim().min(1).max(500), { kind: "longText" });

/** Inputs that decide about the version of a row that was read. */
export const decisionInput = <S extends z.ZodType>(id: S) => ({ id, version: Version.nullish() });

/** Labels of {@link versionFields} and of what is done with versions, for the words of a resource. */
export const versionWords = {
  en: {
    fields: {
      validFrom: "In force from",
      validTo: "Until",
      status: "Status",
      decisionReason: "Reason for rejection",
      decideTime: "Decided",
      approveUserName: "Approved by",
      reason: "Reason",
    },
    refusals: {
      ownChange: "You made this change yourself. Someone else has to approve it.",
      pendingExists: "A change of this waits for approval already. Decide on it first.",
      notPending: "This change was decided already.",
      altered:
        "This change was altered outside the system. It was not approved, and what is in force stays as it is. Reject it, enter it anew, and tell whoever looks after the database.",
    },
  },
  "zh-cn": {
    fields: {
      validFrom: "生效时间",
      validTo: "失效时间",
      status: "状态",
      decisionReason: "驳回原因",
      decideTime: "审批时间",
      approveUserName: "审批人",
      reason: "原因",
    },
    refusals: {
      ownChange: "这是您自己提交的变更，须由他人审批。",
      pendingExists: "已有一项变更待审批，请先处理。",
      notPending: "该变更已审批。",
      altered: "该变更的记录在系统之外被改动，未予批准，现行版本保持不变。请驳回后重新录入，并告知数据库管理人员。",
    },
  },
  "zh-tw": {
    fields: {
      validFrom: "生效時間",
      validTo: "失效時間",
      status: "狀態",
      decisionReason: "駁回原因",
      decideTime: "核准時間",
      approveUserName: "核准人",
      reason: "原因",
    },
    refusals: {
      ownChange: "這是您自己送出的變更，須由他人核准。",
      pendingExists: "已有一項變更待核准，請先處理。",
      notPending: "此變更已核准或駁回。",
      altered: "此變更的紀錄在系統之外遭更動，未予核准，現行版本維持不變。請駁回後重新輸入，並通知資料庫管理人員。",
    },
  },
} as const;
