import {
  type MerPaymentTypeCfg,
  merPaymentTypeCfg,
} from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { arriving } from "@countinghouse/ui/layout/arriving.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { SwitchAction } from "../../../platform/pages/switch-action.tsx";
import { MerPaymentTypeCfgDetail } from "./mer-payment-type-cfg.detail.tsx";

type Props = ListPageProps<typeof merPaymentTypeCfg>;

/** The form comes when it is opened. */
const MerPaymentTypeCfgAdd = arriving(
  async () => (await import("./mer-payment-type-cfg.add.tsx")).MerPaymentTypeCfgAdd,
);

const columns: Props["columns"] = [
  { field: "merchantName", width: 184 },
  { field: "paymentType", width: 168 },
  "coinAppName",
  { field: "status", width: 104 },
  { field: "requireCvc", width: 144 },
  { field: "requireThreeDs", width: 144 },
  { field: "allowSavedCard", width: 112 },
];

const Switching = (props: RowFormProps<MerPaymentTypeCfg>) => (
  <SwitchAction {...props} resource={merPaymentTypeCfg} nameField="merchantName" />
);

/** How merchants may begin payments. A merchant's own people see theirs alone. */
export const MerPaymentTypeCfgList = () => (
  <ListPage
    resource={merPaymentTypeCfg}
    columns={columns}
    create={MerPaymentTypeCfgAdd}
    rowActions={[
      { action: "update", form: MerPaymentTypeCfgAdd },
      { action: "setStatus", form: Switching },
    ]}
    detail={MerPaymentTypeCfgDetail}
    nameField="merchantName"
  />
);
