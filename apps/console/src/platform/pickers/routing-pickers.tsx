import type { Enumeration } from "@countinghouse/contract/kit/enumeration.ts";
import { PaymentType } from "@countinghouse/contract/payment-enumerations.ts";
import { ChoicesInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useLocale } from "../i18n/use-words.ts";

interface SeveralProps extends InputProps<readonly string[]> {
  readonly enumeration: Enumeration;
}

function Several({ enumeration, ...props }: SeveralProps) {
  const locale = useLocale();
  const choices = enumeration.members.map(({ value, text }) => ({ value: String(value), label: text[locale] }));
  return <ChoicesInput {...props} choices={choices} />;
}

/** What orders are made for. */
export const PaymentTypesPicker = (props: InputProps<readonly string[]>) => (
  <Several {...props} enumeration={PaymentType} />
);
