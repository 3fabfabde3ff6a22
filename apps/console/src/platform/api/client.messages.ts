import { catalogue } from "@countinghouse/contract/kit/locale.ts";

/** Messages for failures without an answer. */
export const clientMessages = catalogue(
  {
    network: "The server cannot be reached. Check the connection and try again.",
    timeout: "The server did not answer in time. Try again.",
    aborted: "The request was cancelled.",
    unreadable: "The server sent an answer that cannot be read (status {status}).",
  },
  {
    network: "无法连接服务器，请检查网络后重试。",
    timeout: "服务器未在规定时间内响应，请重试。",
    aborted: "请求已取消。",
    unreadable: "服务器返回的内容无法识别（状态 {status}）。",
  },
  {
    network: "無法連線至伺服器，請檢查網路後再試。",
    timeout: "伺服器未在時限內回應，請再試一次。",
    aborted: "請求已取消。",
    unreadable: "伺服器傳回的內容無法辨識（狀態 {status}）。",
  },
);
