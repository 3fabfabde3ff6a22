import { catalogue } from "@countinghouse/contract/kit/locale.ts";

export const secondPersonMessages = catalogue(
  {
    reasonTitle: "This takes two people",
    reasonText:
      "It changes nothing until somebody else has approved it. Say why you ask for it: whoever decides reads this.",
    reason: "Reason",
    send: "Send for approval",
    cancel: "Cancel",
    sentTitle: "Sent for approval",
    sentText: "{changeNo} waits for somebody else. Nothing has changed yet; it ends by itself on {time}.",
    open: "Open the request",
    close: "Close",
  },
  {
    reasonTitle: "此变更需双人复核",
    reasonText: "须由他人复核通过后才会生效。请填写申请理由，供复核人参考。",
    reason: "申请理由",
    send: "提交复核",
    cancel: "取消",
    sentTitle: "已提交复核",
    sentText: "申请单 {changeNo} 待他人复核，变更尚未生效；逾期（{time}）将自动失效。",
    open: "查看申请",
    close: "关闭",
  },
  {
    reasonTitle: "此變更須雙人覆核",
    reasonText: "須由他人覆核通過後才會生效。請填寫申請理由，供覆核者參考。",
    reason: "申請理由",
    send: "送出覆核",
    cancel: "取消",
    sentTitle: "已送出覆核",
    sentText: "申請單 {changeNo} 待他人覆核，變更尚未生效；逾期（{time}）將自動失效。",
    open: "檢視申請",
    close: "關閉",
  },
);
