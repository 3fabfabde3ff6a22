import type { Lifecycle } from "@countinghouse/contract/kit/lifecycle.ts";
import { merchantLifecycle } from "@countinghouse/contract/merchant/merchant.lifecycle.ts";
import { merchant } from "@countinghouse/contract/merchant/merchant.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";
import {
  MerchantAdd,
  MerchantClose,
  MerchantPin,
  MerchantReject,
  MerchantRequestInfo,
  MerchantResume,
  MerchantSuspend,
  MerchantUnpin,
  MerchantWithdraw,
} from "./merchant.add.tsx";
import { MerchantDetail } from "./merchant.detail.tsx";

type Props = ListPageProps<typeof merchant>;

const columns: Props["columns"] = [
  { field: "name", width: 220 },
  { field: "merchantNo", width: 152 },
  { field: "status", width: 176 },
  "riskLevel",
  "country",
  "currency",
  "mcc",
  { field: "expectedMonthlyVolume", width: 168 },
  "orgName",
  "createTime",
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
export const MerchantList = () => (
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
