import {
  type GatewayMethod,
  gatewayAccountPaymentMethod,
} from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.ts";
import { MethodCell, MethodHeading } from "../../../platform/gateways/cells.tsx";
import { PriceSpan } from "../../../platform/gateways/price-text.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { GatewayMethodDetail } from "./gateway-account-payment-method.detail.tsx";

const forms = () => import("./gateway-account-payment-method.form.tsx");

const Cost = ({ row }: { readonly row: GatewayMethod }) => <PriceSpan cost={row.cost} />;

const columns: ListPageProps<typeof gatewayAccountPaymentMethod>["columns"] = [
  { field: "paymentMethodCode", cell: MethodCell, width: 200 },
  "gatewayAccountName",
  { field: "mode", width: 88, isHidden: true },
  { field: "status", width: 104 },
  { field: "cost", cell: Cost, width: 128 },
  "costModel",
  { field: "category", width: 120 },
  { field: "currencies", width: 168, isHidden: true },
  { field: "countries", width: 120, isHidden: true },
];

/** Methods that are switched on for accounts, and what they cost. */
export const GatewayAccountPaymentMethodList = () => (
  <ListPage
    resource={gatewayAccountPaymentMethod}
    columns={columns}
    forms={forms}
    rowActions={["update", "costAdd", "setStatus"]}
    heading={MethodHeading}
    detail={GatewayMethodDetail}
    nameField="paymentMethodCode"
  />
);
