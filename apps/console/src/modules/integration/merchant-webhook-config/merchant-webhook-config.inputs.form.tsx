import { merchantWebhookConfigMessages } from "@countinghouse/contract/integration/merchant-webhook-config/merchant-webhook-config.messages.ts";
import {
  type EventGroup,
  type EventType,
  eventTypesByObject,
  everyEvent,
} from "@countinghouse/contract/integration/webhook/event-types.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { Select } from "antd";
import { useWords } from "../../../platform/i18n/use-words.ts";

const groups = Object.entries(eventTypesByObject) as [EventGroup, readonly EventType[]][];

/** The types that may be sent as a sample or again. */
const useTypes = () => {
  const { text } = useWords(merchantWebhookConfigMessages);
  return groups.map(([group, types]) => ({
    label: text[group],
    options: types.map((type) => ({ label: type, value: type })),
  }));
};

/** A type of event. */
export function TypeInput({ facts, value, onChange, isDisabled = false }: InputProps<EventType>) {
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

/** Several types of events. */
export function TypesInput({ facts, value, onChange, isDisabled = false }: InputProps<readonly EventType[]>) {
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

/** Types of events, by the object they happen to; every one stands for itself. */
export function EventsInput({ facts, value, onChange, isDisabled = false }: InputProps<readonly string[]>) {
  const { text } = useWords(merchantWebhookConfigMessages);
  const options = [{ label: text.every, value: everyEvent }, ...useTypes()];
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
