import type { FieldFacts } from "@countinghouse/contract/kit/field.ts";
import { type ReferenceName, references } from "@countinghouse/contract/references.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { ReferencePicker, ReferencesPicker } from "../references/reference-picker.tsx";

// For inputs outside the fields of a form, whose kind says the same.

const of = (name: ReferenceName): FieldFacts => ({ kind: "reference", target: references[name] });

type Single = InputProps<string | number>;
type Several = InputProps<readonly (string | number)[]>;

/** A merchant in the user's reach, found by name or number on the server. */
export const MerchantPicker = (props: InputProps<string>) => (
  <ReferencePicker {...(props as Single)} of={of("merchant")} values={{}} />
);

/** An app of a merchant; none before a merchant is chosen. */
export const AppPicker = ({ merchantId, ...props }: InputProps<string> & { readonly merchantId: string | null }) => (
  <ReferencePicker {...(props as Single)} of={of("coinApp")} values={{ merchantId }} />
);

/** A payment method, by its code. */
export const MethodCodePicker = (props: InputProps<string>) => (
  <ReferencePicker {...(props as Single)} of={of("paymentMethodCode")} values={{}} />
);

/** Several payment methods, by their codes. */
export const MethodCodesPicker = (props: InputProps<readonly string[]>) => (
  <ReferencesPicker {...(props as Several)} of={of("paymentMethodCode")} values={{}} />
);

/** A position. */
export const PosPicker = (props: InputProps<number>) => (
  <ReferencePicker {...(props as Single)} of={of("sysPos")} values={{}} />
);
