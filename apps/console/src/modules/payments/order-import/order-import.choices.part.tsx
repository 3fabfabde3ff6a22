import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import { PaymentMethodCategory } from "@countinghouse/contract/payment-enumerations.ts";
import { OrderStatus } from "@countinghouse/contract/payments/coin-order/order-enumerations.ts";
import { ImportedStatus } from "@countinghouse/contract/payments/order-import/import-mapping.ts";
import type { ImportColumn } from "@countinghouse/contract/payments/order-import/order-import.ts";
import type { InputChoice } from "@countinghouse/ui/fields/inputs.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { methodName } from "../../../platform/payments/method-names.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { importScreenMessages } from "./order-import.messages.ts";

/** The columns of a file to choose from; those without a name, or with another's, by their place. */
export function columnChoices(columns: readonly ImportColumn[], nameless: string): InputChoice<number>[] {
  const names = columns.map(({ name }) => name);
  return names.map((name, at) => {
    const place = fill(nameless, { place: at + 1 });
    const isAlone = names.indexOf(name) === names.lastIndexOf(name);
    return { value: at, label: name === "" ? place : isAlone ? name : `${name} (${place})` };
  });
}

/** What an order of another house ended as. */
export const statusChoices = (locale: Locale): InputChoice<string>[] =>
  ImportedStatus.options.map((value) => ({ value, label: OrderStatus.memberOf(value)?.text[locale] ?? value }));

/** Kinds of methods, the methods of the catalogue, and that nothing is known. */
export function useMethodChoices(): InputChoice<string>[] {
  const locale = useLocale();
  const { methodNone } = useWords(importScreenMessages);
  const methods = useAnswer(paymentMethod, "list", {}).data ?? [];
  return [
    { value: "none", label: methodNone },
    ...PaymentMethodCategory.members.map(({ value, text }) => ({ value: `category:${value}`, label: text[locale] })),
    ...methods.map((method) => ({ value: method.code, label: `${methodName(method, locale)} · ${method.code}` })),
  ];
}
