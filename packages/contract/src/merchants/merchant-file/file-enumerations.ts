import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** Role of a person at a merchant. */
export const OwnerRole = defineEnumeration("OwnerRoleEnum", text3("Owner role", "人员身份", "人員身分"), {
  Owner: ["owner", text3("Beneficial owner", "受益所有人", "實質受益人"), "info"],
  Director: ["director", text3("Director", "董事", "董事"), "neutral"],
  Signatory: ["signatory", text3("Authorised signatory", "授权签字人", "授權簽署人"), "accent"],
});

/** Purpose of a document. */
export const DocumentKind = defineEnumeration("DocumentKindEnum", text3("Document kind", "文件类型", "文件類型"), {
  Registration: ["registration", text3("Company registration", "注册证书", "登記證明"), "info"],
  Identity: ["identity", text3("Proof of identity", "身份证明", "身分證明"), "info"],
  Address: ["address", text3("Proof of address", "地址证明", "地址證明"), "neutral"],
  BankAccount: ["bank_account", text3("Proof of bank account", "银行账户证明", "銀行帳戶證明"), "neutral"],
  Licence: ["licence", text3("Licence", "经营许可", "營業許可"), "neutral"],
  Other: ["other", text3("Other", "其他", "其他"), "neutral"],
});

/** Status of a document; the values are the states of its lifecycle. */
export const DocumentStatus = defineEnumeration(
  "DocumentStatusEnum",
  text3("Document status", "文件状态", "文件狀態"),
  {
    Receiving: ["receiving", text3("Being sent", "上传中", "上傳中"), "progress", "turning"],
    Waiting: ["waiting", text3("To verify", "待核验", "待驗證"), "warning", "half"],
    Verified: ["verified", text3("Verified", "已核验", "已驗證"), "success"],
    Rejected: ["rejected", text3("Rejected", "已退回", "已退回"), "danger", "hollow"],
  },
);

export const fileEnumerations = [OwnerRole, DocumentKind, DocumentStatus] as const;
