import type {
  ReconItemStatus,
  ReconLineType,
  ReconMatch,
  ReconRefType,
  ReconResolution,
  ReconSource,
  ReconStatus,
} from "@countinghouse/contract/funds/recon/recon-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { CurrencyCode } from "@countinghouse/money/currency.ts";
import type { Generated } from "kysely";
import type { AuditedColumns, FactsOf, Mode } from "../../../platform/db/tables.ts";

interface ReconSources extends AuditedColumns {
  id: string;
  tenantId: number;
  gatewayAccountId: string;
  isFetched: Generated<boolean>;
  fileEndpointId: string | null;
  filePattern: Generated<string>;
  amountTolerance: Generated<string>;
  feeTolerance: Generated<number>;
  approvalLimit: Generated<string>;
  remark: string | null;
}

interface ReconBatches extends AuditedColumns {
  /** The tenant's house account. */
  merchantId: string;
  id: string;
  tenantId: number;
  reconNo: string;
  mode: Mode;
  gatewayAccountId: string;
  batchNo: number;
  currency: CurrencyCode;
  fileName: string;
  fileHash: string;
  fileDate: string;
  source: ValueOf<typeof ReconSource>;
  copies: Generated<number>;
  lineCount: number;
  grossAmount: string;
  feeAmount: string;
  netAmount: string;
  payoutAmount: string | null;
  receivedAmount: Generated<string>;
  receivedTime: string | null;
  differenceAmount: Generated<string>;
  openCount: Generated<number>;
  openAmount: Generated<string>;
  openSince: string | null;
  status: ValueOf<typeof ReconStatus>;
  closeUserName: string | null;
  closedTime: string | null;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

interface ReconItems {
  /** The tenant's house account. */
  merchantId: string;
  id: string;
  tenantId: number;
  batchId: string;
  mode: Mode;
  gatewayAccountId: string;
  lineNo: number | null;
  type: ValueOf<typeof ReconLineType>;
  upstreamRef: string;
  merchantRef: string;
  modificationRef: string;
  paymentMethod: string | null;
  itemTime: string | null;
  bookingDate: string;
  currency: CurrencyCode;
  lineCurrency: string;
  /** Currency of the line's amounts, where it differs from the file's. */
  foreignCurrency: CurrencyCode | null;
  grossAmount: string;
  interchangeAmount: string;
  schemeFeeAmount: string;
  markupAmount: string;
  feeAmount: string;
  netAmount: string;
  ourMerchantId: string | null;
  ourRefType: ValueOf<typeof ReconRefType> | null;
  ourRefId: string | null;
  ourRefNo: string | null;
  orderId: string | null;
  orderNo: string | null;
  ourCurrency: CurrencyCode | null;
  ourGrossAmount: string | null;
  ourFeeAmount: string | null;
  ourTime: string | null;
  expectedDate: string | null;
  matchStatus: ValueOf<typeof ReconMatch> | null;
  difference: Generated<string>;
  status: ValueOf<typeof ReconItemStatus>;
  resolution: ValueOf<typeof ReconResolution> | null;
  remark: string | null;
  resolveUserId: number | null;
  resolveUserName: string | null;
  resolveTime: string | null;
  suspenseAmount: Generated<string>;
  truedAmount: Generated<string>;
  approvalLimit: string;
  /** The second person, where two resolved it. */
  secondUserId: number | null;
  /** Sum that the resolving user had resolved alone on the account over the last day, in minor units. */
  endedBefore: string | null;
  since: string;
  createTime: string;
  version: Generated<number>;
  /** Keyed digest of what `sealedColumns` names. */
  seal: Generated<string | null>;
}

interface ReconArrivals {
  gatewayAccountId: string;
  fileEndpointId: string;
  fileName: string;
  fileBytes: number;
  modifiedTime: string;
  tenantId: number;
  reconId: string | null;
  refusal: string | null;
  createTime: string;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    reconSources: ReconSources;
    reconArrivals: ReconArrivals;
    reconBatches: ReconBatches;
    reconItems: ReconItems;
  }
}

/**
 * Rows of the house account: users limited to some organisations see no complete account, and therefore none of these
 * rows.
 */
const scope = { tenant: "tenantId", merchant: "merchantId", isOfOperator: true } as const;

export const reconTables: FactsOf<"reconSources" | "reconArrivals" | "reconBatches" | "reconItems"> = {
  reconSources: {
    scope: { tenant: "tenantId", isOfOperator: true },
    placement: "reference",
    grant: "readWrite",
    audited: true,
  },
  reconArrivals: { scope: { tenant: "tenantId", isOfOperator: true }, placement: "local", grant: "readWrite" },
  reconBatches: { scope, placement: "distributed", grant: "readWrite", audited: true },
  reconItems: { scope, placement: "distributed", grant: "readWrite" },
};
