import { operationReplay } from "./operation-replay.ts";
import { peopleReplay } from "./people-replay.ts";
import { done, type ReplayedCall, rows } from "./replayed-call.ts";
import { settingReplay } from "./setting-replay.ts";
import * as shapes from "./shapes.ts";
import { scalarOf } from "./shapes.ts";

/** Calls of the sign-in: the suite makes them by hand, since each ends or begins a session. */
export const signInReplay: readonly ReplayedCall[] = [
  { call: "GET /api/sysAuth/captcha", ends: shapes.record("id:str img:str expirySeconds:int") },
  { call: "POST /api/sysAuth/login", ends: shapes.record("accessToken:str refreshToken:str") },
  { call: "POST /api/sysAuth/loginPhone", ends: "elsewhere" },
  { call: "POST /api/sysSms/sendSms/{phoneNumber}", ends: "elsewhere" },
  { call: "POST /api/sysAuth/unLockScreen", ends: scalarOf("bool") },
  { call: "POST /api/sysUser/changePwd", ends: rows },
  { call: "POST /api/sysAuth/logout", ends: done },
];

/** The other calls, in an order in which each finds what it needs. */
export const replay: readonly ReplayedCall[] = [...peopleReplay, ...settingReplay, ...operationReplay];
