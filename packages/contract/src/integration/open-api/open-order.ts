import { z } from "zod";
import { OpenCapture } from "./open-capture.ts";
import { OpenFailureCode } from "./open-failures.ts";
import {
  amount,
  describedAs,
  instant,
  namedSchema,
  nullableAmount,
  OpenCountry,
  OpenCurrency,
  OpenInstant,
  OpenMode,
  openText,
  openUrl,
  sentAmount,
  withInputRule,
} from "./open-fields.ts";
import { OpenMetadata } from "./open-metadata.ts";
import { OpenPaymentMethod, OpenThreeDs } from "./open-payment.ts";

export const openOrderStatuses = ["created", "awaiting", "pending", "paid", "failed", "canceled"] as const;

export const OpenOrderStatus = namedSchema(
  "OrderStatus",
  z.enum(openOrderStatuses),
  "How far the payment is",
  "订单状态",
  "訂單狀態",
);
const AwaitingReason = namedSchema(
  "AwaitingReason",
  z.enum(["payer_action", "authentication", "review", "capture", "retry"]),
  "What an awaiting order waits for",
  "等待中的订单在等什么",
  "等待中的訂單在等什麼",
);
const CaptureMethod = namedSchema(
  "CaptureMethod",
  z.enum(["automatic", "manual"]),
  "When an order is captured",
  "请款方式",
  "請款方式",
);

const MerchantOrderNo = withInputRule(
  z
    .string()
    .min(1)
    .max(64)
    .regex(/^[A-Za-z0-9_-]+$/),
  "merchantOrderNo",
);
const Email = withInputRule(z.email().max(254), "email");
const Ip = withInputRule(z.union([z.ipv4(), z.ipv6()]), "ip");
const Address = z.strictObject({
  country: describedAs(OpenCountry, "Country, ISO 3166-1", "国家或地区，ISO 3166-1", "國家或地區，ISO 3166-1"),
  region: describedAs(openText(100).optional(), "State or province", "省或州", "州或縣市"),
  city: describedAs(openText(100).optional(), "City", "城市", "城市"),
  line1: describedAs(openText(200).optional(), "Street and number", "街道与门牌", "街道與門牌"),
  line2: describedAs(openText(200).optional(), "Flat, floor, building", "楼层、单元等", "樓層、室等"),
  postalCode: describedAs(openText(20).optional(), "Postal code", "邮政编码", "郵遞區號"),
});
namedSchema("Address", Address, "An address", "地址", "地址");

/** One line of what the payer buys. */
export const OpenItem = z.strictObject({
  sku: describedAs(openText(64).optional(), "Your number of the article", "商品编号", "商品編號"),
  name: describedAs(openText(200), "What is bought", "商品名称", "商品名稱"),
  quantity: describedAs(z.int().min(1).max(1_000_000), "How many", "数量", "數量"),
  unitAmount: amount("Price of one, in minor units", "单价，最小货币单位", "單價，最小貨幣單位"),
  amount: amount("Price of all, in minor units", "小计，最小货币单位", "小計，最小貨幣單位"),
});
namedSchema("Item", OpenItem, "One line of what is bought", "一行商品明细", "一行商品明細");

/** Body of a new order. */
export const OpenOrderCreation = z.strictObject({
  merchantOrderNo: describedAs(
    MerchantOrderNo,
    "Your own number; one order for each",
    "您的订单号，每个号只对应一笔订单",
    "您的訂單編號，每個編號只對應一筆訂單",
  ),
  amount: sentAmount("What the payer pays, in minor units", "应付金额，最小货币单位", "應付金額，最小貨幣單位"),
  currency: OpenCurrency,
  items: describedAs(z.array(OpenItem).max(100).optional(), "What is bought", "商品明细", "商品明細"),
  adjustment: amount(
    "Tax and shipping less discounts, so that items and adjustment make the amount",
    "税费与运费减去优惠；商品小计加上此项等于金额",
    "稅額與運費減去折扣；商品小計加上此項等於金額",
  ).optional(),
  payer: describedAs(
    namedSchema(
      "Payer",
      z.strictObject({
        account: describedAs(
          openText(64).optional(),
          "Your id of the payer",
          "您系统中的付款人编号",
          "您系統中的付款人編號",
        ),
        email: describedAs(Email, "E-mail", "邮箱", "電子郵件"),
        name: describedAs(openText(100).optional(), "Name", "姓名", "姓名"),
        phone: describedAs(openText(32).optional(), "Telephone", "电话", "電話"),
      }),
      "Who pays",
      "付款人",
      "付款人",
    ),
    "Who pays",
    "付款人",
    "付款人",
  ),
  billingAddress: describedAs(Address.optional(), "Address of the card's bill", "账单地址", "帳單地址"),
  shippingAddress: describedAs(Address.optional(), "Where the goods go", "收货地址", "收貨地址"),
  ip: describedAs(
    Ip,
    "The payer's address, not your server's",
    "付款人的 IP，而非您服务器的 IP",
    "付款人的 IP，而非您伺服器的 IP",
  ),
  deviceId: describedAs(
    openText(128).optional(),
    "Your id of the payer's device, or the session id under which your page ran the gateway's device fingerprinting",
    "付款人设备编号，或您的页面运行网关设备指纹脚本时使用的会话编号",
    "付款人裝置編號，或您的頁面執行閘道裝置指紋指令碼時使用的工作階段編號",
  ),
  userAgent: describedAs(
    openText(512).optional(),
    "User-Agent of the payer's browser",
    "付款人浏览器的 User-Agent",
    "付款人瀏覽器的 User-Agent",
  ),
  returnUrl: describedAs(
    openUrl().optional(),
    "Where the payer goes when it is done; needed for redirects",
    "支付完成后的跳转地址，跳转类支付必填",
    "付款完成後的導向網址，導向類付款必填",
  ),
  cancelUrl: describedAs(
    openUrl().optional(),
    "Where the payer goes who leaves without paying",
    "付款人放弃支付后的跳转地址",
    "付款人放棄付款後的導向網址",
  ),
  notifyUrl: describedAs(
    openUrl().optional(),
    "Told of this order's events besides your webhooks, signed with your app's secret",
    "除 Webhook 端点外，该订单的事件也会发送到此地址，并以应用密钥签名",
    "除 Webhook 端點外，此訂單的事件也會傳送到此網址，並以應用程式金鑰簽章",
  ),
  captureMethod: describedAs(
    CaptureMethod.default("automatic"),
    "`manual` reserves the money until you capture it",
    "manual 表示先授权，由您请款",
    "manual 表示先授權，由您請款",
  ),
  descriptor: describedAs(openText(22).optional(), "Text on the card statement", "账单显示名称", "帳單顯示名稱"),
  expireMinutes: describedAs(
    z.int().min(1).max(10_080).optional(),
    "Minutes until an unpaid order ends",
    "未付款订单的有效分钟数",
    "未付款訂單的有效分鐘數",
  ),
  paymentMethod: describedAs(
    OpenPaymentMethod.optional(),
    "Pays at once; without it the payer chooses on the payment page",
    "传入则立即支付，否则由付款人在收银页选择",
    "傳入則立即付款，否則由付款人在付款頁選擇",
  ),
  threeDs: describedAs(OpenThreeDs.optional(), "3-D Secure", "3-D Secure 验证", "3-D Secure 驗證"),
  metadata: describedAs(
    OpenMetadata.optional(),
    "Up to 50 texts of your own; the payer's browser is shown those whose key begins with public_",
    "最多 50 项自定义数据；付款人浏览器仅可见键以 public_ 开头的项",
    "最多 50 項自訂資料；付款人瀏覽器僅可見鍵以 public_ 開頭的項目",
  ),
});
namedSchema("OrderCreation", OpenOrderCreation, "A new order", "新订单", "新訂單");

/** What the payer has to do next. */
export const OpenNextAction = z.object({
  type: namedSchema(
    "NextActionType",
    z.enum(["none", "redirect", "qr", "voucher", "sdk"]),
    "What the payer has to do",
    "动作类型",
    "動作類型",
  ),
  url: describedAs(z.string().nullable(), "Where to send the payer", "付款人前往的地址", "付款人前往的網址"),
  data: describedAs(
    z.string().nullable(),
    "Text of the QR code or of the voucher",
    "二维码内容或缴费码",
    "QR Code 內容或繳費代碼",
  ),
  expireTime: describedAs(OpenInstant.nullable(), "Until when", "截止时间", "截止時間"),
});
namedSchema("NextAction", OpenNextAction, "What the payer has to do next", "付款人下一步操作", "付款人下一步操作");

const UsedCard = z.object({
  brand: describedAs(z.string().nullable(), "Brand", "卡组织", "卡片品牌"),
  last4: describedAs(z.string().nullable(), "Last four digits", "卡号后四位", "卡號末四碼"),
  country: describedAs(z.string().nullable(), "Country of the issuer", "发卡国家或地区", "發卡國家或地區"),
  tokenReference: describedAs(
    z.string().nullable(),
    "By what the gateway knows the card, once it told; keep it for later charges",
    "网关对该卡的标识，返回后可留存供之后扣款",
    "閘道對該卡的識別，回傳後可留存供之後扣款",
  ),
});
namedSchema(
  "UsedCard",
  UsedCard,
  "What is kept of the card that was used",
  "所用银行卡的留存信息",
  "所用卡片的留存資訊",
);
/** The same in events. A token charges the card again: it is told to whoever reads the order alone. */
export const EventCard = UsedCard.omit({ tokenReference: true });
namedSchema("EventCard", EventCard, "The card as events carry it", "事件中的银行卡信息", "事件中的卡片資訊");
const PayerCard = UsedCard.pick({ brand: true, last4: true });
namedSchema("PayerCard", PayerCard, "The card as its payer sees it", "付款人所见的银行卡信息", "付款人所見的卡片資訊");

/** An order as the merchant sees it. */
export const OpenOrder = z.object({
  orderNo: describedAs(z.string(), "Our number", "平台订单号", "平台訂單編號"),
  merchantOrderNo: describedAs(z.string(), "Your number", "商户订单号", "特店訂單編號"),
  mode: OpenMode,
  status: OpenOrderStatus,
  awaitingReason: AwaitingReason.nullable(),
  currency: OpenCurrency,
  amount: amount("Amount, in minor units", "金额，最小货币单位", "金額，最小貨幣單位"),
  capturedAmount: amount("Captured", "已请款金额", "已請款金額"),
  refundedAmount: amount("Refunded", "已退款金额", "已退款金額"),
  releasedAmount: amount(
    "Authorised and given back: what was not captured, once nothing more can be",
    "已释放的授权金额：不能再请款后，未请款的部分",
    "已釋放的授權金額：無法再請款後，未請款的部分",
  ),
  captures: describedAs(
    z.array(OpenCapture),
    "Every capture that was asked for or taken, the first one first",
    "全部请款，按先后排列",
    "全部請款，依先後排列",
  ),
  pricedAmount: amount(
    "How much of capturedAmount has a price: what the figures below come to. Less than captured while a capture has none yet",
    "已请款金额中已计价的部分，以下各项均就此而言；尚有请款未计价时小于已请款金额",
    "已請款金額中已計價的部分，以下各項均就此而言；尚有請款未計價時小於已請款金額",
  ),
  settleCurrency: describedAs(
    OpenCurrency.nullable(),
    "The currency you are settled in; null, like everything in it, while nothing is priced",
    "结算币种；尚无计价时为 null，以下各项相同",
    "撥款幣別；尚無計價時為 null，以下各項相同",
  ),
  settleAmount: nullableAmount(
    "pricedAmount in the settlement currency",
    "已计价部分的结算金额",
    "已計價部分的撥款金額",
  ),
  feeAmount: nullableAmount("Our fees", "手续费", "手續費"),
  feeTaxAmount: nullableAmount("Tax on the fees", "手续费税额", "手續費稅額"),
  netAmount: nullableAmount("What is left to you", "净额", "淨額"),
  fxRate: describedAs(
    z.string().nullable(),
    "Exchange rate from the order's currency to that of settlement; null where they are the same, and where captures were converted at different rates: each has its own",
    "订单币种兑结算币种的汇率；币种相同时为 null，各次请款汇率不同时亦为 null，见各次请款",
    "訂單幣別兌撥款幣別的匯率；幣別相同時為 null，各次請款匯率不同時亦為 null，見各次請款",
  ),
  dueDate: describedAs(
    z.iso.date().nullable(),
    "The day the last of it is settled",
    "最后一笔的应结算日",
    "最後一筆的應撥款日",
  ),
  captureMethod: describedAs(CaptureMethod, "When it is captured", "请款方式", "請款方式"),
  captureDeadline: describedAs(OpenInstant.nullable(), "Capture before", "请款截止时间", "請款截止時間"),
  paymentMethod: describedAs(z.string().nullable(), "Method that was used", "支付方式", "付款方式"),
  card: describedAs(UsedCard.nullable(), "Card that was used", "所用银行卡", "所用卡片"),
  failureCode: describedAs(
    OpenFailureCode.nullable(),
    "Why the last attempt failed",
    "最近一次失败的原因代码",
    "最近一次失敗的原因代碼",
  ),
  failureMessage: describedAs(z.string().nullable(), "The same in words", "失败原因说明", "失敗原因說明"),
  lateSuccess: describedAs(z.boolean(), "Paid after it had ended", "结束后才支付成功", "結束後才付款成功"),
  email: describedAs(z.string().nullable(), "The payer's e-mail", "付款人邮箱", "付款人電子郵件"),
  descriptor: describedAs(z.string().nullable(), "Text on the card statement", "账单显示名称", "帳單顯示名稱"),
  items: describedAs(z.array(OpenItem).nullable(), "What is bought", "商品明细", "商品明細"),
  returnUrl: describedAs(z.string().nullable(), "As sent", "您传入的值", "您傳入的值"),
  cancelUrl: describedAs(z.string().nullable(), "As sent", "您传入的值", "您傳入的值"),
  metadata: describedAs(
    z.record(z.string(), z.string()).nullable(),
    "As sent, or changed since",
    "您传入或之后修改的值",
    "您傳入或之後變更的值",
  ),
  orderTime: instant("When it was made", "创建时间", "建立時間"),
  expireTime: describedAs(OpenInstant.nullable(), "Ends unpaid at", "未付款失效时间", "未付款失效時間"),
  paidTime: describedAs(OpenInstant.nullable(), "When it was paid", "支付时间", "付款時間"),
  canceledTime: describedAs(OpenInstant.nullable(), "When it was cancelled", "取消时间", "取消時間"),
  nextAction: describedAs(OpenNextAction, "What the payer has to do next", "付款人下一步操作", "付款人下一步操作"),
});
namedSchema("Order", OpenOrder, "An order as you see it", "订单", "訂單");
export type OpenOrderView = z.input<typeof OpenOrder>;

/** An order with what the payer's browser needs. */
export const OpenOrderWithToken = OpenOrder.extend({
  clientToken: describedAs(
    z.string(),
    "Lets the payer's browser see and pay this order, and nothing else, for seven days from when the order was made",
    "仅供付款人浏览器查看并支付该订单，自订单创建起七天内有效",
    "僅供付款人瀏覽器檢視並支付該訂單，自訂單建立起七天內有效",
  ),
  clientTokenExpireTime: instant("The token is refused from then on", "令牌失效时间", "權杖失效時間"),
  paymentUrl: describedAs(z.string(), "The hosted payment page", "托管收银页地址", "代管付款頁網址"),
});
namedSchema(
  "CreatedOrder",
  OpenOrderWithToken,
  "An order with what the payer needs to pay it",
  "订单及付款人付款所需信息",
  "訂單及付款人付款所需資訊",
);

/** An order as the payer's browser sees it: nothing of what lies between the merchant and us. */
export const OpenPayerOrder = OpenOrder.pick({
  orderNo: true,
  merchantOrderNo: true,
  mode: true,
  status: true,
  awaitingReason: true,
  currency: true,
  amount: true,
  paymentMethod: true,
  failureCode: true,
  failureMessage: true,
  descriptor: true,
  items: true,
  returnUrl: true,
  cancelUrl: true,
  expireTime: true,
  paidTime: true,
  canceledTime: true,
  nextAction: true,
}).extend({
  card: describedAs(PayerCard.nullable(), "Card that was used", "所用银行卡", "所用卡片"),
  metadata: describedAs(
    z.record(z.string(), z.string()),
    "Entries whose key begins with public_",
    "键以 public_ 开头的项",
    "鍵以 public_ 開頭的項目",
  ),
});
namedSchema(
  "PayerOrder",
  OpenPayerOrder,
  "An order as the payer's browser sees it",
  "付款人浏览器所见的订单",
  "付款人瀏覽器所見的訂單",
);
