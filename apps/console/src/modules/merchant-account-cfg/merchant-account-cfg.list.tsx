import { merchantAccountCfg } from "@countinghouse/contract/merchant-account-cfg/merchant-account-cfg.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";

type Props = ListPageProps<typeof merchantAccountCfg>;

const columns: Props["columns"] = [
  { field: "merchantName", width: 200 },
  { field: "settlementCurrency", width: 88 },
  { field: "status", width: 160 },
  { field: "settlementDays", width: 112 },
  "settlementFrequency",
  "reserveType",
  { field: "validFrom", width: 176 },
  { field: "validTo", width: 176 },
  "createUserName",
  "approveUserName",
];

/** Versions of account terms. A merchant's own people see theirs alone. */
export const MerchantAccountCfgList = () => (
  <ListPage resource={merchantAccountCfg} columns={columns} nameField="merchantName" />
);
