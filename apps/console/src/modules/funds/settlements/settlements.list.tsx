import { settlements } from "@countinghouse/contract/funds/settlements/settlements.ts";
import { ListPage } from "../../../platform/pages/list-page.tsx";

const columns = [
  "batchNo",
  "merchantName",
  "date",
  "status",
  "amount",
  "frozenAmount",
  "availableAmount",
  "withdrawnAmount",
  "lineCount",
  "isOnHold",
  "blockedBy",
] as const;

/** Settlement batches, the latest day first. */
export const SettlementsList = () => <ListPage resource={settlements} columns={columns} nameField="batchNo" />;
