import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { MenuType, Status } from "@countinghouse/contract/system-enumerations.ts";
import type { Generated, GeneratedAlways } from "kysely";
import type { StoredNames } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface MenuRows extends AuditedColumns {
  id: Generated<number>;
  code: string | null;
  pid: Generated<number>;
  parentId: GeneratedAlways<number | null>;
  type: ValueOf<typeof MenuType>;
  title: string;
  titles: StoredNames;
  name: string | null;
  path: string | null;
  component: string | null;
  redirect: string | null;
  permission: string | null;
  icon: string | null;
  isIframe: Generated<boolean>;
  outLink: string | null;
  isHide: Generated<boolean>;
  isKeepAlive: Generated<boolean>;
  isAffix: Generated<boolean>;
  orderNo: Generated<number>;
  status: Generated<ValueOf<typeof Status>>;
  remark: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    menus: MenuRows;
  }
}

export const menuTables: FactsOf<"menus"> = {
  menus: { scope: "shared", placement: "local", grant: "readWrite", audited: true, json: ["titles"] },
};
