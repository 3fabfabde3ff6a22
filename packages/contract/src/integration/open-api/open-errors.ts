import { error, type OpenErrorFacts } from "./open-error.ts";
import { refundErrors } from "./open-refund-errors.ts";
import { withdrawalErrors } from "./open-withdrawal-errors.ts";

/** What every `bizCode` of the open API means, for whoever writes the program that meets it. */
export const openErrors = {
  validation_failed: error(
    400,
    "An input is missing, malformed or not allowed; `param` names it.",
    "参数缺失、格式错误或不被允许，param 指明是哪一个。",
    "參數缺漏、格式錯誤或不被允許，param 指明是哪一個。",
  ),
  card_number_refused: error(
    400,
    "A card number stands in a field that is not for it; `param` names the field. Nothing of the request was kept.",
    "卡号字段以外的字段含有银行卡号，param 指明是哪一个。请求内容未被保存。",
    "卡號欄位以外的欄位含有卡號，param 指明是哪一個。請求內容並未儲存。",
  ),
  version_unknown: error(
    400,
    "`X-Api-Version` names no version of this API.",
    "X-Api-Version 不是本 API 的版本。",
    "X-Api-Version 不是本 API 的版本。",
  ),
  unauthorized: error(
    401,
    "A header of the signature is missing or malformed.",
    "签名请求头缺失或格式错误。",
    "簽章標頭缺漏或格式錯誤。",
  ),
  signature_invalid: error(
    401,
    "The key is not known, or the signature is not of this very request.",
    "密钥不存在，或签名与该请求不符。",
    "金鑰不存在，或簽章與此請求不符。",
  ),
  timestamp_out_of_window: error(
    401,
    "Your clock is off; `X-Timestamp` counts seconds.",
    "您的时钟有偏差；X-Timestamp 以秒为单位。",
    "您的時鐘有偏差；X-Timestamp 以秒為單位。",
  ),
  nonce_replayed: error(
    401,
    "Sign each request anew, with a nonce of its own. Only a POST with an Idempotency-Key may come again as it was, with the same key and within five minutes.",
    "每个请求都须用新的 nonce 签名。只有带 Idempotency-Key 的 POST 可在五分钟内以同一键原样重发。",
    "每個請求都須以新的 nonce 簽章。只有附上 Idempotency-Key 的 POST 可於五分鐘內以同一鍵原樣重送。",
  ),
  api_key_disabled: error(
    401,
    "The key is switched off or has expired.",
    "密钥已停用或已过期。",
    "金鑰已停用或已到期。",
  ),
  ip_not_allowed: error(
    401,
    "The key is not accepted from this address.",
    "该密钥不接受来自此地址的请求。",
    "此金鑰不接受來自此位址的請求。",
  ),
  client_token_invalid: error(
    401,
    "The client token does not open this order.",
    "客户端令牌不能访问该订单。",
    "用戶端權杖無法存取此訂單。",
  ),
  client_token_expired: error(
    401,
    "The client token's seven days are over; the order is the merchant's server's alone to read.",
    "客户端令牌已满七天而失效，此后仅商户服务器可查询该订单。",
    "用戶端權杖已滿七天而失效，此後僅特店伺服器可查詢該訂單。",
  ),
  forbidden: error(
    403,
    "The key lacks the scope of this call. Paying out has to be among the scopes of a key by name.",
    "密钥没有此接口的权限；出款权限须为密钥单独勾选。",
    "金鑰沒有此介面的權限；出款權限須為金鑰單獨勾選。",
  ),
  origin_not_allowed: error(
    403,
    "Pages of this origin may not call; add it to the app.",
    "未登记该来源页面，请在应用中添加。",
    "未登記此來源頁面，請在應用程式中新增。",
  ),
  not_found: error(
    404,
    "There is no such record, or it is not yours.",
    "记录不存在，或不属于您。",
    "紀錄不存在，或不屬於您。",
  ),
  rate_limited: error(
    429,
    "Too many calls; wait as `Retry-After` says and send it again.",
    "请求过多，按 Retry-After 等待后重发。",
    "請求過多，依 Retry-After 等待後重送。",
  ),
  internal: error(
    500,
    "Our mistake. Send it again with the same Idempotency-Key.",
    "服务端错误，请用同一 Idempotency-Key 重发。",
    "伺服器錯誤，請以同一 Idempotency-Key 重送。",
  ),
  service_busy: error(
    503,
    "Too many requests of all callers wait for their turn. Nothing happened; send it again after Retry-After.",
    "服务繁忙，排队请求过多。请求未被处理，请在 Retry-After 之后重试。",
    "服務忙碌中，排隊請求過多。請求未被處理，請於 Retry-After 之後重試。",
  ),
  dependency_unavailable: error(
    503,
    "Something we need is away. Send it again with the same Idempotency-Key.",
    "依赖的服务暂不可用，请用同一 Idempotency-Key 重发。",
    "相依服務暫時無法使用，請以同一 Idempotency-Key 重送。",
  ),
  unsupported_media_type: error(
    415,
    "Send the body as application/json, uncompressed.",
    "请求体须为未压缩的 application/json。",
    "請求內容須為未壓縮的 application/json。",
  ),
  malformed_request: error(
    400,
    "What arrived is not an HTTP request. Nothing happened.",
    "收到的内容不是有效的 HTTP 请求，未执行任何操作。",
    "收到的內容不是有效的 HTTP 請求，未執行任何操作。",
  ),
  request_timeout: error(
    408,
    "The request did not arrive whole in time. Nothing happened; send it again with the same Idempotency-Key.",
    "请求未在时限内完整送达，未执行任何操作，请用同一 Idempotency-Key 重发。",
    "請求未在時限內完整送達，未執行任何操作，請以同一 Idempotency-Key 重送。",
  ),
  headers_too_large: error(
    431,
    "The headers are longer than 16 KB. Nothing happened.",
    "请求头超过 16 KB，未执行任何操作。",
    "請求標頭超過 16 KB，未執行任何操作。",
  ),
  idempotency_key_missing: error(
    400,
    "This call needs an Idempotency-Key.",
    "此接口必须携带 Idempotency-Key。",
    "此介面必須附上 Idempotency-Key。",
  ),
  idempotency_in_progress: error(
    409,
    "The first request with this key is still worked on; send it again shortly.",
    "同一键的请求仍在处理，请稍后重发。",
    "同一鍵的請求仍在處理，請稍後重送。",
  ),
  idempotency_key_reused: error(
    409,
    "The key was used for another request to this path; take a new one. A key counts per app, mode and path: on another path it is another key.",
    "该键已用于对此路径的另一请求，请更换。键按应用、模式和路径区分，用于其他路径即视为另一个键。",
    "此鍵已用於對此路徑的另一請求，請更換。鍵依應用程式、模式與路徑區分，用於其他路徑即視為另一個鍵。",
  ),
  cursor_invalid: error(
    400,
    "The cursor is of another list or of other filters; start from the first page.",
    "游标属于其他列表或其他筛选条件，请从第一页开始。",
    "游標屬於其他清單或其他篩選條件，請從第一頁開始。",
  ),
  duplicate_merchant_order: error(
    409,
    "This merchantOrderNo belongs to an order with other content.",
    "该 merchantOrderNo 已用于内容不同的订单。",
    "此 merchantOrderNo 已用於內容不同的訂單。",
  ),
  url_refused: error(
    400,
    "Only https addresses of public hosts are taken; with a test key also those hosts that the operator names in COUNTINGHOUSE_TEST_HOSTS, none unless set.",
    "只接受公网 https 地址；测试密钥还可使用运营方在 COUNTINGHOUSE_TEST_HOSTS 中列出的主机，默认为空。",
    "只接受公開的 https 網址；測試金鑰另可使用營運方於 COUNTINGHOUSE_TEST_HOSTS 列出的主機，預設為空。",
  ),
  already_there: error(
    409,
    "An endpoint sends the same events to this address already; `endpointId` names it. Without its secret, remove it and add it again.",
    "已有端点向此地址发送同样的事件，endpointId 为其编号；密钥遗失时请删除后重新新增。",
    "已有端點向此網址傳送相同的事件，endpointId 為其編號；金鑰遺失時請刪除後重新新增。",
  ),
  too_many: error(
    409,
    "There are as many endpoints as there may be.",
    "Webhook 端点数量已达上限。",
    "Webhook 端點數量已達上限。",
  ),
  endpoint_of_all_apps: error(
    403,
    "The endpoint tells of every app of the merchant, so that no single app changes it; do it in the console.",
    "该端点接收商户全部应用的事件，单个应用不能修改，请在控制台操作。",
    "此端點接收特店所有應用程式的事件，單一應用程式不能變更，請於主控台操作。",
  ),
  endpoint_off: error(409, "The endpoint is off; enable it first.", "端点未启用，请先启用。", "端點未啟用，請先啟用。"),
  ping_only: error(
    400,
    "Live endpoints are sent no sample but test.ping.",
    "生产端点只能发送 test.ping 作为测试。",
    "正式端點只能傳送 test.ping 作為測試。",
  ),
  merchant_may_not_pay: error(
    403,
    "The merchant may not take payments at the moment.",
    "该商户当前不能收款。",
    "此特店目前無法收款。",
  ),
  type_not_offered: error(
    403,
    "This way of paying is not agreed for the merchant or app.",
    "商户或应用未开通该支付类型。",
    "特店或應用程式未開通此付款類型。",
  ),
  items_differ: error(
    422,
    "Items and adjustment do not make the amount of the order.",
    "商品小计与调整额之和不等于订单金额。",
    "商品小計與調整額之和不等於訂單金額。",
  ),
  item_differs: error(
    422,
    "The amount of an item is not its quantity times its unitAmount; `param` names the item.",
    "商品小计不等于数量乘以单价，param 指明是哪一行。",
    "商品小計不等於數量乘以單價，param 指明是哪一行。",
  ),
  metadata_full: error(
    422,
    "The order would carry more than 50 texts; take some away first.",
    "订单的自定义数据将超过 50 项，请先删除部分。",
    "訂單的自訂資料將超過 50 項，請先刪除部分。",
  ),
  amount_below_minimum: error(422, "The amount is below the minimum.", "金额低于最低限额。", "金額低於下限。"),
  amount_above_maximum: error(422, "The amount is above the maximum.", "金额超过最高限额。", "金額超過上限。"),
  single_capture_only: error(
    422,
    "The gateway captures once; leave `final` as true and the rest is released.",
    "该网关只能请款一次；请保持 final 为 true，余额将被释放。",
    "此閘道只能請款一次；請讓 final 維持 true，餘額將被釋放。",
  ),
  fee_rule_missing: error(
    409,
    "No price is agreed for this method and currency.",
    "该支付方式与币种没有约定费率。",
    "此付款方式與幣別沒有約定費率。",
  ),
  no_rate: error(
    409,
    "There is no exchange rate from the order's currency to yours.",
    "没有订单币种兑结算币种的汇率。",
    "沒有訂單幣別兌撥款幣別的匯率。",
  ),
  rate_stale: error(
    409,
    "The exchange rate from the order's currency to yours is too old to be used.",
    "订单币种兑结算币种的汇率已过期，暂不可用。",
    "訂單幣別兌撥款幣別的匯率已過期，暫不可用。",
  ),
  no_route: error(
    409,
    "No gateway account takes this method, currency and amount.",
    "没有网关账户可受理该方式、币种与金额。",
    "沒有閘道帳戶可受理此方式、幣別與金額。",
  ),
  card_malformed: error(422, "The card's particulars cannot be right.", "银行卡信息无效。", "卡片資料無效。"),
  card_refused_here: error(
    422,
    "A test card was sent with a live key.",
    "生产密钥不能使用测试卡。",
    "正式金鑰不能使用測試卡。",
  ),
  cvc_required: error(
    422,
    "The merchant takes cards with their security code only.",
    "商户要求提供银行卡安全码（CVV）。",
    "特店要求提供卡片安全碼（CVV）。",
  ),
  card_may_not_be_stored: error(
    422,
    "The payment type does not let the merchant keep cards. Send the payment without `storeFor`.",
    "该支付类型不允许保存卡片，请去掉 storeFor 后提交。",
    "此付款類型不允許儲存卡片，請移除 storeFor 後再送出。",
  ),
  card_not_taken: error(
    422,
    "Told to the payer's browser alone: the card must not be sent to its issuer again for the time being. Another card or method can be used.",
    "仅返回给付款人浏览器：该卡暂不得再次提交发卡行，请换卡或改用其他支付方式。",
    "僅傳回付款人瀏覽器：此卡暫時不得再送交發卡銀行，請改用其他卡片或付款方式。",
  ),
  card_finally_declined: error(
    422,
    "The issuer refused the card for good; the schemes allow no further try before `until`. Ask for another card.",
    "发卡行已最终拒绝该卡，按卡组织规则 until 之前不得再次提交，请换卡。",
    "發卡銀行已最終拒絕此卡，依卡組織規定 until 之前不得再次送出，請換卡。",
  ),
  card_declined_too_often: error(
    422,
    "The card was declined as often as its scheme allows in 30 days; not again before `until`.",
    "该卡 30 天内被拒次数已达卡组织上限，until 之前不得再次提交。",
    "此卡 30 天內遭拒次數已達卡組織上限，until 之前不得再次送出。",
  ),
  card_tries_used_up: error(
    422,
    "The card was declined too often for the same reason on this order. Ask for another card.",
    "该卡在此订单上因同一原因被拒次数过多，请换卡。",
    "此卡在本訂單因相同原因遭拒次數過多，請換卡。",
  ),
  daily_limit_reached: error(
    422,
    "The merchant's limit for the day would be exceeded.",
    "将超过商户当日限额。",
    "將超過特店當日限額。",
  ),
  invalid_state_transition: error(
    409,
    "The order's status does not allow this; read it first.",
    "订单当前状态不允许此操作，请先查询。",
    "訂單目前狀態不允許此操作，請先查詢。",
  ),
  order_expired: error(
    409,
    "The order ended unpaid; make a new one.",
    "订单已失效，请新建。",
    "訂單已失效，請重新建立。",
  ),
  attempt_in_flight: error(
    409,
    "A payment of the order is under way; wait for its outcome.",
    "订单有支付正在处理，请等待结果。",
    "訂單有付款正在處理，請等待結果。",
  ),
  too_many_attempts: error(
    409,
    "The order's attempts are used up; make a new one.",
    "订单支付次数已用完，请新建。",
    "訂單付款次數已用完，請重新建立。",
  ),
  test_mode_only: error(403, "Works with test keys only.", "仅可使用测试密钥。", "僅可使用測試金鑰。"),
  simulator_absent: error(
    [404, 503],
    "No gateway simulator answers beside this server.",
    "本服务旁没有可用的模拟网关。",
    "此服務旁沒有可用的模擬閘道。",
  ),
  nothing_to_pay: error(
    409,
    "The order does not wait for its payer.",
    "订单没有等待付款人的操作。",
    "訂單沒有等待付款人的操作。",
  ),
  idempotency_key_invalid: error(
    400,
    "Idempotency-Key is not 1 to 255 visible ASCII characters.",
    "Idempotency-Key 须为 1 至 255 个可见 ASCII 字符。",
    "Idempotency-Key 須為 1 至 255 個可見 ASCII 字元。",
  ),
  secret_shown_once: error(
    409,
    "The first request with this key was done, and its secret is shown once only. Remove what it made and make it anew.",
    "同一键的首次请求已完成，其密钥只显示一次；请删除后重新创建。",
    "同一鍵的首次請求已完成，其金鑰只顯示一次；請刪除後重新建立。",
  ),
  body_too_large: error(413, "The body is larger than 256 KB.", "请求体超过 256 KB。", "請求內容超過 256 KB。"),
  stale: error(
    409,
    "Somebody else changed it at the same moment. Read it and try again.",
    "记录刚被他人修改，请重新查询后再试。",
    "紀錄剛被他人修改，請重新查詢後再試。",
  ),
  capture_exceeds_authorized: error(
    422,
    "More than is left of the authorisation; `leftMinor` says how much is left, in minor units.",
    "超过剩余授权金额，leftMinor 为剩余金额（最小货币单位）。",
    "超過剩餘授權金額，leftMinor 為剩餘金額（最小貨幣單位）。",
  ),
  capture_under_way: error(
    409,
    "Another capture of the order is under way. Nothing happened; send it again with the same Idempotency-Key after Retry-After.",
    "订单有另一笔请款正在处理。请求未被执行，请在 Retry-After 之后用同一 Idempotency-Key 重发。",
    "訂單有另一筆請款正在處理。請求未被執行，請於 Retry-After 之後以同一 Idempotency-Key 重送。",
  ),
  ...refundErrors,
  ...withdrawalErrors,
  capture_deadline_passed: error(
    409,
    "The authorisation may not be captured any more.",
    "授权已过请款期限。",
    "授權已過請款期限。",
  ),
} as const satisfies Readonly<Record<string, OpenErrorFacts>>;

/** The name of an error, as `bizCode` carries it. */
export type OpenErrorName = keyof typeof openErrors;

/** Every name, with its facts. */
export const openErrorList = Object.entries(openErrors) as unknown as readonly (readonly [
  OpenErrorName,
  OpenErrorFacts,
])[];

/** The statuses under which an error comes. */
export const statusesOf = (name: OpenErrorName): readonly number[] => [openErrors[name].status].flat();
