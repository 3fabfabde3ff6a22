import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import type { Enumeration } from "@countinghouse/contract/kit/enumeration.ts";
import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { AppPlatform, KeyScope } from "@countinghouse/contract/terms-enumerations.ts";
import { ChoiceInput, ChoicesInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { Input } from "antd";
import { type ReactNode, useState } from "react";
import { useLocale } from "../i18n/use-words.ts";
import { methodName } from "../payments/method-names.ts";
import { useAnswer } from "./use-answer.ts";

function Several({ set, ...props }: InputProps<readonly string[]> & { readonly set: Enumeration }) {
  const locale = useLocale();
  const choices = set.members.map(({ value, text }) => ({ value: String(value), label: text[locale] }));
  return <ChoicesInput {...props} choices={choices} />;
}

/** Where an app runs. */
export const PlatformsPicker = (props: InputProps<readonly string[]>) => <Several {...props} set={AppPlatform} />;

/** What a key may do. */
export const ScopesPicker = (props: InputProps<readonly string[]>) => <Several {...props} set={KeyScope} />;

/** A method of the catalogue by its code. */
export function MethodCodePicker(props: InputProps<string>) {
  const locale = useLocale();
  const { data } = useAnswer(paymentMethod, "list", {});
  const choices = (data ?? []).map((method) => ({
    value: method.code,
    label: `${methodName(method, locale)} · ${method.code}`,
  }));
  return <ChoiceInput {...props} isRequired={false} choices={choices} />;
}

const appPickers = new Map<string, (props: InputProps<string>) => ReactNode>();

/** The picker of a merchant's apps: the same one for the same merchant, so that a form does not draw it anew. */
export function appPickerOf(merchantId: unknown): (props: InputProps<string>) => ReactNode {
  const owner = typeof merchantId === "string" ? merchantId : "";
  const known = appPickers.get(owner);
  if (known) return known;
  const made = (props: InputProps<string>) => <AppPicker {...props} merchantId={owner || undefined} />;
  appPickers.set(owner, made);
  return made;
}

function AppPicker({ merchantId, ...props }: InputProps<string> & { readonly merchantId: string | undefined }) {
  const { data } = useAnswer(coinApp, "list", { merchantId: merchantId ?? null }, { isEnabled: Boolean(merchantId) });
  const choices = (data ?? []).map(({ id, name, appNo }) => ({ value: id, label: `${name} · ${appNo}` }));
  return <ChoiceInput {...props} isRequired={false} isDisabled={!merchantId || props.isDisabled} choices={choices} />;
}

/** Several short texts, one to a line. */
export function LinesInput({ facts, value, onChange, isDisabled = false }: InputProps<readonly string[]>) {
  const [text, setText] = useState(() => (value ?? []).join("\n"));
  return (
    <Input.TextArea
      id={facts.id}
      autoSize={{ minRows: 2, maxRows: 8 }}
      disabled={isDisabled}
      aria-invalid={facts.isInvalid}
      {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
      {...(facts.isInvalid ? { status: "error" as const } : {})}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        onChange(target.value.split(/[\s,;]+/).filter((line) => line !== ""));
      }}
    />
  );
}
