import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { RegionLevel } from "@countinghouse/contract/settings/region/region-level.ts";
import type { Generated, GeneratedAlways } from "kysely";
import type { StoredNames } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface RegionRows extends AuditedColumns {
  id: Generated<number>;
  pid: Generated<number>;
  parentId: GeneratedAlways<number | null>;
  code: string;
  name: string;
  names: StoredNames;
  shortName: string | null;
  level: ValueOf<typeof RegionLevel>;
  pinYin: string | null;
  zipCode: string | null;
  cityCode: string | null;
  lng: string | null;
  lat: string | null;
  orderNo: Generated<number>;
  remark: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    regions: RegionRows;
  }
}

export const regionTables: FactsOf<"regions"> = {
  regions: { scope: "shared", placement: "local", grant: "readWrite", audited: true, json: ["names"] },
};
