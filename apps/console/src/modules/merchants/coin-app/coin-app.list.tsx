import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { GuideLink } from "../../../platform/pages/guide-link.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { CoinAppDetail } from "./coin-app.detail.tsx";

const forms = () => import("./coin-app.form.tsx");

type Props = ListPageProps<typeof coinApp>;

const columns: Props["columns"] = [
  { field: "name", width: 200 },
  { field: "appNo", width: 144 },
  "merchantName",
  "status",
  { field: "keysInUse", width: 104 },
  { field: "lastUsedTime", width: 160 },
];

/** Apps of merchants with their keys. A merchant's own people see theirs alone. */
export const CoinAppList = () => (
  <ListPage
    resource={coinApp}
    columns={columns}
    forms={forms}
    rowActions={["update", "setStatus"]}
    detail={CoinAppDetail}
    nameField="name"
    tools={<GuideLink section="start" />}
  />
);
