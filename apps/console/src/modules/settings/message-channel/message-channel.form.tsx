import { fill } from "@countinghouse/contract/kit/locale.ts";
import { messageChannelMessages } from "@countinghouse/contract/settings/message-channel/message-channel.messages.ts";
import { messageChannel } from "@countinghouse/contract/settings/message-channel/message-channel.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

type Text = (typeof messageChannelMessages)["en"]["text"];

const example = '{"to":"{phone}","text":"{text}"}';

/** What each provider is asked for. */
function fieldsOf(kind: unknown, text: Text) {
  const secret = { field: "secret", hint: text.secretHint, isSecret: true } as const;
  switch (kind) {
    case "sms_http":
      return [
        { field: "url", isWide: true },
        {
          field: "template",
          hint: fill(text.templateHint, { phone: "{phone}", code: "{code}", text: "{text}", example }),
          isWide: true,
        },
        secret,
      ] as const;
    case "sms_aliyun":
      return ["keyId", secret, "signName", "templateCode", "region"] as const;
    case "sms_tencent":
      return ["keyId", secret, "appId", "signName", "templateCode", "region"] as const;
    case "email_smtp":
      return ["host", "port", "tls", "sender", "keyId", secret] as const;
    default:
      return [] as const;
  }
}

const ending = ["orderNo", "status", { field: "remark", isWide: true }] as const;

export const forms = formsOf(messageChannel, messageChannelMessages, {
  add: {
    as: "drawer",
    fields: ({ values, text }) => ["name", "kind", ...fieldsOf(values.kind, text), ...ending],
    start: () => ({ kind: "sms_http" }),
  },
  update: { as: "drawer", fields: ({ row, text }) => ["name", ...fieldsOf(row?.kind, text), ...ending] },
  test: { isDeed: true, fields: ["recipient"], done: (_result, { text }) => toast.info(text.testAsked) },
});
