import { text3 } from "@countinghouse/contract/kit/locale.ts";
import type { Connector, GatewayAccountForCalls, TestOutcome } from "../src/modules/gateways/connector/index.ts";

const never = () => Promise.reject(new Error("this test makes no payment"));

/** A connector that answers a connectivity test as told, and keeps the accounts that it was given. */
export class ConnectorDouble implements Connector {
  readonly code: string;
  readonly name = text3("Double", "替身", "替身");
  readonly credentialSchema = [
    { name: "apiKey", label: text3("API key", "API 密钥", "API 金鑰"), secret: true, required: true },
    { name: "subAccount", label: text3("Sub-account", "子账户", "子帳戶"), secret: false, required: false },
  ];
  readonly hosts = { live: ["api.provider.example"], test: ["test.provider.example"] };
  readonly capabilities = ["authorize", "capture", "refund", "query"] as const;
  readonly isSimulated = true;
  readonly asked: GatewayAccountForCalls[] = [];
  answer: TestOutcome = { kind: "ok", latencyMs: 41.6, exchanges: [] };

  constructor(code = "simulator") {
    this.code = code;
  }
  async test(account: GatewayAccountForCalls): Promise<TestOutcome> {
    this.asked.push(account);
    return this.answer;
  }
  readonly pay = never;
  readonly query = never;
  readonly capture = never;
  readonly void = never;
  readonly refund = never;
  readonly queryRefund = never;
  readNotification(): "unparsable" {
    return "unparsable";
  }
}
