import { sysDictDataMessages } from "@countinghouse/contract/settings/dict/dict-data.messages.ts";
import { type DictItem, sysDictData, TagType } from "@countinghouse/contract/settings/dict/dict-data.ts";
import { ChoiceInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useContext } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { rereadDictionaries } from "../../../platform/session/reread.ts";
import { OpenDictionaryContext } from "./dict-open.detail.ts";

type Tag = (typeof TagType.options)[number];

function TagInput(props: InputProps<Tag>) {
  const { text } = useWords(sysDictDataMessages);
  const words: Readonly<Record<Tag, string>> = {
    primary: text.tagPrimary,
    success: text.tagSuccess,
    info: text.tagInfo,
    warning: text.tagWarning,
    danger: text.tagDanger,
  };
  return <ChoiceInput<Tag> {...props} choices={TagType.options.map((value) => ({ value, label: words[value] }))} />;
}

const names = { field: "names", isWide: true } as const;
const tag = { field: "tagType", input: TagInput } as const;
const remark = { field: "remark", isWide: true } as const;
const own = [
  "value",
  "code",
  "name",
  tag,
  names,
  "orderNo",
  "status",
  "styleSetting",
  "classSetting",
  { field: "extData", isWide: true },
  remark,
] as const;
const builtIn = [
  { field: "value", isDisabled: true },
  { field: "code", isDisabled: true },
  "name",
  tag,
  names,
  remark,
] as const;

/** Adds an item to the open dictionary, or changes the one it is opened on. */
export function DictItemAdd({ record, onClose }: RowFormProps<DictItem>) {
  const { id, isBuiltIn } = useContext(OpenDictionaryContext);
  return record ? (
    <RecordForm
      resource={sysDictData}
      operation="update"
      fields={isBuiltIn ? builtIn : own}
      record={record}
      onDone={() => void rereadDictionaries()}
      onClose={onClose}
    />
  ) : (
    <RecordForm
      resource={sysDictData}
      operation="add"
      fields={own}
      initial={{ dictTypeId: id }}
      onDone={() => void rereadDictionaries()}
      onClose={onClose}
    />
  );
}
