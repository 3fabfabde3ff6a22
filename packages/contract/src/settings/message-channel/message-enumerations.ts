import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** By what messages go out. */
export const ChannelKind = defineEnumeration("MessageChannelKindEnum", text3("Provider", "服务商", "服務商"), {
  SmsHttp: ["sms_http", text3("SMS by HTTP", "短信（HTTP 接口）", "簡訊（HTTP 介面）"), "info"],
  SmsAliyun: ["sms_aliyun", text3("SMS by Aliyun", "阿里云短信", "阿里雲簡訊"), "info"],
  SmsTencent: ["sms_tencent", text3("SMS by Tencent Cloud", "腾讯云短信", "騰訊雲簡訊"), "info"],
  EmailSmtp: ["email_smtp", text3("E-mail by SMTP", "邮件（SMTP）", "郵件（SMTP）"), "accent"],
});

/** How a mail server is spoken to. */
export const MailTls = defineEnumeration("MailTlsEnum", text3("Encryption", "加密方式", "加密方式"), {
  Implicit: ["implicit", text3("TLS from the first byte", "隐式 TLS", "隱式 TLS")],
  StartTls: ["starttls", text3("STARTTLS, demanded", "强制 STARTTLS", "強制 STARTTLS")],
});

/** What a message was sent for. */
export const MessagePurpose = defineEnumeration("MessagePurposeEnum", text3("Purpose", "用途", "用途"), {
  SignIn: ["sign_in", text3("Sign-in code", "登录验证码", "登入驗證碼"), "info"],
  Test: ["test", text3("Test", "测试", "測試")],
});

/** What became of a message. */
export const MessageOutcome = defineEnumeration("MessageOutcomeEnum", text3("Outcome", "结果", "結果"), {
  Sent: ["sent", text3("Taken by the provider", "已提交", "已送交"), "success"],
  Failed: ["failed", text3("Not sent", "发送失败", "傳送失敗"), "danger"],
});

export const messageEnumerations = [ChannelKind, MailTls, MessagePurpose, MessageOutcome] as const;
