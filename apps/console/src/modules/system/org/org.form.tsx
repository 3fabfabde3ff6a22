import { sysOrgMessages } from "@countinghouse/contract/system/org/org.messages.ts";
import { sysOrg } from "@countinghouse/contract/system/org/org.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { useOrgTree } from "../../../platform/pickers/org-tree.ts";
import { TreePicker } from "../../../platform/pickers/tree-picker.tsx";

/** The organisation above, or the top. */
function ParentPicker(props: InputProps<number>) {
  const { text } = useWords(sysOrg);
  const { nodes, isLoading, error } = useOrgTree();
  return (
    <TreePicker
      {...props}
      isLoading={isLoading}
      error={error}
      nodes={[{ key: "0", title: text?.root ?? "" }, ...nodes]}
    />
  );
}

export const forms = formsOf(sysOrg, sysOrgMessages, {
  edit: {
    fields: [
      { field: "pid", input: ParentPicker },
      "name",
      "code",
      "type",
      "directorId",
      "orderNo",
      "status",
      "remark",
    ],
  },
});
