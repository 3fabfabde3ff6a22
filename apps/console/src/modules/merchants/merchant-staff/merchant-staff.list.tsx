import { merchantStaffMessages } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.messages.ts";
import { merchantStaff, type StaffMember } from "@countinghouse/contract/merchants/merchant-staff/merchant-staff.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useMemo } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { statusColumn } from "../../../platform/pickers/status-switch.tsx";
import { useUser } from "../../../platform/session/session.ts";

const forms = () => import("./merchant-staff.form.tsx");

type Row = { readonly row: StaffMember };

/** When somebody last signed in, or that they were only invited so far. */
function LastSignIn({ row: { lastLoginTime } }: Row) {
  const { text } = useWords(merchantStaffMessages);
  if (lastLoginTime) return <TimeCell value={lastLoginTime} />;
  return <StatusChip text={text.invited} tone="progress" shape="half" isFlat />;
}

const columns: ListPageProps<typeof merchantStaff>["columns"] = [
  { field: "realName", width: 168 },
  { field: "account", width: 176 },
  { field: "merchantName", width: 184 },
  { field: "role", width: 152 },
  // Lets somebody sign in or not; nobody shuts themselves out.
  statusColumn<StaffMember>(
    merchantStaff,
    ({ realName }) => realName,
    ({ id }) => id === useUser().id,
  ),
  { field: "lastLoginTime", cell: LastSignIn, width: 176 },
  { field: "email", width: 200 },
  { field: "isInvited", isHidden: true },
];

/** People who sign in for merchants: invited by a link, given a role, disabled. An owner sees the own people alone. */
export function MerchantStaffList() {
  const { id: own } = useUser();
  const actions = useMemo(() => {
    const when = ({ id }: StaffMember): boolean => id !== own;
    return (["update", "invite"] as const).map((action) => ({ action, when }));
  }, [own]);
  return (
    <ListPage resource={merchantStaff} columns={columns} forms={forms} rowActions={actions} nameField="realName" />
  );
}
