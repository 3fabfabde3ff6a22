import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { LoadedForm } from "../../../platform/pickers/loaded-form.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { rereadRights } from "../../../platform/session/reread.ts";
import { RoleMenus } from "./role.menus.add.tsx";

type Role = RecordOf<typeof sysRole>;

const fields = [
  "name",
  "code",
  "orderNo",
  "status",
  { field: "remark", isWide: true },
  { field: "menuIdList", input: RoleMenus, isWide: true },
] as const;

/** Adds a role, or changes the one it is opened on, with its menus and buttons. */
export const RoleAdd = ({ record, onClose }: RowFormProps<Role>) =>
  record ? (
    <RoleUpdate role={record} onClose={onClose} />
  ) : (
    <RecordForm resource={sysRole} operation="add" fields={fields} onClose={onClose} />
  );

function RoleUpdate({ role, onClose }: { readonly role: Role; onClose(): void }) {
  const menus = useAnswer(sysRole, "ownMenuList", { id: role.id });
  return (
    <LoadedForm answers={[menus]} onClose={onClose}>
      {() => (
        <RecordForm
          resource={sysRole}
          operation="update"
          onDone={() => void rereadRights()}
          fields={fields}
          record={{ ...role, menuIdList: menus.data }}
          onClose={onClose}
        />
      )}
    </LoadedForm>
  );
}
