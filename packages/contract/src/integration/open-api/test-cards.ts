import { type LocalizedText, text3 } from "../../kit/locale.ts";

/** A card that pays nothing: what it does in test mode, by its scenario at the gateway simulator. */
interface TestCard {
  readonly scenario: string;
  readonly number: string;
  readonly does: LocalizedText;
}

const card = (scenario: string, number: string, en: string, zhCn: string, zhTw: string): TestCard => ({
  scenario,
  number,
  does: text3(en, zhCn, zhTw),
});

/** Cards that an integration is tried out with. The simulator knows more. */
export const testCards: readonly TestCard[] = [
  card("001", "4008400010000004", "Approved at once", "立即成功", "立即成功"),
  card("002", "4008400020000002", "Approved after 8 seconds", "8 秒后成功", "8 秒後成功"),
  card("003", "4008400030000000", "Pending, paid after a minute", "处理中，一分钟后成功", "處理中，一分鐘後成功"),
  card("004", "4008400040000008", "Authorised; capture a part of it", "已授权，可部分请款", "已授權，可部分請款"),
  card(
    "101",
    "4008401010000002",
    "Declined: insufficient_funds",
    "已拒绝：insufficient_funds",
    "已拒絕：insufficient_funds",
  ),
  card(
    "102",
    "4008401020000000",
    "Declined: do_not_honor; another account approves it",
    "已拒绝：do_not_honor；换其他账户则成功",
    "已拒絕：do_not_honor；換其他帳戶則成功",
  ),
  card("103", "4008401030000008", "Declined: expired_card", "已拒绝：expired_card", "已拒絕：expired_card"),
  card(
    "104",
    "4008401040000006",
    "Declined: invalid_cvc, unless the CVC is 123",
    "已拒绝：invalid_cvc；CVC 为 123 时成功",
    "已拒絕：invalid_cvc；CVC 為 123 時成功",
  ),
  card("106", "4008401060000001", "Declined: stolen_card", "已拒绝：stolen_card", "已拒絕：stolen_card"),
  card(
    "201",
    "4008402010000000",
    "3-D Secure page; any code but 0000",
    "3-D Secure 页面，输入 0000 以外任意验证码",
    "3-D Secure 頁面，輸入 0000 以外任意驗證碼",
  ),
  card("202", "4008402020000008", "3-D Secure without a page", "无感 3-D Secure 验证", "無感 3-D Secure 驗證"),
  card(
    "203",
    "4008402030000006",
    "Declined: authentication_required, unless 3-D Secure is required",
    "已拒绝：authentication_required；要求 3-D Secure 时可验证",
    "已拒絕：authentication_required；要求 3-D Secure 時可驗證",
  ),
  card(
    "501",
    "4008405010000003",
    "No answer; the payment was made and is told later",
    "无应答；支付实际成功，稍后通知",
    "無回應；付款實際成功，稍後通知",
  ),
  card("502", "4008405020000001", "No answer; there is no payment", "无应答；支付并不存在", "無回應；付款並不存在"),
];
