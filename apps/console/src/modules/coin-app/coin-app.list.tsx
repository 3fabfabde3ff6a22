import { coinApp } from "@countinghouse/contract/coin-app/coin-app.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";

type Props = ListPageProps<typeof coinApp>;

const columns: Props["columns"] = [
  { field: "name", width: 200 },
  { field: "appNo", width: 176 },
  { field: "merchantName", width: 200 },
  "status",
  { field: "keysInUse", width: 104 },
  "lastUsedTime",
  "category",
  "defaultCurrency",
  "createTime",
];

/** Apps of merchants with their keys. A merchant's own people see theirs alone. */
export const CoinAppList = () => <ListPage resource={coinApp} columns={columns} nameField="name" />;
