import { catalogue } from "../../kit/locale.ts";

export const swaggerMessages = catalogue(
  {
    title: "API documents",
    fields: { userName: "Account", password: "Password" },
    actions: { checkUrl: "Check sign-in", submitUrl: "Sign in" },
    refusals: {},
  },
  {
    title: "接口文档",
    fields: { userName: "账号", password: "密码" },
    actions: { checkUrl: "检查登录", submitUrl: "登录" },
    refusals: {},
  },
  {
    title: "API 文件",
    fields: { userName: "帳號", password: "密碼" },
    actions: { checkUrl: "檢查登入", submitUrl: "登入" },
    refusals: {},
  },
);
