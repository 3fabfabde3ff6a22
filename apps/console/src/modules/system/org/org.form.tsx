import { sysOrgMessages } from "@countinghouse/contract/system/org/org.messages.ts";
import { sysOrg } from "@countinghouse/contract/system/org/org.ts";
import { orgImport } from "@countinghouse/contract/system/org/org-columns.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { TableImport } from "../../../platform/files/table-import.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { OrgPicker } from "../../../platform/pickers/org-picker.tsx";
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

/** Organisations from a file. */
function OrgImport({ onClose }: RowFormProps) {
  const { text } = useWords(sysOrgMessages);
  return <TableImport resource={sysOrg} table={orgImport} hint={text.fileHint} onClose={onClose} />;
}

/** What was chosen in the tree, which a new organisation goes below. */
const chosenNow = (): number => Number(new URLSearchParams(window.location.search).get("orgId") ?? 0);

export const forms = formsOf(sysOrg, sysOrgMessages, {
  edit: {
    fields: [
      { field: "pid", input: ParentPicker },
      "name",
      "code",
      "level",
      "type",
      "directorId",
      "orderNo",
      "status",
      "remark",
    ],
    start: (row) => row ?? { pid: chosenNow() },
  },
  // What dragging does in the tree, for whoever drags nothing.
  move: {
    fields: ({ text }) => [
      { field: "pid", input: ParentPicker },
      { field: "afterId", input: OrgPicker, hint: text.first },
    ],
  },
  import: OrgImport,
});
