import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { merchantLifecycle } from "@countinghouse/contract/merchants/merchant/merchant.lifecycle.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { useOwnMerchant } from "../../../platform/session/session.ts";
import { MerchantDetail } from "./merchant.detail.tsx";
import { OwnCompany } from "./merchant.own.detail.tsx";

const forms = () => import("./merchant.form.tsx");

type Props = ListPageProps<typeof merchant>;

const columns: Props["columns"] = [
  { field: "name", width: 208 },
  { field: "merchantNo", width: 136 },
  { field: "status", width: 168 },
  { field: "riskLevel", width: 112 },
  { field: "country", width: 80 },
  { field: "currency", width: 80 },
  "orgName",
];

/** What the list offers by state: the steps, and editing until the end. */
const lifecycle: Lifecycle = {
  ...merchantLifecycle,
  actions: {
    ...merchantLifecycle.actions,
    update: { from: merchantLifecycle.states.filter((state) => state !== "closed"), to: "draft" },
  },
};

/** Merchants: the list of them, or the one there is to whoever signs in for it. */
export const MerchantList = () => (useOwnMerchant() ? <OwnCompany /> : <EveryMerchant />);

/** Merchants with the steps that their state allows. */
function EveryMerchant() {
  return (
    <ListPage
      resource={merchant}
      columns={columns}
      forms={forms}
      lifecycle={lifecycle}
      rowActions={[
        "update",
        "submit",
        "review",
        "approve",
        "requestInfo",
        "reject",
        "resubmit",
        "reopen",
        "activate",
        "suspend",
        "resume",
        "close",
        "withdraw",
      ]}
      detail={MerchantDetail}
      nameField="name"
    />
  );
}
