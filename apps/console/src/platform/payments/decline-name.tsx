import { DeclineCode } from "@countinghouse/contract/decline-codes.ts";
import { TextCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { useLocale } from "../i18n/use-words.ts";

/** Why a payment was declined, in words. */
export function DeclineName({ code }: { readonly code: string | null }) {
  const locale = useLocale();
  if (!code) return <Unknown />;
  return <TextCell value={DeclineCode.memberOf(code)?.text[locale] ?? code} />;
}
