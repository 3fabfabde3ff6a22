import {
  type MerchantAccountCfg,
  merchantAccountCfg,
} from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { termsLifecycle } from "@countinghouse/contract/terms.lifecycle.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { MerchantAccountCfgDetail } from "./merchant-account-cfg.detail.tsx";
import { ReserveCell, ScheduleCell } from "./schedule.part.tsx";

const forms = () => import("./merchant-account-cfg.form.tsx");

/** Whoever asked for a version takes it back; another person approves it. */
const rowActions = [{ action: "approve", when: ({ isOwn }: MerchantAccountCfg) => !isOwn }, "reject", "add"] as const;

type Props = ListPageProps<typeof merchantAccountCfg>;

const columns: Props["columns"] = [
  { field: "merchantName", width: 184 },
  { field: "settlementCurrency", width: 80 },
  { field: "settlementDays", cell: ScheduleCell, width: 216, align: "start" },
  { field: "status", width: 168 },
  { field: "reserveType", cell: ReserveCell, width: 200 },
  { field: "validFrom", width: 168 },
];

/** Versions of account terms. A merchant's own people see theirs alone. */
export const MerchantAccountCfgList = () => (
  <ListPage
    resource={merchantAccountCfg}
    columns={columns}
    forms={forms}
    lifecycle={termsLifecycle}
    rowActions={rowActions}
    detail={MerchantAccountCfgDetail}
    nameField="merchantName"
  />
);
