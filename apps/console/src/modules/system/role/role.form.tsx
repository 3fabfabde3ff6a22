import type { RecordOf } from "@countinghouse/contract/kit/resource.ts";
import { sysRoleMessages } from "@countinghouse/contract/system/role/role.messages.ts";
import { sysRole } from "@countinghouse/contract/system/role/role.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordForm } from "../../../platform/pages/record-form.tsx";
import { LoadedForm } from "../../../platform/pickers/loaded-form.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { rereadRights } from "../../../platform/session/reread.ts";
import { RoleMenus } from "./role.menus.form.tsx";
import { RoleScope } from "./role.scope.form.tsx";

type Role = RecordOf<typeof sysRole>;

const fields = [
  "name",
  "code",
  "orderNo",
  "status",
  { field: "remark", isWide: true },
  { field: "menuIdList", input: RoleMenus, isWide: true },
] as const;

/** Changes a role, once the menus and buttons that it has are read. */
function RoleUpdate({ record, onClose }: RowFormProps<Role>) {
  const menus = useAnswer(sysRole, "ownMenuList", { id: record?.id ?? 0 });
  return (
    <LoadedForm answers={[menus]} onClose={onClose}>
      {() => (
        <RecordForm
          resource={sysRole}
          operation="update"
          onDone={() => void rereadRights()}
          fields={fields}
          record={{ ...record, menuIdList: menus.data }}
          onClose={onClose}
        />
      )}
    </LoadedForm>
  );
}

export const forms = formsOf(sysRole, sysRoleMessages, {
  add: { fields },
  update: RoleUpdate,
  grantDataScope: RoleScope,
});
