import { channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { PayerDevice } from "@countinghouse/contract/gateways/routing/routing-enumerations.ts";
import type { Enumeration } from "@countinghouse/contract/kit/enumeration.ts";
import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { PaymentType } from "@countinghouse/contract/payment-enumerations.ts";
import { ChoiceInput, ChoicesInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import type { FunctionComponent } from "react";
import { useLocale } from "../i18n/use-words.ts";
import { methodName } from "../payments/method-names.ts";
import { useAnswer } from "./use-answer.ts";

/** A channel that is not disabled. */
export function ChannelPicker(props: InputProps<string>) {
  const { data } = useAnswer(channel, "list", {});
  const choices = (data ?? []).map((one) => ({ value: one.id, label: `${one.name} · ${one.methodName}` }));
  return <ChoiceInput {...props} isRequired={false} choices={choices} />;
}

function useMethodCodes() {
  const locale = useLocale();
  const { data } = useAnswer(paymentMethod, "list", {});
  return (data ?? []).map((one) => ({ value: one.code, label: methodName(one, locale) }));
}

/** A payment method, by its code. */
export const MethodCodePicker = (props: InputProps<string>) => (
  <ChoiceInput {...props} isRequired={false} choices={useMethodCodes()} />
);

/** Several payment methods, by their codes. */
export const MethodCodesPicker = (props: InputProps<readonly string[]>) => (
  <ChoicesInput {...props} choices={useMethodCodes()} />
);

const useApps = (merchantId: string | null) => {
  const { data } = useAnswer(coinApp, "list", { merchantId }, { isEnabled: merchantId !== null });
  return (data ?? []).map(({ id, name }) => ({ value: id, label: name }));
};

/** An input is known by its identity: the same merchant has the same ones. */
function perMerchant<Props extends object>(build: (merchantId: string | null) => FunctionComponent<Props>) {
  const built = new Map<string | null, FunctionComponent<Props>>();
  return (merchantId: unknown): FunctionComponent<Props> => {
    const key = typeof merchantId === "string" && merchantId !== "" ? merchantId : null;
    const input = built.get(key) ?? build(key);
    built.set(key, input);
    return input;
  };
}

/** Several apps of a merchant; none before a merchant is chosen. */
export const appsPickerOf = perMerchant<InputProps<readonly string[]>>((merchantId) => (props) => (
  <ChoicesInput {...props} isDisabled={merchantId === null} choices={useApps(merchantId)} />
));

/** An app of a merchant; none before a merchant is chosen. */
export const appPickerOf = perMerchant<InputProps<string>>((merchantId) => (props) => (
  <ChoiceInput {...props} isRequired={false} isDisabled={merchantId === null} choices={useApps(merchantId)} />
));

interface SeveralProps extends InputProps<readonly string[]> {
  readonly enumeration: Enumeration;
}

function Several({ enumeration, ...props }: SeveralProps) {
  const locale = useLocale();
  const choices = enumeration.members.map(({ value, text }) => ({ value: String(value), label: text[locale] }));
  return <ChoicesInput {...props} choices={choices} />;
}

/** What payers hold. */
export const DevicesPicker = (props: InputProps<readonly string[]>) => <Several {...props} enumeration={PayerDevice} />;

/** What orders are made for. */
export const PaymentTypesPicker = (props: InputProps<readonly string[]>) => (
  <Several {...props} enumeration={PaymentType} />
);
