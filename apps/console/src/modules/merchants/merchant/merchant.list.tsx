import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { merchantLifecycle } from "@countinghouse/contract/merchants/merchant/merchant.lifecycle.ts";
import { merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { arriving } from "@countinghouse/ui/layout/arriving.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { MerchantDetail } from "./merchant.detail.tsx";

type Props = ListPageProps<typeof merchant>;

/** Forms come when one of them is opened. */
const forms = () => import("./merchant.add.tsx");
const MerchantAdd = arriving(async () => (await forms()).MerchantAdd);
const MerchantClose = arriving(async () => (await forms()).MerchantClose);
const MerchantPin = arriving(async () => (await forms()).MerchantPin);
const MerchantReject = arriving(async () => (await forms()).MerchantReject);
const MerchantRequestInfo = arriving(async () => (await forms()).MerchantRequestInfo);
const MerchantResume = arriving(async () => (await forms()).MerchantResume);
const MerchantSuspend = arriving(async () => (await forms()).MerchantSuspend);
const MerchantUnpin = arriving(async () => (await forms()).MerchantUnpin);
const MerchantWithdraw = arriving(async () => (await forms()).MerchantWithdraw);

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

/** Merchants with the steps that their state allows. A merchant's own people see theirs alone. */
export function MerchantList() {
  return (
    <ListPage
      resource={merchant}
      columns={columns}
      create={MerchantAdd}
      lifecycle={lifecycle}
      rowActions={[
        { action: "update", form: MerchantAdd },
        "submit",
        "review",
        "approve",
        { action: "requestInfo", form: MerchantRequestInfo },
        { action: "reject", form: MerchantReject },
        "resubmit",
        "reopen",
        "activate",
        { action: "suspend", form: MerchantSuspend },
        { action: "resume", form: MerchantResume },
        { action: "close", form: MerchantClose },
        { action: "withdraw", form: MerchantWithdraw },
        { action: "pinUser", form: MerchantPin },
        { action: "unpinUser", form: MerchantUnpin },
      ]}
      detail={MerchantDetail}
      nameField="name"
    />
  );
}
