import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Status, YesNo } from "@countinghouse/contract/system-enumerations.ts";
import type { Generated } from "kysely";
import type { StoredNames } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface DictTypeRows extends AuditedColumns {
  id: Generated<number>;
  name: string;
  names: StoredNames;
  code: string;
  sysFlag: Generated<ValueOf<typeof YesNo>>;
  orderNo: Generated<number>;
  status: Generated<ValueOf<typeof Status>>;
  remark: string | null;
}

interface DictItemRows extends AuditedColumns {
  id: Generated<number>;
  dictTypeId: number;
  value: string;
  code: string;
  name: string | null;
  names: StoredNames;
  tagType: "primary" | "success" | "info" | "warning" | "danger" | null;
  styleSetting: string | null;
  classSetting: string | null;
  orderNo: Generated<number>;
  status: Generated<ValueOf<typeof Status>>;
  remark: string | null;
  extData: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    dictTypes: DictTypeRows;
    dictItems: DictItemRows;
  }
}

export const dictTables: FactsOf<"dictTypes" | "dictItems"> = {
  dictTypes: { scope: "shared", placement: "local", grant: "readWrite", audited: true, json: ["names"] },
  dictItems: { scope: "shared", placement: "local", grant: "readWrite", audited: true, json: ["names"] },
};
