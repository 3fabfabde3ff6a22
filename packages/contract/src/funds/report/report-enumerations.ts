import { defineEnumeration } from "../../kit/enumeration.ts";
import { text3 } from "../../kit/locale.ts";

/** What the rows of a report stand for. */
export const ReportGroup = defineEnumeration("ReportGroupEnum", text3("Group by", "分组方式", "分組方式"), {
  Gateway: ["gateway", text3("Gateway", "网关", "閘道")],
  Account: ["account", text3("Gateway account", "网关账户", "閘道帳戶")],
  Merchant: ["merchant", text3("Merchant", "商户", "特店")],
  Domain: ["domain", text3("Domain", "域名", "網域")],
  Currency: ["currency", text3("Currency", "币种", "幣別")],
  Method: ["method", text3("Payment method", "支付方式", "付款方式")],
  Day: ["day", text3("Day", "日", "日")],
  Week: ["week", text3("Week", "周", "週")],
  Month: ["month", text3("Month", "月", "月")],
});

/** Every enumeration of reports; each becomes a dictionary of the same name. */
export const reportEnumerations = [ReportGroup] as const;
