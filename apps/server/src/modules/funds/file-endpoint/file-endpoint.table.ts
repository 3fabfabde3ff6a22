import type {
  FileEndpointVerdict,
  FileProtocol,
} from "@countinghouse/contract/funds/file-endpoint/file-endpoint-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { SwitchStatus } from "@countinghouse/contract/payment-enumerations.ts";
import type { Generated } from "kysely";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface FileEndpoints extends AuditedColumns {
  id: string;
  tenantId: number;
  name: string;
  protocol: ValueOf<typeof FileProtocol>;
  url: string;
  userName: string;
  /** Sealed for the endpoint's id. */
  secret: string;
  secretTime: string;
  hostKey: string | null;
  bucket: string | null;
  region: string | null;
  isPathStyle: Generated<boolean>;
  folder: Generated<string>;
  remark: string | null;
  status: Generated<ValueOf<typeof SwitchStatus>>;
  lastTime: string | null;
  lastVerdict: ValueOf<typeof FileEndpointVerdict> | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    fileEndpoints: FileEndpoints;
  }
}

export const fileEndpointTables: FactsOf<"fileEndpoints"> = {
  fileEndpoints: {
    scope: { tenant: "tenantId", isOfOperator: true },
    placement: "reference",
    grant: "readWrite",
    audited: true,
    unrecorded: ["secret"],
  },
};
