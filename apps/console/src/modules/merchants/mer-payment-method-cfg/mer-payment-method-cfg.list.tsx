import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { merPaymentMethodCfgMessages } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.messages.ts";
import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { arriving } from "@countinghouse/ui/layout/arriving.tsx";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { PriceCell, ScopeCell } from "./fee-price.part.tsx";
import { MerPaymentMethodCfgApprove, MerPaymentMethodCfgDetail } from "./mer-payment-method-cfg.detail.tsx";

type Props = ListPageProps<typeof merPaymentMethodCfg>;

/** Forms come when one of them is opened. */
const forms = () => import("./mer-payment-method-cfg.add.tsx");
const MerPaymentMethodCfgAdd = arriving(async () => (await forms()).MerPaymentMethodCfgAdd);
const MerPaymentMethodCfgReject = arriving(async () => (await forms()).MerPaymentMethodCfgReject);
const CopyPlan = arriving(async () => (await forms()).CopyPlan);
const PriceAnOrder = arriving(async () => (await import("./fee-quote.add.tsx")).PriceAnOrder);

const columns: Props["columns"] = [
  { field: "method", cell: ScopeCell, width: 264 },
  { field: "percent", cell: PriceCell, width: 208 },
  { field: "status", width: 160 },
  { field: "validFrom", width: 168 },
];

/** Only what waits is decided on, and only what holds has a next version. */
const lifecycle: Lifecycle = {
  states: ["pending", "scheduled", "active", "ended", "rejected"],
  initial: "pending",
  actions: {
    approve: { from: ["pending"], to: "active" },
    reject: { from: ["pending"], to: "rejected" },
    add: { from: ["active", "scheduled", "ended", "rejected"], to: "pending" },
  },
};

/** Prices as a price list. A merchant's own people see theirs alone. */
export const MerPaymentMethodCfgList = () => (
  <ListPage
    resource={merPaymentMethodCfg}
    columns={columns}
    create={MerPaymentMethodCfgAdd}
    lifecycle={lifecycle}
    rowActions={[
      { action: "approve", form: MerPaymentMethodCfgApprove },
      { action: "reject", form: MerPaymentMethodCfgReject },
      { action: "add", form: MerPaymentMethodCfgAdd },
    ]}
    detail={MerPaymentMethodCfgDetail}
    nameField="merchantName"
    tools={<Tools />}
  />
);

type Tool = "effective" | "copyPlan";

/** What concerns no single rule. */
function Tools() {
  const { actions } = useWords(merPaymentMethodCfgMessages);
  const [open, setOpen] = useState<Tool>();
  const close = () => setOpen(undefined);
  return (
    <>
      {(["effective", "copyPlan"] as const).map((tool) => (
        <Allowed key={tool} need={`merPaymentMethodCfg:${tool}`}>
          <Button onClick={() => setOpen(tool)}>{actions[tool]}</Button>
        </Allowed>
      ))}
      {open === "effective" && <PriceAnOrder onClose={close} />}
      {open === "copyPlan" && <CopyPlan onClose={close} />}
    </>
  );
}
