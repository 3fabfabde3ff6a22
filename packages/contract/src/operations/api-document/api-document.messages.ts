import { catalogue } from "../../kit/locale.ts";

export const sysApiMessages = catalogue(
  {
    title: "API document",
    fields: { openapi: "OpenAPI version" },
    actions: { read: "Read" },
    refusals: { off: "The API document is switched off on this installation." },
  },
  {
    title: "系统接口",
    fields: { openapi: "OpenAPI 版本" },
    actions: { read: "查看" },
    refusals: { off: "此环境未开放接口文档。" },
  },
  {
    title: "系統介面",
    fields: { openapi: "OpenAPI 版本" },
    actions: { read: "檢視" },
    refusals: { off: "此環境未開放介面文件。" },
  },
);
