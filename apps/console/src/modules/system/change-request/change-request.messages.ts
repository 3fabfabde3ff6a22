import { catalogue } from "@countinghouse/contract/kit/locale.ts";

/** Words of the page that the server never says. */
export const changeScreenMessages = catalogue(
  {
    whatChanges: "What changes",
    notYet: "Nothing of this holds before somebody else has approved it.",
    whoDecides: "Who decides",
    nobody: "Nobody else may approve this now. Give a second person the permission to approve change requests.",
    asked: "asked, cannot decide",
    mayApprove: "may approve",
    you: "you",
    overtaken: "Overtaken in: {fields}",
    single:
      "Changes take effect at once: {count} of the people here may approve them. From the second person on, each takes two.",
    off: "The rule that changes take two people is switched off for this installation.",
    inForce:
      "Changes of settings of money and security, of live routing and of live gateway accounts take two people. {count} may approve.",
  },
  {
    whatChanges: "变更内容",
    notYet: "他人复核通过前，以下变更均不生效。",
    whoDecides: "复核人",
    nobody: "目前没有其他人可以复核，请为另一位人员授予变更复核权限。",
    asked: "提交人，不可复核",
    mayApprove: "可复核",
    you: "本人",
    overtaken: "已有变动的字段：{fields}",
    single: "当前变更立即生效：可复核人数为 {count}。有两名复核人后，所有此类变更均须双人复核。",
    off: "本系统已关闭变更双人复核。",
    inForce: "资金与安全参数、生产路由及生产网关账户的变更须双人复核，可复核人数 {count}。",
  },
  {
    whatChanges: "變更內容",
    notYet: "他人覆核通過前，以下變更均不生效。",
    whoDecides: "覆核者",
    nobody: "目前沒有其他人可以覆核，請為另一位人員授予變更覆核權限。",
    asked: "提出者，不可覆核",
    mayApprove: "可覆核",
    you: "本人",
    overtaken: "已有異動的欄位：{fields}",
    single: "目前變更立即生效：可覆核人數為 {count}。有兩名覆核者後，所有此類變更均須雙人覆核。",
    off: "本系統已關閉變更雙人覆核。",
    inForce: "資金與安全參數、正式路由及正式閘道帳戶的變更須雙人覆核，可覆核人數 {count}。",
  },
);
