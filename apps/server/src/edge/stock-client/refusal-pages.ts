import type { StockClientReason } from "./stock-client.messages.ts";

/** The page of our console that shows or does what a call is refused for; each is a page of the menu or of the sign-in. */
export const refusalPages: Readonly<Record<StockClientReason, string>> = {
  runsCode: "/develop/server",
  jobsAreCode: "/develop/job",
  writesCode: "/develop/database/visual",
  ddl: "/develop/database/visual",
  clears: "/platform/config",
  stopsAll: "/develop/job",
  nothingToDo: "/develop/job",
  cutsOff: "/develop/job",
  keepsBooks: "/system/tenant",
  oneDatabase: "/system/tenant",
  flows: "/system/changes",
  accessKey: "/develop/openAccess",
  newPayment: "/merchant/merchant",
  refunds: "/trade/order",
  socialAccounts: "/system/user",
  printTemplates: "/finance/bill",
};
