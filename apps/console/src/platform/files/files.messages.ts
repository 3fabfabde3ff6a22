import { catalogue } from "@countinghouse/contract/kit/locale.ts";

/** Words of choosing and sending a file. */
export const filesMessages = catalogue(
  {
    chooseFile: "Choose a file",
    anotherFile: "Choose another file",
    fileTooLarge: "The file is larger than {limit} MB.",
    fileEmpty: "The file is empty.",
    sending: "Sending the file: {progress} %",
  },
  {
    chooseFile: "选择文件",
    anotherFile: "选择其他文件",
    fileTooLarge: "文件超过 {limit} MB。",
    fileEmpty: "文件为空。",
    sending: "正在上传文件：{progress}%",
  },
  {
    chooseFile: "選擇檔案",
    anotherFile: "選擇其他檔案",
    fileTooLarge: "檔案超過 {limit} MB。",
    fileEmpty: "檔案是空的。",
    sending: "正在上傳檔案：{progress}%",
  },
);
