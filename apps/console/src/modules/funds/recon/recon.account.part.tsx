import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { ChoiceInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";
import { reconScreenMessages } from "./recon.messages.ts";

/** One of our verified accounts, into which gateways pay. */
export function OurAccountInput(props: InputProps<string>) {
  const words = useWords(reconScreenMessages);
  const mode = useStore(paymentMode);
  const { data } = useAnswer(payoutAccount, "page", {
    mode,
    kind: "funding",
    verifyStatus: ["verified"],
    pageSize: 100,
  });
  const choices = (data?.items ?? []).map(({ id, bankName, last4, currency }) => ({
    value: id,
    label: `${bankName} …${last4} ${currency}`,
  }));
  if (data && choices.length === 0) return <p className="recon-quiet">{words.noBank}</p>;
  return <ChoiceInput {...props} choices={choices} />;
}
