import { type OrgNode, sysOrg } from "@countinghouse/contract/system/org/org.ts";
import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
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

const fields = [
  { field: "pid", input: ParentPicker },
  "name",
  "code",
  "type",
  "directorId",
  "orderNo",
  "status",
  { field: "remark", isWide: true },
] as const;

/** Adds an organisation below another, or changes the one it is opened on. */
export const OrgAdd = ({
  record,
  parentId,
  onClose,
}: RowFormProps<OrgNode> & { readonly parentId?: number | undefined }) =>
  record ? (
    <RecordForm resource={sysOrg} operation="update" fields={fields} record={record} onClose={onClose} />
  ) : (
    <RecordForm resource={sysOrg} operation="add" fields={fields} initial={{ pid: parentId ?? 0 }} onClose={onClose} />
  );
