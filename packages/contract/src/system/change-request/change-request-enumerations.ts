import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** What became of a change that takes two people; the states of `changeRequestLifecycle`. */
export const ChangeStatus = defineEnumeration(
  "ChangeStatusEnum",
  text3("Change request", "变更申请状态", "變更申請狀態"),
  {
    Waiting: ["waiting", text3("Waiting for approval", "待复核", "待覆核"), "warning", "half"],
    Approved: ["approved", text3("Approved and done", "已通过并生效", "已核准並生效"), "success"],
    Refused: ["refused", text3("Turned down", "已驳回", "已駁回"), "danger"],
    Withdrawn: ["withdrawn", text3("Withdrawn", "已撤回", "已撤回"), "neutral", "hollow"],
    Expired: ["expired", text3("Expired", "已过期", "已逾期"), "neutral", "hollow"],
    Stale: [
      "stale",
      text3("Overtaken by another change", "已失效（对象有变动）", "已失效（對象有異動）"),
      "neutral",
      "hollow",
    ],
  },
);

/** Why a change request is not the reader's to decide. */
export const ChangeHold = defineEnumeration(
  "ChangeHoldEnum",
  text3("Not mine because", "不由我复核的原因", "不由我覆核的原因"),
  {
    Own: ["own", text3("You asked for this change yourself", "该变更由您本人提交", "此變更由您本人提出")],
    SamePerson: [
      "same_person",
      text3(
        "Your account has the e-mail, phone or employee number of whoever asked",
        "您的账号与提交人的邮箱、手机号或工号相同",
        "您的帳號與提出者的電子郵件、手機或員工編號相同",
      ),
    ],
    Granted: [
      "granted",
      text3(
        "One of you changed the account or the rights of the other in the last 24 hours, or made an access key that acts for the other",
        "24 小时内您与提交人之间有账号或权限变更，或一方创建过以另一方身份调用的开放接口密钥",
        "24 小時內您與提出者之間有帳號或權限變更，或一方建立過以另一方身分呼叫的開放介面金鑰",
      ),
    ],
    NotAllowed: [
      "not_allowed",
      text3("You lack the permission for the change itself", "您没有执行该变更的权限", "您沒有執行此變更的權限"),
    ],
  },
);

/** The closed sets of change requests. */
export const changeRequestEnumerations = [ChangeStatus, ChangeHold] as const;
