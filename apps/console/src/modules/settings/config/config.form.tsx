import { sysConfigMessages } from "@countinghouse/contract/settings/config/config.messages.ts";
import { sysConfig } from "@countinghouse/contract/settings/config/config.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { AutoComplete } from "antd";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { ConfigBatch } from "./config.batch.form.tsx";
import { useAllowed, useGroupName } from "./config.known.detail.ts";
import { valueInputOf } from "./config.value.form.tsx";

/** A group: one there is, or a new one. */
function GroupInput({ facts, value, onChange, isDisabled = false }: InputProps<string>) {
  const { data } = useAnswer(sysConfig, "groupList", {});
  const nameOf = useGroupName();
  return (
    <AutoComplete
      id={facts.id}
      disabled={isDisabled}
      aria-invalid={facts.isInvalid}
      options={(data ?? []).map((code) => ({
        value: code,
        label: nameOf(code) === code ? code : `${nameOf(code)} (${code})`,
      }))}
      value={value ?? ""}
      onChange={(text: string) => onChange(text === "" ? null : text)}
    />
  );
}

/** What the value of a setting may be; nothing where anything may. */
const AllowedValue = ({ code }: { readonly code: string }) => useAllowed()(code) ?? null;

export const forms = formsOf(sysConfig, sysConfigMessages, {
  batchUpdate: ConfigBatch,
  // A built-in one keeps its code and gets the input its value needs.
  edit: {
    fields: ({ row }) => [
      "name",
      { field: "code", isDisabled: row?.sysFlag === 1 },
      row
        ? { field: "value", input: valueInputOf(row.code), hint: <AllowedValue code={row.code} />, isWide: true }
        : { field: "value", isWide: true },
      "names",
      { field: "groupCode", input: GroupInput },
      "orderNo",
      "remark",
    ],
  },
});
