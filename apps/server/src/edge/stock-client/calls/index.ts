import type { StockCall } from "../stock-call.ts";
import { fileCalls } from "./file-calls.ts";
import { jobCalls } from "./job-calls.ts";
import { logCalls } from "./log-calls.ts";
import { operationCalls } from "./operation-calls.ts";
import { peopleCalls } from "./people-calls.ts";
import { settingCalls } from "./setting-calls.ts";
import { signInCalls } from "./sign-in-calls.ts";

/** Calls that would run code that a user typed: code generators and plugins are never offered. */
const codeCalls: readonly StockCall[] = [
  "POST sysPlugin/add",
  "POST sysPlugin/update",
  "POST sysPlugin/delete",
  "POST sysPlugin/page",
  "POST sysPlugin/compileAssembly",
  "POST sysPlugin/removeAssembly/:assemblyName",
  "POST sysCodeGen/runLocal",
].map((call) => ({ call, unsafe: "runsCode" }));

/** Calls that need a translation. Every other one maps to the operation of its name. */
export const translatedCalls: readonly StockCall[] = [
  ...signInCalls,
  ...peopleCalls,
  ...settingCalls,
  ...logCalls,
  ...operationCalls,
  ...jobCalls,
  ...fileCalls,
  ...codeCalls,
];

/** Services of the published API that are not implemented: their calls are refused by name. */
export const missingServices: readonly string[] = [
  "sysPrint",
  "sysCodeGen",
  "sysCodeGenConfig",
  "sysPlugin",
  "sysWechatPay",
  "sysWechatUser",
  "approvalFlow",
  "sysEnum",
  "sysSms",
  "sysMessage",
];
