import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { ChoiceInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useWords } from "../i18n/use-words.ts";
import { useAnswer } from "../pickers/use-answer.ts";
import { paymentMode } from "../session/payment-mode.ts";
import { useStore } from "../state/store.ts";
import { ourAccountMessages } from "./our-account.messages.ts";
import "./funds.css";

/** One of our verified bank accounts. */
export function OurAccountInput(props: InputProps<string>) {
  const words = useWords(ourAccountMessages);
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
  if (data && choices.length === 0) return <p className="funds-quiet">{words.noBank}</p>;
  return <ChoiceInput {...props} choices={choices} />;
}
