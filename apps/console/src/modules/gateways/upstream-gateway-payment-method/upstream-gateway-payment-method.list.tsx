import { upstreamGatewayPaymentMethodMessages } from "@countinghouse/contract/gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.messages.ts";
import {
  type UpstreamMethod,
  upstreamGatewayPaymentMethod,
} from "@countinghouse/contract/gateways/upstream-gateway-payment-method/upstream-gateway-payment-method.ts";
import { GatewayCapability } from "@countinghouse/contract/payment-enumerations.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import {
  FixedAmountsText,
  LimitsText,
  MethodCell,
  MethodHeading,
  TakenCodes,
} from "../../../platform/gateways/cells.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";

const forms = () => import("./upstream-gateway-payment-method.form.tsx");

type Row = { readonly row: UpstreamMethod };

const Cost = ({ row }: Row) => <>{formatPercent(row.defaultCostPercent)} %</>;

const columns: ListPageProps<typeof upstreamGatewayPaymentMethod>["columns"] = [
  { field: "paymentMethodCode", cell: MethodCell, width: 216 },
  { field: "upstreamGatewayName", width: 160 },
  { field: "status", width: 104 },
  { field: "flow", width: 112 },
  { field: "category", width: 120 },
  { field: "currencies", width: 168, part: "side" },
  { field: "countries", width: 112, part: "side" },
  { field: "defaultCostPercent", cell: Cost, width: 112, isHidden: true },
];

/** What each provider offers. */
export const UpstreamGatewayPaymentMethodList = () => (
  <ListPage
    resource={upstreamGatewayPaymentMethod}
    columns={columns}
    forms={forms}
    rowActions={["update", "setStatus"]}
    heading={MethodHeading}
    detail={UpstreamMethodDetail}
    nameField="paymentMethodCode"
    pageActions={["copy", "add"]}
  />
);

function UpstreamMethodDetail({ row }: Row) {
  const { fields, text } = useWords(upstreamGatewayPaymentMethodMessages);
  const locale = useLocale();
  const supports = row.supports.map((value) => GatewayCapability.memberOf(value)?.text[locale] ?? value);
  const wide = (key: keyof typeof fields, value: React.ReactNode) => ({ key, label: fields[key], value, isWide: true });
  return (
    <>
      <RecordFacts
        resource={upstreamGatewayPaymentMethod}
        of={row}
        fields={["upstreamGatewayName", "status", "flow", "category"]}
      />
      <Facts facts={[wide("supports", <CodesCell codes={supports} none={text.none} />)]} />
      <h3 className="ch-section-title">{text.reach}</h3>
      <Facts
        facts={[
          wide("currencies", <TakenCodes codes={row.currencies} />),
          wide("countries", <TakenCodes codes={row.countries} />),
          wide("limits", <LimitsText limits={row.limits} none={text.none} />),
        ]}
      />
      <h3 className="ch-section-title">{text.terms}</h3>
      <RecordFacts
        resource={upstreamGatewayPaymentMethod}
        of={row}
        fields={["refundWindowDays", "disputeWindowDays"]}
      />
      <Facts
        facts={[
          wide("defaultCostPercent", <Cost row={row} />),
          wide("defaultCostFixed", <FixedAmountsText amounts={row.defaultCostFixed} none={text.none} />),
        ]}
      />
      <RecordHistory resource={upstreamGatewayPaymentMethod} of={row} />
    </>
  );
}
