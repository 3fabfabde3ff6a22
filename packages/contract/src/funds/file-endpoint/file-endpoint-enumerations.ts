import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** How files are exchanged with somebody else. */
export const FileProtocol = defineEnumeration("FileProtocolEnum", text3("Protocol", "协议", "通訊協定"), {
  Sftp: ["sftp", text3("SFTP", "SFTP", "SFTP"), "info"],
  S3: ["s3", text3("S3-compatible store", "S3 兼容存储", "S3 相容儲存"), "accent"],
});

/** What became of trying an endpoint, or of using it the last time. */
export const FileEndpointVerdict = defineEnumeration(
  "FileEndpointVerdictEnum",
  text3("Connection", "连接结果", "連線結果"),
  {
    Ok: ["ok", text3("Works", "正常", "正常"), "success"],
    AddressRefused: ["address_refused", text3("Address not allowed", "地址不允许访问", "位址不允許連線"), "danger"],
    Unreachable: ["unreachable", text3("Cannot be reached", "无法连接", "無法連線"), "danger"],
    HostKeyUnknown: [
      "host_key_unknown",
      text3("Host key to be confirmed", "主机密钥待确认", "主機金鑰待確認"),
      "warning",
    ],
    HostKeyChanged: ["host_key_changed", text3("Host key changed", "主机密钥已变更", "主機金鑰已變更"), "danger"],
    Credentials: ["credentials_refused", text3("Sign-in refused", "登录被拒绝", "登入遭拒"), "danger"],
    FolderMissing: ["folder_missing", text3("No such folder", "目录不存在", "目錄不存在"), "danger"],
    NotPermitted: ["not_permitted", text3("No right to the folder", "无目录权限", "無目錄權限"), "danger"],
    TooLarge: ["too_large", text3("File too large", "文件过大", "檔案過大"), "warning"],
    Unexpected: ["unexpected", text3("Unexpected answer", "返回异常", "回應異常"), "danger"],
  },
);

/** Every enumeration of file endpoints; each becomes a dictionary of the same name. */
export const fileEndpointEnumerations = [FileProtocol, FileEndpointVerdict] as const;
