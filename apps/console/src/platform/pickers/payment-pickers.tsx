import { gateway } from "@countinghouse/contract/gateways/gateway/gateway.ts";
import { gatewayAccount } from "@countinghouse/contract/gateways/gateway-account/gateway-account.ts";
import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { upstreamGateway } from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";
import type { Enumeration } from "@countinghouse/contract/kit/enumeration.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { GatewayCapability, PaymentMode } from "@countinghouse/contract/payment-enumerations.ts";
import { currencyCodes } from "@countinghouse/money/currency.ts";
import { ChoiceInput, ChoicesInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { Select } from "antd";
import { useLocale } from "../i18n/use-words.ts";
import { methodName } from "../payments/method-names.ts";
import { useAnswer } from "./use-answer.ts";

const currencies = currencyCodes.map((code) => ({ value: code as string, label: code as string }));

/** A currency that amounts can be held in. */
export const CurrencyPicker = (props: InputProps<string>) => <ChoiceInput {...props} choices={currencies} />;

/** Several currencies. */
export const CurrenciesPicker = (props: InputProps<readonly string[]>) => (
  <ChoicesInput {...props} choices={currencies} />
);

/** Short codes that are typed, such as countries; several may be pasted at once. */
export const CodesInput = ({ facts, value, onChange, isDisabled = false }: InputProps<readonly string[]>) => (
  <Select<string[]>
    id={facts.id}
    mode="tags"
    open={false}
    suffixIcon={null}
    tokenSeparators={[",", " ", "，", "、", ";"]}
    disabled={isDisabled}
    aria-invalid={facts.isInvalid}
    {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
    {...(facts.isInvalid ? { status: "error" as const } : {})}
    value={[...(value ?? [])]}
    onChange={(codes) => onChange(codes.map((code) => code.trim().toUpperCase()).filter((code) => code !== ""))}
  />
);

const choicesOf = (enumeration: Enumeration, locale: Locale) =>
  enumeration.members.map(({ value, text }) => ({ value: String(value), label: text[locale] }));

/** Things that a provider, or a method at a provider, can do. */
export const CapabilitiesPicker = (props: InputProps<readonly string[]>) => (
  <ChoicesInput {...props} choices={choicesOf(GatewayCapability, useLocale())} />
);

/** A method of the catalogue. */
export function MethodPicker(props: InputProps<string>) {
  const locale = useLocale();
  const { data } = useAnswer(paymentMethod, "list", {});
  const choices = (data ?? []).map((method) => ({
    value: method.id,
    label: `${methodName(method, locale)} · ${method.code}`,
    isDisabled: method.status !== "enabled" && method.id !== props.value,
  }));
  return <ChoiceInput {...props} isRequired={false} choices={choices} />;
}

/** A provider. */
export function UpstreamPicker(props: InputProps<string>) {
  const { data } = useAnswer(upstreamGateway, "list", {});
  const choices = (data ?? []).map(({ id, name, status }) => ({
    value: id,
    label: name,
    isDisabled: status !== "enabled" && id !== props.value,
  }));
  return <ChoiceInput {...props} isRequired={false} choices={choices} />;
}

const modeWord = (mode: unknown, locale: Locale): string => PaymentMode.memberOf(mode)?.text[locale] ?? "";

/** A gateway, with the book it belongs to. */
export function GatewayPicker(props: InputProps<string>) {
  const locale = useLocale();
  const { data } = useAnswer(gateway, "list", {});
  const choices = (data ?? []).map(({ id, name, mode }) => ({
    value: id,
    label: `${name} · ${modeWord(mode, locale)}`,
  }));
  return <ChoiceInput {...props} isRequired={false} choices={choices} />;
}

/** An account at a gateway, with the book it belongs to. */
export function GatewayAccountPicker(props: InputProps<string>) {
  const locale = useLocale();
  const { data } = useAnswer(gatewayAccount, "list", {});
  const choices = (data ?? []).map(({ id, name, mode, gatewayName }) => ({
    value: id,
    label: `${name} · ${gatewayName} · ${modeWord(mode, locale)}`,
  }));
  return <ChoiceInput {...props} isRequired={false} choices={choices} />;
}
