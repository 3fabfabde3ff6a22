import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { useMay } from "../access/allowed.tsx";
import { useIsOfMerchant } from "../session/session.ts";
import { useAnswer } from "./use-answer.ts";

/**
 * The one merchant of somebody who signs in for it: what a form starts with, since there is nothing to choose. Nothing
 * for the operator's people, and until it is read.
 */
export function useOwnMerchant(): string | undefined {
  const may = useMay();
  const isEnabled = useIsOfMerchant() && may("merchant:list");
  const { data } = useAnswer(merchant, "list", {}, { isEnabled });
  return isEnabled && data?.length === 1 ? data[0]?.id : undefined;
}
