import { type CashoutDetail, cashout, cashoutTopic } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { payoutOrder } from "@countinghouse/contract/funds/payout-order/payout-order.ts";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import { useLocation, useNavigate } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useOutboundNews } from "../../../platform/funds/outbound.tsx";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { WayTo } from "../../../platform/pages/way-to.tsx";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import { CashoutHeading, CashoutPanel, type CashoutRow } from "./cashout.detail.tsx";

const forms = () => import("./cashout.form.tsx");

const columns: ListPageProps<typeof cashout>["columns"] = [
  { field: "cashoutNo", width: 144, part: "none" },
  { field: "status", width: 144 },
  { field: "amount", width: 152 },
  { field: "merchantName", width: 144 },
  { field: "accountLabel", width: 176 },
  { field: "targetAmount", width: 152, isHidden: true },
  { field: "applyTime", width: 160 },
];

/** What the server says can succeed; nothing of a row that was not read by itself. */
const can = (ability: keyof CashoutDetail["abilities"]) => (row: CashoutRow) => row.abilities?.[ability] ?? false;

const rowActions = [
  { action: "approve", when: can("approve") },
  { action: "reject", when: can("reject") },
  { action: "execute", when: can("execute") },
  { action: "markPaid", when: (row: CashoutRow) => can("mark")(row) && row.review?.payout?.isByHand === true },
  { action: "markFailed", when: can("mark") },
  { action: "markReturned", when: can("markReturned") },
  { action: "resolveDifference", when: can("resolveDifference") },
  { action: "sync", when: can("sync") },
  { action: "submit", when: can("submit") },
  { action: "cancel", when: can("cancel") },
] as const;

const shown = { columns, forms, nameField: "cashoutNo", heading: CashoutHeading, detail: CashoutPanel } as const;

/** Withdrawals, the newest first. Only people of a merchant ask for its money. */
export function CashoutList() {
  useOutboundNews(cashoutTopic, cashout);
  const pageActions = useIsOfMerchant() ? (["add"] as const) : [];
  const given = { rowActions, pageActions, tools: <WayTo resource={payoutOrder} /> };
  return (
    <>
      <ListPage resource={cashout} {...shown} {...given} isRead />
      <AppliedFromElsewhere />
    </>
  );
}

const Entry = lazyPart(async () => (await import("./cashout.entry.part.tsx")).CashoutEntry);

/** The form, opened at once where a settlement or a balance was left to apply for a withdrawal of its currency. */
function AppliedFromElsewhere() {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const may = useMay();
  const isOwn = useIsOfMerchant();
  const currency = (state as { readonly apply?: unknown } | null)?.apply;
  if (!isOwn || !may("cashout:add") || typeof currency !== "string") return null;
  const close = () => void navigate({ pathname, search }, { replace: true, state: null });
  return <Entry record={{ currency }} onClose={close} />;
}
