import type { StockCall } from "../stock-call.ts";
import { approvalCalls } from "./approval-calls.ts";
import { databaseCalls } from "./database-calls.ts";
import { fileCalls } from "./file-calls.ts";
import { generatorCalls } from "./generator-calls.ts";
import { jobCalls } from "./job-calls.ts";
import { logCalls } from "./log-calls.ts";
import { operationCalls } from "./operation-calls.ts";
import { peopleCalls } from "./people-calls.ts";
import { printCalls } from "./print-calls.ts";
import { settingCalls } from "./setting-calls.ts";
import { signInCalls } from "./sign-in-calls.ts";
import { wechatCalls } from "./wechat-calls.ts";

/** Calls that would run code that a user typed: plugins are never offered. */
const codeCalls: readonly StockCall[] = [
  "POST sysPlugin/add",
  "POST sysPlugin/update",
  "POST sysPlugin/delete",
  "POST sysPlugin/page",
  "POST sysPlugin/compileAssembly",
  "POST sysPlugin/removeAssembly/:assemblyName",
].map((call) => ({ call, unsafe: "runsCode" }));

/** Calls that need a translation. Every other one maps to the operation of its name. */
export const translatedCalls: readonly StockCall[] = [
  ...signInCalls,
  ...peopleCalls,
  ...settingCalls,
  ...logCalls,
  ...operationCalls,
  ...databaseCalls,
  ...jobCalls,
  ...fileCalls,
  ...generatorCalls,
  ...approvalCalls,
  ...wechatCalls,
  ...printCalls,
  ...codeCalls,
];
