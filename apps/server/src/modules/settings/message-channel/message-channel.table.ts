import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type {
  ChannelKind,
  MailTls,
  MessageOutcome,
  MessagePurpose,
} from "@countinghouse/contract/settings/message-channel/message-enumerations.ts";
import type { Generated } from "kysely";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface MessageChannelRows extends AuditedColumns {
  id: Generated<number>;
  name: string;
  kind: ValueOf<typeof ChannelKind>;
  url: string | null;
  template: string | null;
  keyId: string | null;
  secretSealed: string | null;
  sealKey: string;
  signName: string | null;
  templateCode: string | null;
  appId: string | null;
  region: string | null;
  host: string | null;
  port: number | null;
  tls: ValueOf<typeof MailTls> | null;
  sender: string | null;
  orderNo: Generated<number>;
  status: Generated<1 | 2>;
  remark: string | null;
}

interface MessageLogRows {
  id: Generated<number>;
  channelName: string;
  kind: ValueOf<typeof ChannelKind>;
  purpose: ValueOf<typeof MessagePurpose>;
  recipient: string;
  outcome: ValueOf<typeof MessageOutcome>;
  providerRef: string | null;
  failure: string | null;
  createTime: string;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    messageChannels: MessageChannelRows;
    messageLogs: MessageLogRows;
  }
}

export const messageChannelTables: FactsOf<"messageChannels" | "messageLogs"> = {
  messageChannels: {
    scope: "shared",
    placement: "local",
    grant: "readWrite",
    audited: true,
    unrecorded: ["secretSealed"],
  },
  messageLogs: { scope: "shared", placement: "local", grant: "readWrite" },
};
