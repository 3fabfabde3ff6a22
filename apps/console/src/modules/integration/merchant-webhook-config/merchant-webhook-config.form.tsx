import { merchantWebhookConfigMessages } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.messages.ts";
import { merchantWebhookConfig } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import { everyEvent } from "@countinghouse/contract/integration/webhook/event-types.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { HeadersInput } from "./merchant-webhook-config.headers.part.tsx";
import { EventsInput, TypeInput, TypesInput } from "./merchant-webhook-config.inputs.form.tsx";
import { SecretOnce } from "./merchant-webhook-config.secret.part.tsx";

const settings = (text: (typeof merchantWebhookConfigMessages)["en"]["text"]) =>
  [
    "name",
    { field: "url", hint: text.urlHint, isWide: true },
    { field: "events", input: EventsInput, isWide: true },
    "timeoutSeconds",
    "maxInFlight",
    { field: "customHeaders", input: HeadersInput, hint: text.headersHint, isWide: true, isSecret: true },
  ] as const;

export const forms = formsOf(merchantWebhookConfig, merchantWebhookConfigMessages, {
  // Its secret is shown once.
  add: {
    as: "drawer",
    fields: ({ text, may }) => [
      ...(may("merchant:list") ? [{ field: "merchantId", isWide: true } as const] : []),
      "mode",
      ...(may("coinApp:list") ? [{ field: "appId", hint: text.appHint } as const] : []),
      ...settings(text),
    ],
    start: (_row, { mode }) => ({ mode, events: [everyEvent] }),
    after: ({ result: { secret }, onClose }) => <SecretOnce secret={secret} onClose={onClose} />,
  },
  // Mode, app and secret stay.
  update: { as: "drawer", fields: ({ text }) => settings(text) },
  test: {
    fields: ({ row, text }) => [
      { field: "eventType", input: TypeInput, hint: text.testHint, isDisabled: row?.mode === "live" },
    ],
  },
  replay: {
    fields: ["from", "to", { field: "eventTypes", input: TypesInput, isWide: true }, "onlyFailed"],
    start: (row) => ({ id: row?.id }),
    done: ({ count }, { text }) => toast.success(fill(text.replayDone, { count })),
  },
  rotateSecret: {
    ask: ({ words: { actions }, text, row }) => ({
      title: actions.rotateSecret,
      text: fill(text.rotateQuestion, { name: row.name }),
    }),
    after: ({ result: { secret }, onClose }) => <SecretOnce secret={secret} onClose={onClose} />,
  },
});
