import { merPaymentTypeCfg } from "@countinghouse/contract/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";

type Props = ListPageProps<typeof merPaymentTypeCfg>;

const columns: Props["columns"] = [
  { field: "merchantName", width: 200 },
  { field: "coinAppName", width: 176 },
  { field: "paymentType", width: 160 },
  "status",
  "requireCvc",
  "requireThreeDs",
  "allowSavedCard",
  "allowManualCapture",
  "pciLevel",
  "updateTime",
];

/** How merchants may begin payments. A merchant's own people see theirs alone. */
export const MerPaymentTypeCfgList = () => <ListPage resource={merPaymentTypeCfg} columns={columns} />;
