import { z } from "zod";
import { field } from "../../kit/field.ts";
import { describedAs, namedSchema, openText, openUrl, withInputRule } from "./open-fields.ts";

const Card = z.strictObject({
  number: describedAs(
    withInputRule(field(z.string().regex(/^\d{12,19}$/), { kind: "cardNumber" }), "cardNumber"),
    "Card number, digits only",
    "卡号，仅数字",
    "卡號，僅數字",
  ),
  expiryMonth: describedAs(z.int().min(1).max(12), "Month, 1 to 12", "有效期月份", "有效期月份"),
  expiryYear: describedAs(z.int().min(2000).max(2100), "Year, four digits", "有效期年份，四位", "有效期年份，四位"),
  cvc: describedAs(
    withInputRule(z.string().regex(/^\d{3,4}$/), "cvc"),
    "Card verification code; never kept",
    "安全码，不会保存",
    "安全碼，不會保存",
  ).optional(),
  holderName: describedAs(openText(100).optional(), "Name as on the card", "持卡人姓名", "持卡人姓名"),
});
namedSchema("CardDetails", Card, "Particulars of a card", "银行卡信息", "卡片資料");

/** How the payer pays. */
export const OpenPaymentMethod = z.strictObject({
  code: describedAs(
    withInputRule(z.string().regex(/^[a-z][a-z0-9_]{1,39}$/), "methodCode"),
    "Method, as listed by payment-methods; `card` for any card",
    "支付方式代码，见 payment-methods；任意银行卡用 card",
    "付款方式代碼，見 payment-methods；任意卡片用 card",
  ),
  card: describedAs(Card.optional(), "For cards only", "仅用于银行卡", "僅用於卡片"),
  storeFor: describedAs(
    z.enum(["recurring", "unscheduled"]).optional(),
    "For cards: the payer agreed that you charge the card again, regularly or when something falls due",
    "仅用于银行卡：付款人已同意您之后再次扣款，定期或不定期",
    "僅用於卡片：付款人已同意您之後再次扣款，定期或不定期",
  ),
});
namedSchema("PaymentMethod", OpenPaymentMethod, "How the payer pays", "支付方式", "付款方式");

/** What the merchant wants of 3-D Secure. */
export const OpenThreeDs = z.strictObject({
  preference: describedAs(
    namedSchema(
      "ThreeDsPreference",
      z.enum(["automatic", "required"]),
      "Whether the payer is authenticated",
      "是否要求验证持卡人",
      "是否要求驗證持卡人",
    ),
    "Whether the payer is authenticated by the issuer",
    "是否要求发卡行验证持卡人",
    "是否要求發卡機構驗證持卡人",
  ),
});
namedSchema("ThreeDs", OpenThreeDs, "Wishes for 3-D Secure", "3-D Secure 要求", "3-D Secure 要求");

/** Body of a confirmation. */
export const OpenConfirmation = z.strictObject({
  paymentMethod: describedAs(OpenPaymentMethod, "How the payer pays", "支付方式", "付款方式"),
  returnUrl: describedAs(
    openUrl().optional(),
    "Where the payer comes back to; the order's own unless told",
    "支付后的返回地址，缺省为订单的返回地址",
    "付款後的返回網址，預設為訂單的返回網址",
  ),
  threeDs: describedAs(OpenThreeDs.optional(), "3-D Secure", "3-D Secure 验证", "3-D Secure 驗證"),
});
namedSchema("Confirmation", OpenConfirmation, "A payment of an order", "对订单的支付", "對訂單的付款");
