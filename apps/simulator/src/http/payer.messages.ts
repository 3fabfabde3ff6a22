/** Words of the pages a payer of the simulator sees. */
export const payerMessages = {
  en: {
    title: "Confirm the payment",
    simulated: "This is a simulation. No money moves.",
    askCode: "Enter the code your bank sent you. Every code works except 0000.",
    code: "Code",
    confirm: "Confirm",
    askWallet: "Pay with the simulated wallet?",
    pay: "Pay",
    cancel: "Cancel",
    reference: "Reference",
    amount: "Amount",
    card: "Card",
    approved: "The payment is confirmed.",
    refused: "The payment was not confirmed.",
    waiting: "The bank does not answer. This payer never comes back.",
    unknown: "This payment does not exist or no longer waits for you.",
    back: "Back to the shop",
  },
  "zh-cn": {
    title: "确认付款",
    simulated: "这是模拟环境，不会发生真实扣款。",
    askCode: "请输入银行发送给您的验证码。除 0000 外，任何验证码均可通过。",
    code: "验证码",
    confirm: "确认",
    askWallet: "使用模拟钱包付款？",
    pay: "付款",
    cancel: "取消",
    reference: "参考号",
    amount: "金额",
    card: "卡号",
    approved: "付款已确认。",
    refused: "付款未确认。",
    waiting: "银行没有响应，该付款人不会再返回。",
    unknown: "该付款不存在，或已不再等待您确认。",
    back: "返回商店",
  },
  "zh-tw": {
    title: "確認付款",
    simulated: "這是模擬環境，不會真的扣款。",
    askCode: "請輸入銀行傳送給您的驗證碼。除了 0000 以外，任何驗證碼都會通過。",
    code: "驗證碼",
    confirm: "確認",
    askWallet: "要使用模擬錢包付款嗎？",
    pay: "付款",
    cancel: "取消",
    reference: "參考編號",
    amount: "金額",
    card: "卡號",
    approved: "付款已確認。",
    refused: "付款未確認。",
    waiting: "銀行沒有回應，這位付款人不會再回來。",
    unknown: "這筆付款不存在，或已不再等待您確認。",
    back: "返回商店",
  },
} as const;

export type PayerLocale = keyof typeof payerMessages;

const isLocale = (tag: string): tag is PayerLocale => tag in payerMessages;

/** The first wish that is spoken here; traditional script for the places that write it, English when nothing fits. */
export function payerLocale(...wishes: readonly (string | undefined)[]): PayerLocale {
  const tags = wishes.flatMap((wish) => wish?.toLowerCase().split(/[,;]/) ?? []).map((tag) => tag.trim());
  for (const tag of tags) {
    if (isLocale(tag)) return tag;
    if (/^zh-(hant|hk|mo)/.test(tag)) return "zh-tw";
    if (/^zh\b/.test(tag)) return "zh-cn";
    if (/^en\b/.test(tag)) return "en";
  }
  return "en";
}
