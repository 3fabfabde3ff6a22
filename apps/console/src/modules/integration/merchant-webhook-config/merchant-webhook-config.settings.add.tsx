import { merchantWebhookConfigMessages } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.messages.ts";
import {
  type Endpoint,
  merchantWebhookConfig,
} from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import {
  type EventGroup,
  eventTypesByObject,
  everyEvent,
} from "@countinghouse/contract/integration/webhook/event-types.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { Select } from "antd";
import { useRef, useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { useOwnMerchant } from "../../../platform/pickers/own-merchant.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";
import { HeadersInput } from "./merchant-webhook-config.headers.part.tsx";
import { SecretOnce } from "./merchant-webhook-config.secret.part.tsx";

/** Types of events, by the object they happen to; every one stands for itself. */
function EventsInput({ facts, value, onChange, isDisabled = false }: InputProps<readonly string[]>) {
  const { text } = useWords(merchantWebhookConfigMessages);
  const groups = Object.entries(eventTypesByObject) as [EventGroup, readonly string[]][];
  const options = [
    { label: text.every, value: everyEvent },
    ...groups.map(([group, types]) => ({
      label: text[group],
      options: types.map((type) => ({ label: type, value: type })),
    })),
  ];
  const choose = (types: string[]) => {
    // The last choice wins: “all” takes the place of single types, and the other way round.
    const isEvery = types.at(-1) === everyEvent;
    onChange(isEvery ? [everyEvent] : types.filter((type) => type !== everyEvent));
  };
  return (
    <Select<string[]>
      id={facts.id}
      mode="multiple"
      allowClear
      maxTagCount={6}
      disabled={isDisabled}
      {...(facts.isInvalid ? { status: "error" as const } : {})}
      {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
      value={[...(value ?? [])]}
      options={options}
      onChange={choose}
    />
  );
}

function useSettings() {
  const { text } = useWords(merchantWebhookConfigMessages);
  return [
    "name",
    { field: "url", hint: text.urlHint, isWide: true },
    { field: "events", input: EventsInput, isWide: true },
    "timeoutSeconds",
    "maxInFlight",
    { field: "customHeaders", input: HeadersInput, hint: text.headersHint, isWide: true },
  ] as const;
}

/** Makes an endpoint and shows its secret, once. */
export function EndpointAdd({ onClose }: RowFormProps<Endpoint>) {
  const [secret, setSecret] = useState<string>();
  const isMade = useRef(false);
  const settings = useSettings();
  const { text } = useWords(merchantWebhookConfigMessages);
  const mode = useStore(paymentMode);
  const merchantId = useOwnMerchant();
  const may = useMay();
  const canChoose = may("merchant:list");
  const canChooseApp = may("coinApp:list");
  if (secret) return <SecretOnce secret={secret} onClose={onClose} />;
  return (
    <RecordForm
      resource={merchantWebhookConfig}
      operation="add"
      as="drawer"
      fields={[
        ...(canChoose ? [{ field: "merchantId", isWide: true } as const] : []),
        "mode",
        ...(canChooseApp ? [{ field: "appId", hint: text.appHint } as const] : []),
        ...settings,
      ]}
      initial={{ merchantId, mode, events: [everyEvent] }}
      onDone={(made) => {
        isMade.current = true;
        setSecret(made.secret);
      }}
      // The form closes itself when it is done; the secret has to stay.
      onClose={() => {
        if (!isMade.current) onClose();
      }}
    />
  );
}

/** Changes an endpoint; mode, app and secret stay. */
export function EndpointEdit({ record, onClose }: RowFormProps<Endpoint>) {
  const settings = useSettings();
  return (
    <RecordForm
      resource={merchantWebhookConfig}
      operation="update"
      as="drawer"
      fields={settings}
      record={record}
      onClose={onClose}
    />
  );
}
