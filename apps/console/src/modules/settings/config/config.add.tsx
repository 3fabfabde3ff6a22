import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysConfig } from "@countinghouse/contract/settings/config/config.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { AutoComplete } from "antd";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { useAllowed, useGroupName } from "./config.known.detail.ts";
import { EditedSetting, ValueOfEdited } from "./config.value.add.tsx";

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

const names = { field: "names", isWide: true } as const;
const group = { field: "groupCode", input: GroupInput } as const;
const remark = { field: "remark", isWide: true } as const;
const own = ["name", "code", { field: "value", isWide: true }, names, group, "orderNo", remark] as const;

/** Adds a setting, or changes the one it is opened on; a built-in one keeps its code and gets the input its value needs. */
export function ConfigAdd({ record, onClose }: RowFormProps<RecordOf<typeof sysConfig>>) {
  const allowed = useAllowed();
  if (!record) return <RecordForm resource={sysConfig} operation="add" fields={own} onClose={onClose} />;
  const hint = allowed(record.code);
  const fields = [
    "name",
    { field: "code", isDisabled: record.sysFlag === 1 },
    { field: "value", input: ValueOfEdited, isWide: true, ...(hint ? { hint } : {}) },
    names,
    group,
    "orderNo",
    remark,
  ] as const;
  return (
    <EditedSetting value={record.code}>
      <RecordForm resource={sysConfig} operation="update" fields={fields} record={record} onClose={onClose} />
    </EditedSetting>
  );
}
