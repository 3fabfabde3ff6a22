import { merchantWebhookConfigMessages } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.messages.ts";
import {
  type Endpoint,
  merchantWebhookConfig,
} from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.ts";
import {
  type EventGroup,
  type EventType,
  eventTypesByObject,
} from "@countinghouse/contract/integration/webhook/event-types.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { Select } from "antd";
import { useState } from "react";
import { toastFailure, useOperation } from "../../../platform/api/use-operation.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { AskOnce } from "../../../platform/pages/row-actions.tsx";
import { SecretOnce } from "./merchant-webhook-config.secret.part.tsx";

type FormProps = RowFormProps<Endpoint>;

/** Asks, makes a new secret and shows it, once. */
export function EndpointRotate({ record, onClose }: FormProps) {
  const { actions, text } = useWords(merchantWebhookConfigMessages);
  const { run } = useOperation(merchantWebhookConfig, "rotateSecret", { success: null });
  const [secret, setSecret] = useState<string>();
  if (!record) return null;
  if (secret) return <SecretOnce secret={secret} onClose={onClose} />;
  const rotate = async () => {
    try {
      setSecret((await run({ id: record.id, version: record.version })).secret);
    } catch (error) {
      toastFailure(error);
      onClose();
    }
  };
  return (
    <AskOnce
      question={{
        title: actions.rotateSecret,
        text: fill(text.rotateQuestion, { name: record.name }),
        confirm: actions.rotateSecret,
      }}
      onAnswer={(isConfirmed) => (isConfirmed ? void rotate() : onClose())}
    />
  );
}

const groups = Object.entries(eventTypesByObject) as [EventGroup, readonly EventType[]][];

/** The types that may be sent as a sample or again. */
const useTypes = () => {
  const { text } = useWords(merchantWebhookConfigMessages);
  return groups.map(([group, types]) => ({
    label: text[group],
    options: types.map((type) => ({ label: type, value: type })),
  }));
};

function TypeInput({ facts, value, onChange, isDisabled = false }: InputProps<EventType>) {
  const options = useTypes();
  return (
    <Select<EventType>
      id={facts.id}
      showSearch
      disabled={isDisabled}
      value={value ?? null}
      options={options}
      onChange={onChange}
    />
  );
}

function TypesInput({ facts, value, onChange, isDisabled = false }: InputProps<readonly EventType[]>) {
  const options = useTypes();
  return (
    <Select<EventType[]>
      id={facts.id}
      mode="multiple"
      allowClear
      maxTagCount={6}
      disabled={isDisabled}
      value={[...(value ?? [])]}
      options={options}
      onChange={(types) => onChange(types.length === 0 ? null : types)}
    />
  );
}

/** Sends a sample to the endpoint. */
export function EndpointTest({ record, onClose }: FormProps) {
  const { text } = useWords(merchantWebhookConfigMessages);
  return (
    <RecordForm
      resource={merchantWebhookConfig}
      operation="test"
      fields={[
        {
          field: "eventType",
          input: TypeInput,
          hint: text.testHint,
          isWide: true,
          isDisabled: record?.mode === "live",
        },
      ]}
      record={record}
      onClose={onClose}
    />
  );
}

/** Sends what happened in a span of time once more. */
export function EndpointReplay({ record, onClose }: FormProps) {
  const { text } = useWords(merchantWebhookConfigMessages);
  return (
    <RecordForm
      resource={merchantWebhookConfig}
      operation="replay"
      fields={["from", "to", { field: "eventTypes", input: TypesInput, isWide: true }, "onlyFailed"]}
      initial={{ id: record?.id ?? "" }}
      onClose={onClose}
      onDone={({ count }) => toast.success(fill(text.replayDone, { count }))}
    />
  );
}
