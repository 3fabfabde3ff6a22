import { sysDictDataMessages } from "@countinghouse/contract/settings/dict/dict-data.messages.ts";
import { sysDictData, TagType } from "@countinghouse/contract/settings/dict/dict-data.ts";
import { ChoiceInput, type InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { rereadDictionaries } from "../../../platform/session/reread.ts";

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

/** The forms of the items of one dictionary. Of a built-in one only the words and the tag are its editor's. */
export const itemForms = (isBuiltIn: boolean) =>
  formsOf(sysDictData, sysDictDataMessages, {
    edit: {
      fields: [
        { field: "value", isDisabled: isBuiltIn },
        { field: "code", isDisabled: isBuiltIn },
        "name",
        { field: "tagType", input: TagInput },
        "names",
        ...(isBuiltIn
          ? []
          : (["orderNo", "status", "styleSetting", "classSetting", { field: "extData", isWide: true }] as const)),
        "remark",
      ],
      done: () => void rereadDictionaries(),
    },
  });
