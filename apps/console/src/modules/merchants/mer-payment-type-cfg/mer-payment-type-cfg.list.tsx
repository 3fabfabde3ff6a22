import { merPaymentTypeCfg } from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { MerPaymentTypeCfgDetail } from "./mer-payment-type-cfg.detail.tsx";

const forms = () => import("./mer-payment-type-cfg.form.tsx");

type Props = ListPageProps<typeof merPaymentTypeCfg>;

const columns: Props["columns"] = [
  { field: "merchantName", width: 184 },
  { field: "paymentType", width: 168 },
  "coinAppName",
  { field: "status", width: 104 },
  { field: "requireCvc", width: 144 },
  { field: "requireThreeDs", width: 144 },
  { field: "allowSavedCard", width: 112 },
];

/** How merchants may begin payments. A merchant's own people see theirs alone. */
export const MerPaymentTypeCfgList = () => (
  <ListPage
    resource={merPaymentTypeCfg}
    columns={columns}
    forms={forms}
    rowActions={["update", "setStatus"]}
    detail={MerPaymentTypeCfgDetail}
    nameField="merchantName"
  />
);
