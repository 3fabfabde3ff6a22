/** Headings that speak for themselves, in small letters and without separators, the surest first. */
const headings = {
  merchantOrderNo: [
    "merchantorderno",
    "orderno",
    "orderid",
    "ordernumber",
    "merchantorderid",
    "reference",
    "订单号",
    "訂單編號",
    "id",
  ],
  amount: ["amount", "value", "paymentvalue", "orderamount", "total", "price", "金额", "金額"],
  currency: ["currency", "ccy", "currencycode", "币种", "幣別"],
  status: ["status", "orderstatus", "paymentstatus", "state", "状态", "狀態"],
  method: ["method", "paymentmethod", "paymenttype", "支付方式", "付款方式"],
  orderTime: [
    "orderedat",
    "purchasedat",
    "ordertime",
    "orderdate",
    "createdat",
    "createtime",
    "created",
    "time",
    "date",
    "下单时间",
    "訂單時間",
  ],
  paidTime: ["paidat", "paidtime", "paymenttime", "approvedat", "capturedat", "支付时间", "付款時間"],
  email: ["email", "payeremail", "customeremail", "邮箱", "電子郵件"],
  country: ["country", "countrycode", "customercountry", "billingcountry", "国家", "國家"],
  cardBrand: ["cardbrand", "brand", "cardtype"],
  cardLast4: ["cardlast4", "last4", "lastfour", "cardlastfour"],
  transactionNo: ["transactionno", "transactionid", "paymentid", "chargeid", "gatewayreference", "交易号", "交易編號"],
  payerAccount: ["payeraccount", "customerid", "userid", "customer"],
  ip: ["ip", "payerip", "customerip"],
  instalments: ["instalments", "installments"],
} as const;

/** What a file may tell of an order. */
export type HeadingOf = keyof typeof headings;

/** A heading without what people write differently: capitals, spaces, underscores, hyphens. */
const plain = (heading: string): string => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

/** Where in a header the heading of a field stands, or -1 when none speaks for itself. */
export function findHeading(of: HeadingOf, header: readonly string[]): number {
  const known = header.map(plain);
  for (const name of headings[of]) {
    const at = known.indexOf(name);
    if (at >= 0) return at;
  }
  return -1;
}

const statusWords: Readonly<Record<string, "paid" | "failed" | "canceled">> = {
  paid: "paid",
  captured: "paid",
  succeeded: "paid",
  success: "paid",
  successful: "paid",
  completed: "paid",
  complete: "paid",
  settled: "paid",
  approved: "paid",
  delivered: "paid",
  shipped: "paid",
  invoiced: "paid",
  failed: "failed",
  failure: "failed",
  declined: "failed",
  refused: "failed",
  rejected: "failed",
  error: "failed",
  canceled: "canceled",
  cancelled: "canceled",
  voided: "canceled",
  void: "canceled",
  expired: "canceled",
  已支付: "paid",
  成功: "paid",
  已付款: "paid",
  失败: "failed",
  失敗: "failed",
  已取消: "canceled",
};

/** What a word of a status column plainly means; undefined where a person has to say. */
export const statusOfWord = (word: string): "paid" | "failed" | "canceled" | undefined => statusWords[plain(word)];

const methodWords: Readonly<Record<string, string>> = {
  card: "category:card",
  creditcard: "category:card",
  debitcard: "category:card",
  visa: "card_visa",
  mastercard: "card_mastercard",
  amex: "card_amex",
  americanexpress: "card_amex",
  jcb: "card_jcb",
  unionpay: "card_unionpay",
  wallet: "category:wallet",
  banktransfer: "category:bank_transfer",
  transfer: "category:bank_transfer",
  directdebit: "category:bank_debit",
  boleto: "category:voucher",
  voucher: "category:voucher",
  bnpl: "category:bnpl",
};

/**
 * What a word of a method column plainly means: a method of the catalogue by its own code, a kind of method as
 * `category:card`, or undefined where a person has to say.
 */
export function methodOfWord(word: string, codes: ReadonlySet<string>): string | undefined {
  const code = word.trim().toLowerCase();
  if (codes.has(code)) return code;
  const meant = methodWords[plain(word)];
  return meant?.startsWith("category:") || (meant && codes.has(meant)) ? meant : undefined;
}
