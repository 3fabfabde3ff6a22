import { z } from "zod";
import { text3 } from "../../kit/locale.ts";
import { describedAs, OpenCurrency, pageOfOpen, pageQuery } from "./open-fields.ts";
import { openOperation } from "./open-operation.ts";
import { OpenSettlement, OpenSettlementLine, OpenSettlementStatus } from "./open-settlement.ts";

const group = "settlements";
const params = z.strictObject({
  batchNo: describedAs(z.string().regex(/^BT[0-9A-Z]{10,30}$/), "Our settlement number", "结算批次号", "撥款批次編號"),
});

export const settlementOperations = {
  listSettlements: openOperation({
    method: "GET",
    path: "/v1/settlements",
    scope: "balances:read",
    group,
    summary: text3("List your settlements", "查询结算批次列表", "查詢撥款批次列表"),
    query: z.strictObject({
      ...pageQuery,
      status: OpenSettlementStatus.optional(),
      currency: OpenCurrency.optional(),
      dateFrom: describedAs(z.iso.date().optional(), "Settled on this day or later", "结算日不早于", "撥款日不早於"),
      dateTo: describedAs(z.iso.date().optional(), "Settled before this day", "结算日早于", "撥款日早於"),
    }),
    answer: pageOfOpen("Settlement", OpenSettlement),
    exampleQuery: { status: "settled" },
  }),
  getSettlement: openOperation({
    method: "GET",
    path: "/v1/settlements/:batchNo",
    scope: "balances:read",
    group,
    summary: text3("Read a settlement", "查询结算批次", "查詢撥款批次"),
    params,
    answer: OpenSettlement,
  }),
  listSettlementLines: openOperation({
    method: "GET",
    path: "/v1/settlements/:batchNo/lines",
    scope: "balances:read",
    group,
    summary: text3("List the lines of a settlement", "查询结算批次明细", "查詢撥款批次明細"),
    params,
    query: z.strictObject({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
    answer: pageOfOpen("SettlementLine", OpenSettlementLine),
    ratePerSecond: 20,
  }),
} as const;
