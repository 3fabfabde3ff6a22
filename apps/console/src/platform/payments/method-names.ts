import { paymentMethod } from "@countinghouse/contract/gateways/payment-method/payment-method.ts";
import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import { useLocale } from "../i18n/use-words.ts";
import { useAnswer } from "../pickers/use-answer.ts";

interface Named {
  readonly nameEn: string;
  readonly nameZhCn: string;
  readonly nameZhTw: string;
}

/** What a method is called in a language. */
export const methodName = (method: Named, locale: Locale): string =>
  ({ en: method.nameEn, "zh-cn": method.nameZhCn, "zh-tw": method.nameZhTw })[locale];

/** The catalogue of methods: what each is called, by its code. */
export function useMethodNames(): (code: string) => string {
  const locale = useLocale();
  const { data, isPending } = useAnswer(paymentMethod, "list", {});
  return (code) => {
    const method = data?.find((one) => one.code === code);
    if (method) return methodName(method, locale);
    // A code that is read as a name for a moment is worse than a moment without one.
    return isPending ? "" : code;
  };
}
