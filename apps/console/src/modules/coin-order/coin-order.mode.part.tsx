import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { Segmented } from "antd";
import { useLocale } from "../../platform/i18n/use-words.ts";
import { useListAddress } from "../../platform/pages/use-list-address.ts";

/** Live money or test money: a list never mixes them, and starts with the live. */
export function ModeSwitch({ resource }: { readonly resource: Resource }) {
  const locale = useLocale();
  const { address, setFilter } = useListAddress(resource);
  const chosen = address.filters.mode;
  return (
    <Segmented
      aria-label={PaymentMode.text[locale]}
      value={chosen?.kind === "one" ? String(chosen.value) : "live"}
      options={PaymentMode.members.map(({ value, text }) => ({ value: String(value), label: text[locale] }))}
      onChange={(mode) => setFilter("mode", mode === "live" ? undefined : { kind: "one", value: mode })}
    />
  );
}
