import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { useOwnMerchant } from "../../../platform/session/session.ts";
import { MerchantDetail } from "./merchant.detail.tsx";
import { OwnCompany } from "./merchant.own.detail.tsx";
import { merchantStates, stepsIn, stepsOn } from "./merchant.steps.part.ts";

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

/** Merchants: the list of them, or the one there is to whoever signs in for it. */
export const MerchantList = () => (useOwnMerchant() ? <OwnCompany /> : <EveryMerchant />);

/** Merchants with the steps that their state allows. */
function EveryMerchant() {
  return (
    <ListPage
      resource={merchant}
      columns={columns}
      forms={forms}
      lifecycle={merchantStates}
      rowActions={["update", ...stepsIn, ...stepsOn]}
      detail={MerchantDetail}
      nameField="name"
    />
  );
}
