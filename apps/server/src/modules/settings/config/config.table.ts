import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { YesNo } from "@countinghouse/contract/system-enumerations.ts";
import type { Generated } from "kysely";
import type { StoredNames } from "../../../platform/db/columns.ts";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface ConfigRows extends AuditedColumns {
  id: Generated<number>;
  name: string;
  names: StoredNames;
  code: string;
  value: string | null;
  sysFlag: Generated<ValueOf<typeof YesNo>>;
  groupCode: string | null;
  orderNo: Generated<number>;
  remark: string | null;
}

interface SiteAssetRows {
  name: string;
  contentType: string;
  content: Buffer;
  checksum: string;
  updateTime: string;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    configs: ConfigRows;
    siteAssets: SiteAssetRows;
  }
}

export const configTables: FactsOf<"configs" | "siteAssets"> = {
  configs: { scope: "shared", placement: "local", grant: "readWrite", audited: true, json: ["names"] },
  siteAssets: { scope: "shared", placement: "local", grant: "readWrite" },
};
