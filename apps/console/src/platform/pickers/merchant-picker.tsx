import { merchantMessages } from "@countinghouse/contract/merchants/merchant/merchant.messages.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { Select } from "antd";
import { useState } from "react";
import { useMay } from "../access/allowed.tsx";
import { useWords } from "../i18n/use-words.ts";
import { useIsOfMerchant } from "../session/session.ts";
import { pickersMessages } from "./pickers.messages.ts";
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

/** A merchant in the user's reach, found by name or number on the server. */
export function MerchantPicker({ facts, value, onChange, isDisabled = false }: InputProps<string>) {
  const words = useWords(pickersMessages);
  const { fields } = useWords(merchantMessages);
  const [keyword, setKeyword] = useState("");
  const found = useAnswer(merchant, "list", keyword === "" ? {} : { keyword });
  return (
    <Select<string>
      id={facts.id}
      aria-invalid={facts.isInvalid}
      {...(facts.describedBy ? { "aria-describedby": facts.describedBy } : {})}
      {...(facts.isInvalid ? { status: "error" as const } : {})}
      allowClear
      disabled={isDisabled}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={found.isFetching}
      placeholder={fields.keyword}
      notFoundContent={found.error ? words.loadFailed : words.noMatch}
      options={(found.data ?? []).map(({ id, name, merchantNo }) => ({ value: id, label: `${name} · ${merchantNo}` }))}
      value={value ?? null}
      onChange={(next) => onChange(next ?? null)}
    />
  );
}
