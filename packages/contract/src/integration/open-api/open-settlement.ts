import { z } from "zod";
import { LedgerEvent, SettlementLineType } from "../../funds/ledger/ledger-enumerations.ts";
import {
  amount,
  describedAs,
  instant,
  listedText,
  namedSchema,
  OpenCurrency,
  OpenInstant,
  OpenMode,
  valuesOf,
} from "./open-fields.ts";

const nullableInstant = (en: string, zhCn: string, zhTw: string) => describedAs(OpenInstant.nullable(), en, zhCn, zhTw);
const day = (en: string, zhCn: string, zhTw: string) => describedAs(z.iso.date(), en, zhCn, zhTw);

/** Where a settlement stands for its merchant. */
export const OpenSettlementStatus = namedSchema(
  "SettlementStatus",
  z.enum(["open", "closed", "confirmed", "settled", "void"]),
  "Where a settlement stands: open while it collects; a void one settled nothing, its lines go with the next",
  "结算状态：open 为归集中；void 未结算，其明细转入下一批次",
  "撥款狀態：open 為歸集中；void 未撥款，其明細轉入下一批次",
);

/** A settlement batch as its merchant sees it. */
export const OpenSettlement = z.object({
  batchNo: describedAs(z.string(), "Our number of the settlement", "结算批次号", "撥款批次編號"),
  mode: OpenMode,
  status: OpenSettlementStatus,
  onHold: describedAs(z.boolean(), "Whether it is held back", "是否暂缓结算", "是否暫緩撥款"),
  currency: OpenCurrency,
  date: day("The day it is settled", "结算日", "撥款日"),
  periodFrom: nullableInstant("What was booked from here on", "账期起（含）", "帳期起（含）"),
  periodTo: nullableInstant("until here, not included", "账期止（不含）", "帳期迄（不含）"),
  grossAmount: amount("What was captured, in minor units", "请款总额，最小货币单位", "請款總額，最小貨幣單位"),
  feeAmount: amount("Our fees without tax", "手续费，不含税", "手續費，不含稅"),
  refundAmount: amount("What was refunded", "退款金额", "退款金額"),
  disputeAmount: amount("What was disputed", "拒付金额", "爭議款金額"),
  penaltyAmount: amount("Penalties of disputes", "拒付罚金", "爭議款罰金"),
  taxAmount: amount("Tax on our fees", "手续费税额", "手續費稅額"),
  adjustmentAmount: amount("Corrections", "调整金额", "調整金額"),
  amount: amount("What all of it comes to", "净额", "淨額"),
  reserveAmount: amount("What of it is held back as reserve", "留存保证金", "保留保證金"),
  reserveReleaseDate: describedAs(
    z.iso.date().nullable(),
    "The day the reserve is released",
    "保证金释放日",
    "保證金釋放日",
  ),
  settlementAmount: amount(
    "What becomes available: the amount less the reserve",
    "结算金额：净额减保证金",
    "撥款金額：淨額減保證金",
  ),
  lineCount: describedAs(z.int(), "How many lines it has", "明细笔数", "明細筆數"),
  createTime: instant("When it began to collect", "创建时间", "建立時間"),
  closedTime: nullableInstant("When its lines were frozen", "关批时间", "結批時間"),
  settledTime: nullableInstant("When it became available", "结算时间", "撥款時間"),
});
namedSchema("Settlement", OpenSettlement, "What is settled on one day", "一个结算日的结算", "一個撥款日的撥款");
export type OpenSettlementView = z.input<typeof OpenSettlement>;

const OpenLineType = listedText(
  "SettlementLineType",
  valuesOf(SettlementLineType),
  "What a line is about",
  "明细类型",
  "明細類型",
);
const OpenLineEvent = listedText(
  "SettlementLineEvent",
  valuesOf(LedgerEvent),
  "What was booked, by its code",
  "记账事件代码",
  "記帳事件代碼",
);

/** One line of a settlement. */
export const OpenSettlementLine = z.object({
  id: describedAs(z.string(), "Id", "编号", "編號"),
  type: describedAs(OpenLineType, "What it is about", "类型", "類型"),
  event: describedAs(OpenLineEvent, "What was booked", "记账事件", "記帳事件"),
  amount: amount(
    "Signed, in minor units: positive is yours",
    "带符号金额，正数为应付商户",
    "帶符號金額，正數為應付特店",
  ),
  taxAmount: amount("What of it is tax on our fee", "其中税额", "其中稅額"),
  currency: OpenCurrency,
  dueDate: day("The day it fell due", "应结算日", "應撥款日"),
  orderNo: describedAs(z.string().nullable(), "Our order number", "平台订单号", "平台訂單編號"),
  bookedTime: instant("When it was booked", "入账时间", "入帳時間"),
});
namedSchema("SettlementLine", OpenSettlementLine, "One line of a settlement", "一笔结算明细", "一筆撥款明細");
export type OpenSettlementLineView = z.input<typeof OpenSettlementLine>;

/** What became available with a settlement. */
export const OpenAvailable = z.object({
  batchNo: describedAs(z.string(), "Number of the settlement", "结算批次号", "撥款批次編號"),
  mode: OpenMode,
  currency: OpenCurrency,
  amount: amount("What became available, in minor units", "新增可用金额，最小货币单位", "新增可用金額，最小貨幣單位"),
});
namedSchema("BalanceAvailable", OpenAvailable, "What became available", "新增可用余额", "新增可用餘額");
