import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { useIsOfMerchant } from "../../../platform/session/session.ts";

const forms = () => import("./payout-account.form.tsx");

type Props = ListPageProps<typeof payoutAccount>;
type Row = Parameters<NonNullable<Exclude<NonNullable<Props["rowActions"]>[number], string>["when"]>>[0];

const columns: Props["columns"] = [
  { field: "bankName", width: 168 },
  { field: "last4", width: 120 },
  { field: "currency", width: 80 },
  { field: "holderName", width: 176 },
  { field: "merchantName", width: 152 },
  { field: "verifyStatus", width: 152 },
  { field: "providerCheck", width: 144 },
  { field: "status", width: 96 },
  { field: "isDefault", width: 80 },
  { field: "restsUntil", width: 160 },
];

/** Whose side an account is of: its own people change it, the operator's verify every one. */
const ofOwnSide =
  (isOfMerchant: boolean) =>
  ({ kind }: Row): boolean =>
    isOfMerchant === (kind === "beneficiary");

const own = { true: ofOwnSide(true), false: ofOwnSide(false) };
const waits = ({ verifyStatus, status, isOwn }: Row): boolean =>
  verifyStatus !== "verified" && status === "enabled" && !isOwn;

/** Accounts that money is sent to, and those of ours that it is sent from. */
export function PayoutAccountList() {
  const when = own[`${useIsOfMerchant()}`];
  const rowActions: Props["rowActions"] = [
    { action: "verify", when: waits },
    { action: "update", when },
    { action: "setDefault", when: (row) => when(row) && row.verifyStatus === "verified" && !row.isDefault },
    "setStatus",
    "reveal",
  ];
  return <ListPage resource={payoutAccount} {...{ columns, forms, rowActions }} nameField="bankName" />;
}
