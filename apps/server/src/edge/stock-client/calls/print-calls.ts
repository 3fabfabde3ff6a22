import { pageOfList, type StockCall } from "../stock-call.ts";

const changes = ["add", "update", "delete"] as const;

/** Calls about print templates, of which none are kept. */
export const printCalls: readonly StockCall[] = [
  { call: "POST sysPrint/page", run: async (sent) => pageOfList([], sent) },
  ...changes.map((action): StockCall => ({ call: `POST sysPrint/${action}`, elsewhere: "printTemplates" })),
];
