import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { ReferencePicker, ReferencesPicker } from "../references/reference-picker.tsx";

// For inputs outside the fields of a form, whose kind says the same.

type Single = InputProps<string | number>;
type Several = InputProps<readonly (string | number)[]>;

/** A merchant in the user's reach, found by name or number on the server. */
export const MerchantPicker = (props: InputProps<string>) => (
  <ReferencePicker {...(props as Single)} of={{ kind: "reference", target: "merchant" }} values={{}} />
);

/** An app of a merchant; none before a merchant is chosen. */
export const AppPicker = ({ merchantId, ...props }: InputProps<string> & { readonly merchantId: string | null }) => (
  <ReferencePicker {...(props as Single)} of={{ kind: "reference", target: "coinApp" }} values={{ merchantId }} />
);

/** A payment method, by its code. */
export const MethodCodePicker = (props: InputProps<string>) => (
  <ReferencePicker {...(props as Single)} of={{ kind: "reference", target: "paymentMethodCode" }} values={{}} />
);

/** Several payment methods, by their codes. */
export const MethodCodesPicker = (props: InputProps<readonly string[]>) => (
  <ReferencesPicker {...(props as Several)} of={{ kind: "reference", target: "paymentMethodCode" }} values={{}} />
);

/** A position. */
export const PosPicker = (props: InputProps<number>) => (
  <ReferencePicker {...(props as Single)} of={{ kind: "reference", target: "sysPos" }} values={{}} />
);
