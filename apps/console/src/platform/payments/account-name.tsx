import { ledgerMessages } from "@countinghouse/contract/funds/ledger/ledger.messages.ts";
import { useWords } from "../i18n/use-words.ts";
import "./payments.css";

/** An id made by the server: its mark, and the end by which two are told apart. */
const madeId = /\b([a-z]+_)[0-9A-Z]{22}([0-9A-Z]{4})\b/;

/** An account in words, with its code for those who go by codes. */
export function AccountName({ code }: { readonly code: string }) {
  return (
    <span className="account-name">
      <span>{useAccountName()(code)}</span>
      <span className="account-code" title={code}>
        {code.replace(/^mer:mer_\w+:/, "mer:…:").replace(madeId, "$1…$2")}
      </span>
    </span>
  );
}

/** Reads what an account is called out of its code. */
export function useAccountName(): (code: string) => string {
  const { kinds, causes, title } = useWords(ledgerMessages);
  const kindWords: Readonly<Record<string, string>> = kinds;
  const causeWords: Readonly<Record<string, string>> = causes;
  return (code) => {
    const [owner, first = "", second = "", third = ""] = code.split(":");
    if (owner === "mer") return kindWords[second] ?? title;
    if (first === "rev" || first === "cost") return causeWords[second] ?? kindWords[first] ?? code;
    // An id says nothing to anybody; a country does.
    return [kindWords[first] ?? first, madeId.test(third) ? "" : third].filter(Boolean).join(" · ");
  };
}
