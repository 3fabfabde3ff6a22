import { merPaymentMethodCfg } from "@countinghouse/contract/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";

type Props = ListPageProps<typeof merPaymentMethodCfg>;

const columns: Props["columns"] = [
  { field: "merchantName", width: 200 },
  { field: "method", width: 160 },
  "methodCategory",
  "cardRegion",
  { field: "currency", width: 88 },
  { field: "fixed", width: 136 },
  { field: "status", width: 160 },
  { field: "validFrom", width: 176 },
  "createUserName",
  "approveUserName",
];

/** Fee rules. A merchant's own people see theirs alone. */
export const MerPaymentMethodCfgList = () => <ListPage resource={merPaymentMethodCfg} columns={columns} />;
