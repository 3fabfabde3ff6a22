import type { Locale } from "../kit/locale.ts";

/** Texts of all table imports. `checked` counts additions, changes and refused rows. */
export const importWords = {
  en: {
    fields: {
      data: "File",
      fileName: "File name",
      row: "Row",
      reason: "Why",
    },
    actions: {
      importCheck: "Check a file",
      import: "Import",
    },
    refusals: {
      emptyFile: "The file has no row below its heading.",
      unreadable: "The file cannot be read beyond row {row}.",
      tooManyRows: "The file has more than {limit} rows. Split it.",
      columnMissing: "The file has no column “{column}”.",
      rowsRefused:
        "{count} {count:row is|rows are} refused, and nothing was imported. Leave {count:it|them} out, or mend the file.",
      nothingToImport: "No row of the file can be imported.",
    },
    text: {
      template: "Empty file with the headings",
      nothingYet: "Nothing is imported before you have seen what would become of every row.",
      checked: "{added} to add, {changed} to change, {refused} refused.",
      leaveOut: "Leave out the refused rows",
      moreFaults: "The first {shown} of {count} refused rows:",
      columnsDiffer: "The row has another number of columns than the heading.",
      cellEmpty: "the cell is empty.",
    },
  },
  "zh-cn": {
    fields: {
      data: "文件",
      fileName: "文件名",
      row: "行号",
      reason: "原因",
    },
    actions: {
      importCheck: "检查文件",
      import: "导入",
    },
    refusals: {
      emptyFile: "文件表头下没有数据。",
      unreadable: "文件自第 {row} 行起无法读取。",
      tooManyRows: "文件超过 {limit} 行，请拆分后再导入。",
      columnMissing: "文件缺少“{column}”列。",
      rowsRefused: "有 {count} 行未通过检查，未导入任何数据。请选择略过这些行，或修改文件后重试。",
      nothingToImport: "文件中没有可导入的行。",
    },
    text: {
      template: "下载空白模板",
      nothingYet: "导入前会先逐行检查，确认后才写入。",
      checked: "将新增 {added} 个、更新 {changed} 个，{refused} 行未通过。",
      leaveOut: "略过未通过的行",
      moreFaults: "共 {count} 行未通过，以下为前 {shown} 行：",
      columnsDiffer: "该行列数与表头不一致。",
      cellEmpty: "单元格为空。",
    },
  },
  "zh-tw": {
    fields: {
      data: "檔案",
      fileName: "檔名",
      row: "列號",
      reason: "原因",
    },
    actions: {
      importCheck: "檢查檔案",
      import: "匯入",
    },
    refusals: {
      emptyFile: "檔案標題列下沒有資料。",
      unreadable: "檔案自第 {row} 列起無法讀取。",
      tooManyRows: "檔案超過 {limit} 列，請分割後再匯入。",
      columnMissing: "檔案缺少「{column}」欄。",
      rowsRefused: "有 {count} 列未通過檢查，未匯入任何資料。請選擇略過這些列，或修改檔案後重試。",
      nothingToImport: "檔案中沒有可匯入的列。",
    },
    text: {
      template: "下載空白範本",
      nothingYet: "匯入前會先逐列檢查，確認後才寫入。",
      checked: "將新增 {added} 個、更新 {changed} 個，{refused} 列未通過。",
      leaveOut: "略過未通過的列",
      moreFaults: "共 {count} 列未通過，以下為前 {shown} 列：",
      columnsDiffer: "該列欄數與標題列不一致。",
      cellEmpty: "儲存格為空。",
    },
  },
} as const satisfies Record<Locale, object>;
