import { type CoinApp, coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { arriving } from "@countinghouse/ui/layout/arriving.tsx";
import { GuideLink } from "../../../platform/pages/guide-link.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { SwitchAction } from "../../../platform/pages/switch-action.tsx";
import { CoinAppDetail } from "./coin-app.detail.tsx";

type Props = ListPageProps<typeof coinApp>;

/** The form comes when it is opened. */
const CoinAppAdd = arriving(async () => (await import("./coin-app.add.tsx")).CoinAppAdd);

const columns: Props["columns"] = [
  { field: "name", width: 200 },
  { field: "appNo", width: 144 },
  "merchantName",
  "status",
  { field: "keysInUse", width: 104 },
  { field: "lastUsedTime", width: 160 },
];

const Switching = (props: RowFormProps<CoinApp>) => <SwitchAction {...props} resource={coinApp} nameField="name" />;

/** Apps of merchants with their keys. A merchant's own people see theirs alone. */
export const CoinAppList = () => (
  <ListPage
    resource={coinApp}
    columns={columns}
    create={CoinAppAdd}
    rowActions={[
      { action: "update", form: CoinAppAdd },
      { action: "setStatus", form: Switching },
    ]}
    detail={CoinAppDetail}
    tools={<GuideLink section="start" />}
    nameField="name"
  />
);
