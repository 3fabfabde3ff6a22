import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** Where a file stands. */
export const FileStatus = defineEnumeration("SysFileStatusEnum", text3("File status", "文件状态", "檔案狀態"), {
  Uploading: ["uploading", text3("On its way", "上传中", "上傳中"), "progress", "half"],
  Checking: ["checking", text3("Being checked", "检查中", "檢查中"), "progress", "turning"],
  Ready: ["ready", text3("Ready", "可用", "可用"), "success"],
  Refused: ["refused", text3("Refused", "已拒绝", "已拒絕"), "danger"],
});

/** Why a file was refused once it was there. */
export const FileFault = defineEnumeration("SysFileFaultEnum", text3("Refused because", "拒绝原因", "拒絕原因"), {
  Type: ["type", text3("It is not what its suffix says.", "内容与扩展名不符。", "內容與副檔名不符。"), "danger"],
  Infected: ["infected", text3("The scanner found something harmful.", "检出病毒。", "掃描到病毒。"), "danger"],
  Unscanned: ["unscanned", text3("It could not be scanned.", "病毒扫描未能完成。", "病毒掃描未能完成。"), "danger"],
  CardNumber: ["card_number", text3("It holds card numbers.", "含有卡号。", "含有卡號。"), "danger"],
});

/** What a person files it under. */
export const FileCategory = defineEnumeration("SysFileCategoryEnum", text3("Category", "文件类别", "檔案類別"), {
  Related: ["related", text3("Related file", "相关文件", "相關檔案"), "info"],
  Archived: ["archived", text3("Archived file", "归档文件", "歸檔檔案")],
});

export const sysFileEnumerations = [FileStatus, FileFault, FileCategory] as const;
