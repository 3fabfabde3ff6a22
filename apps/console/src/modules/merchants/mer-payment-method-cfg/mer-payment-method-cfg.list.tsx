import {
  type MerPaymentMethodCfg,
  merPaymentMethodCfg,
} from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { termsLifecycle } from "@countinghouse/contract/terms.lifecycle.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { PriceCell, ScopeCell } from "./fee-price.part.tsx";
import { MerPaymentMethodCfgDetail } from "./mer-payment-method-cfg.detail.tsx";

const forms = () => import("./mer-payment-method-cfg.form.tsx");

/** Whoever asked for a version takes it back; another person approves it. */
const rowActions = [{ action: "approve", when: ({ isOwn }: MerPaymentMethodCfg) => !isOwn }, "reject", "add"] as const;

type Props = ListPageProps<typeof merPaymentMethodCfg>;

const columns: Props["columns"] = [
  { field: "method", cell: ScopeCell, width: 264 },
  { field: "percent", cell: PriceCell, width: 208 },
  { field: "status", width: 160 },
  { field: "validFrom", width: 168 },
];

/** Prices as a price list. A merchant's own people see theirs alone. */
export const MerPaymentMethodCfgList = () => (
  <ListPage
    resource={merPaymentMethodCfg}
    columns={columns}
    forms={forms}
    lifecycle={termsLifecycle}
    rowActions={rowActions}
    detail={MerPaymentMethodCfgDetail}
    nameField="merchantName"
    pageActions={["effective", "copyPlan", "add"]}
  />
);
