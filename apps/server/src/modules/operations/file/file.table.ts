import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { FileCategory, FileFault, FileStatus } from "@countinghouse/contract/operations/file/file-enumerations.ts";
import type { Generated } from "kysely";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface SysFileRows extends AuditedColumns {
  id: Generated<number>;
  tenantId: number;
  createOrgId: number | null;
  fileName: string;
  suffix: string;
  contentType: string;
  fileBytes: number;
  receivedBytes: Generated<number>;
  parts: Generated<number>;
  storeKey: string;
  checksum: string | null;
  status: Generated<ValueOf<typeof FileStatus>>;
  fault: ValueOf<typeof FileFault> | null;
  finding: string | null;
  fileType: ValueOf<typeof FileCategory> | null;
  isPublic: Generated<boolean>;
  relationName: string | null;
  relationId: string | null;
  belongId: string | null;
  readyTime: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    sysFiles: SysFileRows;
  }
}

export const fileTables: FactsOf<"sysFiles"> = {
  sysFiles: {
    scope: { tenant: "tenantId", org: "createOrgId", self: "createUserId", isOfOperator: true },
    placement: "local",
    grant: "readWrite",
    audited: true,
  },
};
