import { catalogue } from "../../kit/locale.ts";
import { authEn } from "./auth-en.messages.ts";
import { authZhCn } from "./auth-zh-cn.messages.ts";
import { authZhTw } from "./auth-zh-tw.messages.ts";

export const sysAuthMessages = catalogue(authEn, authZhCn, authZhTw);
