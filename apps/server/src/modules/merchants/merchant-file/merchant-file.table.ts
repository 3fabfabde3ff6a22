import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type {
  DocumentKind,
  DocumentStatus,
  OwnerRole,
} from "@countinghouse/contract/merchants/merchant-file/file-enumerations.ts";
import type { Generated } from "kysely";
import type { AuditedColumns, FactsOf } from "../../../platform/db/tables.ts";

interface MerchantOwnerRows extends AuditedColumns {
  id: string;
  tenantId: number;
  merchantId: string;
  name: string;
  role: ValueOf<typeof OwnerRole>;
  country: string;
  birthDate: string | null;
  share: Generated<number>;
}

interface MerchantDocumentRows extends AuditedColumns {
  id: string;
  tenantId: number;
  merchantId: string;
  kind: ValueOf<typeof DocumentKind>;
  fileName: string;
  fileBytes: number;
  receivedBytes: Generated<number>;
  contentType: string | null;
  parts: Generated<number>;
  expireDay: string | null;
  status: Generated<ValueOf<typeof DocumentStatus>>;
  decideUserName: string | null;
  decideTime: string | null;
  decisionReason: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    merchantOwners: MerchantOwnerRows;
    merchantDocuments: MerchantDocumentRows;
  }
}

const ofMerchant = { tenant: "tenantId", merchant: "merchantId" } as const;

export const merchantFileTables: FactsOf<"merchantOwners" | "merchantDocuments"> = {
  merchantOwners: { scope: ofMerchant, placement: "distributed", grant: "readWrite", audited: true },
  merchantDocuments: { scope: ofMerchant, placement: "distributed", grant: "readWrite", audited: true },
};
