import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** The five places a merchant's money can be in. */
export const MerchantBucket = defineEnumeration("MerchantBucketEnum", text3("Bucket", "资金账户", "資金科目"), {
  Pending: ["pending", text3("Pending", "待结算", "待撥款"), "progress", "half"],
  Available: ["available", text3("Available", "可用", "可用"), "success"],
  Reserve: ["reserve", text3("Reserve", "保证金", "保證金"), "info"],
  Frozen: ["frozen", text3("Frozen", "冻结", "凍結"), "warning", "half"],
  InTransit: ["in_transit", text3("In transit", "在途", "在途"), "progress", "half"],
});

/** What a line of a settlement is about. */
export const SettlementLineType = defineEnumeration(
  "SettlementLineTypeEnum",
  text3("Settlement line", "结算明细类型", "撥款明細類型"),
  {
    Capture: ["capture", text3("Capture", "请款", "請款"), "success"],
    Refund: ["refund", text3("Refund", "退款", "退款"), "info"],
    Fee: ["fee", text3("Fee", "手续费", "手續費"), "neutral"],
    Dispute: ["dispute", text3("Dispute", "拒付", "爭議款"), "warning"],
    Adjustment: ["adjustment", text3("Adjustment", "调整", "調整"), "accent"],
  },
);

/** How far a line has come on its way to the available balance. */
export const SettlementLineState = defineEnumeration(
  "SettlementLineStateEnum",
  text3("Settlement", "结算状态", "撥款狀態"),
  {
    Open: ["open", text3("Waiting", "待结算", "待撥款"), "progress", "half"],
    Batched: ["batched", text3("In a batch", "已入批次", "已入批次"), "info"],
    Settled: ["settled", text3("Settled", "已结算", "已撥款"), "success"],
  },
);

/** What the ledger books, by the code that bills, statements and the audit trail use. */
export const LedgerEvent = defineEnumeration("LedgerEventEnum", text3("Ledger event", "记账事件", "記帳事件"), {
  J01: ["J01", text3("Capture", "请款入账", "請款入帳"), "success"],
  J02: ["J02", text3("Transaction fee", "交易手续费", "交易手續費")],
  J03: ["J03", text3("Gateway cost", "网关成本", "閘道成本")],
  J03p: ["J03p", text3("Gateway cost passed on", "网关成本转嫁", "閘道成本轉嫁")],
  J03r: ["J03r", text3("Gateway cost of a refund", "退款网关成本", "退款閘道成本")],
  J04: ["J04", text3("Capture with conversion", "换汇请款入账", "換匯請款入帳"), "success"],
  J05: ["J05", text3("Payer's money held", "付款人款项挂账", "付款人款項暫列"), "warning"],
  J06: ["J06", text3("Payer's money applied", "挂账款项转请款", "暫列款項轉請款"), "info"],
  J07: ["J07", text3("Payer's money returned", "挂账款项退回", "暫列款項退回"), "info"],
  J10: ["J10", text3("Refund held", "退款冻结", "退款凍結"), "warning"],
  J11: ["J11", text3("Refund paid", "退款成功", "退款成功"), "info"],
  J12: ["J12", text3("Refund fee", "退款手续费", "退款手續費")],
  J13: ["J13", text3("Fee returned", "手续费退还", "手續費退還"), "info"],
  J14: ["J14", text3("Refund released", "退款解冻", "退款解凍"), "info"],
  J15: ["J15", text3("Refund bounced", "退款退回", "退款退回"), "warning"],
  J20: ["J20", text3("Dispute held", "拒付冻结", "爭議款凍結"), "warning"],
  J21: ["J21", text3("Taken by the scheme", "卡组织扣款", "國際組織扣款"), "warning"],
  J22: ["J22", text3("Dispute penalty", "拒付罚金", "爭議款罰金"), "warning"],
  J23: ["J23", text3("Dispute cost", "拒付成本", "爭議款成本")],
  J24: ["J24", text3("Dispute won", "拒付胜诉", "爭議款勝訴"), "success"],
  J25: ["J25", text3("Penalty returned", "罚金退还", "罰金退還"), "info"],
  J26: ["J26", text3("Dispute lost", "拒付败诉", "爭議款敗訴"), "danger"],
  J26r: ["J26r", text3("Late reversal of a dispute", "败诉后追回", "敗訴後追回"), "success"],
  J27: ["J27", text3("Lost dispute penalty", "败诉罚金", "敗訴罰金"), "warning"],
  J28: ["J28", text3("Balance written off", "坏账核销", "呆帳沖銷"), "danger"],
  J29: ["J29", text3("Inquiry fee", "调单费", "調單費")],
  J30: ["J30", text3("Batch settled", "批次结算", "批次撥款"), "success"],
  J30n: ["J30n", text3("Batch settled, net negative", "批次结算（净额为负）", "批次撥款（淨額為負）"), "warning"],
  J32: ["J32", text3("Reserve released", "保证金释放", "保證金釋放"), "info"],
  J33: ["J33", text3("Reserve used", "保证金抵扣", "保證金抵扣"), "warning"],
  J34: ["J34", text3("Deposit", "缴存保证金", "繳存保證金"), "info"],
  J35: ["J35", text3("Frozen or released by hand", "人工冻结或解冻", "人工凍結或解凍"), "warning"],
  J40: ["J40", text3("Withdrawal applied for", "提现申请", "提領申請"), "progress"],
  J41: ["J41", text3("Withdrawal dropped", "提现取消", "提領取消"), "info"],
  J42: ["J42", text3("Withdrawal approved", "提现审核通过", "提領核准"), "progress"],
  J43: ["J43", text3("Withdrawal paid", "提现到账", "提領入帳"), "success"],
  J44: ["J44", text3("Withdrawal failed", "提现失败", "提領失敗"), "danger"],
  J45: ["J45", text3("Withdrawal returned", "提现退回", "提領退回"), "warning"],
  J46: ["J46", text3("Withdrawal paid in another currency", "换汇提现到账", "換匯提領入帳"), "success"],
  J47: ["J47", text3("Payout provider fee", "代付网关费", "代付閘道費")],
  J50: ["J50", text3("Payout applied for", "代付申请", "代付申請"), "progress"],
  J51: ["J51", text3("Payout dropped", "代付取消", "代付取消"), "info"],
  J52: ["J52", text3("Payout approved", "代付审核通过", "代付核准"), "progress"],
  J53: ["J53", text3("Payout paid", "代付到账", "代付入帳"), "success"],
  J54: ["J54", text3("Payout failed", "代付失败", "代付失敗"), "danger"],
  J55: ["J55", text3("Payout returned", "代付退回", "代付退回"), "warning"],
  J60: ["J60", text3("Paid by the gateway", "网关结算到账", "閘道撥款入帳"), "success"],
  J61: ["J61", text3("Gateway cost trued up", "网关成本调整", "閘道成本調整")],
  J61p: ["J61p", text3("Gateway cost true-up passed on", "网关成本调整转嫁", "閘道成本調整轉嫁")],
  J62: ["J62", text3("Unexplained difference", "对账差异挂账", "對帳差異掛帳"), "warning"],
  J63: ["J63", text3("Difference resolved", "对账差异核销", "對帳差異沖銷"), "info"],
  J70: ["J70", text3("Manual adjustment", "人工调账", "人工調帳"), "accent"],
  J71: ["J71", text3("Currency revaluation", "汇兑重估", "匯兌重估"), "accent"],
  J80: ["J80", text3("Reversal", "冲正", "沖正"), "danger"],
});

/** Whether anything may still be dated in a month. */
export const PeriodStatus = defineEnumeration("PeriodStatusEnum", text3("Period", "会计期间", "會計期間"), {
  Open: ["open", text3("Open", "开放", "開放"), "success"],
  Closed: ["closed", text3("Closed", "已关账", "已關帳"), "neutral", "hollow"],
});

/** How far a correction by hand has come. */
export const AdjustmentStatus = defineEnumeration("AdjustmentStatusEnum", text3("Adjustment", "调账状态", "調帳狀態"), {
  Pending: ["pending", text3("Awaiting approval", "待复核", "待覆核"), "warning", "half"],
  Booked: ["booked", text3("Booked", "已入账", "已入帳"), "success"],
  Rejected: ["rejected", text3("Rejected", "已驳回", "已駁回"), "neutral", "hollow"],
});

/** How a look over the books ended. */
export const VerificationStatus = defineEnumeration(
  "VerificationStatusEnum",
  text3("Verification", "核验结果", "核驗結果"),
  {
    Waiting: ["waiting", text3("Waiting", "等待中", "等待中"), "neutral", "turning"],
    Running: ["running", text3("Running", "进行中", "進行中"), "progress", "turning"],
    Passed: ["passed", text3("All laws hold", "全部相符", "全部相符"), "success"],
    Failed: ["failed", text3("Mismatch found", "发现不符", "發現不符"), "danger"],
    Broken: ["broken", text3("Did not finish", "未能完成", "未能完成"), "warning", "hollow"],
  },
);

/** The laws of the book, as a verification names them. */
export const LedgerLaw = defineEnumeration("LedgerLawEnum", text3("Law", "记账规则", "記帳規則"), {
  Balanced: ["balanced", text3("Debits equal credits", "借贷相等", "借貸相等"), "danger"],
  Projection: [
    "projection",
    text3("A balance is the sum of its postings", "余额等于分录之和", "餘額等於分錄之和"),
    "danger",
  ],
  NonNegative: [
    "non_negative",
    text3("Held money is never negative", "保证金、冻结与在途不为负", "保證金、凍結與在途不為負"),
    "danger",
  ],
  Backed: [
    "backed",
    text3(
      "Held money is the sum of what it is held for",
      "冻结与挂账金额等于其明细之和",
      "凍結與暫列金額等於其明細之和",
    ),
    "danger",
  ],
  PendingBacked: [
    "pending_backed",
    text3(
      "Pending money is the sum of its settlement lines",
      "待结算余额等于结算明细之和",
      "待撥款餘額等於撥款明細之和",
    ),
    "danger",
  ],
  AvailableBacked: [
    "available_backed",
    text3("Available money is what its records come to", "可用余额与各项记录相符", "可用餘額與各項紀錄相符"),
    "danger",
  ],
  ReserveBacked: [
    "reserve_backed",
    text3("The reserve is what was held and released", "保证金等于缴存与释放之差", "保證金等於繳存與釋放之差"),
    "danger",
  ],
  TransitBacked: [
    "transit_backed",
    text3(
      "Money in transit is what was approved and not paid yet",
      "在途金额等于已批准未付出之和",
      "在途金額等於已核准未付出之和",
    ),
    "danger",
  ],
  ReceivableBacked: [
    "receivable_backed",
    text3(
      "What a gateway owes is what it captured less what it keeps",
      "网关应收等于请款额减网关成本",
      "閘道應收等於請款額減閘道成本",
    ),
    "danger",
  ],
  PayerBacked: [
    "payer_backed",
    text3(
      "Payers' money is what unapplied payments hold",
      "付款人款项等于待处理收款挂账之和",
      "付款人款項等於待處理收款暫列之和",
    ),
    "danger",
  ],
  DisputeBacked: [
    "dispute_backed",
    text3("Disputed money is what schemes took", "拒付清算余额等于卡组织扣款之和", "爭議款待清算等於國際組織扣款之和"),
    "danger",
  ],
  SuspenseBacked: [
    "suspense_backed",
    text3("Suspense is what no one has explained", "挂账余额等于未核销差异之和", "掛帳餘額等於未沖銷差異之和"),
    "danger",
  ],
  BankBacked: [
    "bank_backed",
    text3("Money at a bank is what came in less what went out", "银行余额等于收付之差", "銀行餘額等於收付之差"),
    "danger",
  ],
  PositionBacked: [
    "position_backed",
    text3(
      "The currency position is what conversions left open",
      "外汇头寸等于换汇未平之和",
      "外匯部位等於換匯未平之和",
    ),
    "danger",
  ],
  TaxBacked: [
    "tax_backed",
    text3(
      "Tax owed is the tax on the fees that were charged",
      "应交税金等于已收手续费之税额",
      "應付稅款等於已收手續費之稅額",
    ),
    "danger",
  ],
  GainBacked: [
    "gain_backed",
    text3("Exchange gains come from refunds, disputes and revaluation", "汇兑损益均有来源", "匯兌損益均有來源"),
    "danger",
  ],
  IncomeBacked: [
    "income_backed",
    text3("Income is what was charged", "收入等于已收费用之和", "收入等於已收費用之和"),
    "danger",
  ],
  CostBacked: [
    "cost_backed",
    text3(
      "Costs are what gateways kept and what was given",
      "成本等于网关成本与让利之和",
      "成本等於閘道成本與讓利之和",
    ),
    "danger",
  ],
  UniqueEvent: ["unique_event", text3("An event is booked once", "同一事件仅入账一次", "同一事件僅入帳一次"), "danger"],
  ReversedOnce: [
    "reversed_once",
    text3("A journal is reversed once", "同一记账凭证仅冲正一次", "同一傳票僅沖正一次"),
    "danger",
  ],
  BatchSettled: [
    "batch_settled",
    text3("A settled batch leaves nothing", "已结算批次无余额", "已撥款批次無餘額"),
    "danger",
  ],
  OrderConserved: [
    "order_conserved",
    text3("An order gives back no more than it took", "订单退出不超过收入", "訂單退出不超過收入"),
    "danger",
  ],
  Sealed: ["sealed", text3("The chain of seals is unbroken", "封存链完整", "封存鏈完整"), "danger"],
  Published: [
    "published",
    text3("A chain is what was told outside", "封存链与外部留存一致", "封存鏈與外部留存一致"),
    "danger",
  ],
  RepeatedFact: [
    "repeated_fact",
    text3("A fact written twice reads the same", "重复记载的内容一致", "重複記載的內容一致"),
    "danger",
  ],
  OrderBooked: [
    "order_booked",
    text3("An order says what was booked for it", "订单金额与账簿一致", "訂單金額與帳簿一致"),
    "danger",
  ],
});

/** Every enumeration of the ledger; each becomes a dictionary of the same name. */
export const ledgerEnumerations = [
  MerchantBucket,
  LedgerEvent,
  SettlementLineType,
  SettlementLineState,
  PeriodStatus,
  AdjustmentStatus,
  VerificationStatus,
  LedgerLaw,
] as const;
