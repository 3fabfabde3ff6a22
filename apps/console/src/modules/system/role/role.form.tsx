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
import { scopeFields } from "./role.scope.form.tsx";

type Role = RecordOf<typeof sysRole>;

/** Whose data the holders of a new role see until somebody widens it: their own alone. */
const narrowest = 4;

const about = ["name", "code", "orderNo", "status", "remark"] as const;
const menus = { field: "menuIdList", input: RoleMenus, isWide: true } as const;

/** Changes a role, once the menus and buttons that it has are read. */
function RoleUpdate({ record, onClose }: RowFormProps<Role>) {
  const granted = useAnswer(sysRole, "ownMenuList", { id: record?.id ?? 0 });
  return (
    <LoadedForm answers={[granted]} onClose={onClose}>
      {() => (
        <RecordForm
          resource={sysRole}
          operation="update"
          onDone={() => void rereadRights()}
          fields={[...about, menus]}
          record={{ ...record, menuIdList: granted.data }}
          onClose={onClose}
        />
      )}
    </LoadedForm>
  );
}

/** Changes whose data the holders of a role see, once the organisations are read that were chosen before. */
function RoleScope({ record, onClose }: RowFormProps<Role>) {
  const granted = useAnswer(sysRole, "ownOrgList", { id: record?.id ?? 0 });
  return (
    <LoadedForm answers={[granted]} onClose={onClose}>
      {() => (
        <RecordForm
          resource={sysRole}
          operation="grantDataScope"
          sections={(values) => [{ key: "scope", title: "", fields: scopeFields(values) }]}
          record={{ ...record, orgIdList: granted.data }}
          onClose={onClose}
        />
      )}
    </LoadedForm>
  );
}

/** A role that starts as another one: with its menus and with whose data its holders see. Its name is asked for. */
function RoleCopy({ record, onClose }: RowFormProps<Role>) {
  const id = record?.id ?? 0;
  const menusOf = useAnswer(sysRole, "ownMenuList", { id });
  const orgsOf = useAnswer(sysRole, "ownOrgList", { id });
  const { orderNo, remark, dataScope } = record ?? {};
  return (
    <LoadedForm answers={[menusOf, orgsOf]} onClose={onClose}>
      {() => (
        <RecordForm
          resource={sysRole}
          operation="add"
          as="drawer"
          sections={(values) => [{ key: "role", title: "", fields: fieldsOfNew(values) }]}
          initial={{ orderNo, remark, dataScope, menuIdList: menusOf.data, orgIdList: orgsOf.data }}
          onClose={onClose}
        />
      )}
    </LoadedForm>
  );
}

const fieldsOfNew = (values: Readonly<Record<string, unknown>>) => [...about, ...scopeFields(values), menus];

export const forms = formsOf(
  sysRole,
  sysRoleMessages,
  {
    add: { as: "drawer", fields: ({ values }) => fieldsOfNew(values), start: () => ({ dataScope: narrowest }) },
    update: RoleUpdate,
    grantDataScope: RoleScope,
  },
  { copy: RoleCopy },
);
