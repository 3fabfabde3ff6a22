import { catalogue } from "@countinghouse/contract/kit/locale.ts";

/** Texts of external files against our books. */
export const linesMessages = catalogue(
  {
    byAge: "Open by age",
    ourBooks: "Our books",
    doIt: "Do",
    reasonLabel: "Reason",
    confirm: "{what}: {count} {count:line|lines}",
    findRecord: "Find our record",
    matchThis: "Match",
    read: "Read file",
  },
  {
    byAge: "待处理账龄",
    ourBooks: "我方账面",
    doIt: "处理",
    reasonLabel: "原因",
    confirm: "{what}：{count} 行",
    findRecord: "查找我方记录",
    matchThis: "匹配",
    read: "读取文件",
  },
  {
    byAge: "待處理帳齡",
    ourBooks: "我方帳面",
    doIt: "處理",
    reasonLabel: "原因",
    confirm: "{what}：{count} 列",
    findRecord: "尋找我方紀錄",
    matchThis: "比對",
    read: "讀取檔案",
  },
);
