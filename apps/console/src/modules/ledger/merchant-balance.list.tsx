import { fill } from "@countinghouse/contract/kit/locale.ts";
import { merchantBalanceMessages } from "@countinghouse/contract/ledger/merchant-balance.messages.ts";
import { type MerchantBalance, merchantBalance } from "@countinghouse/contract/ledger/merchant-balance.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { InstantInput } from "@countinghouse/ui/fields/date-inputs.tsx";
import { Button, Modal } from "antd";
import { lazy, useMemo, useState } from "react";
import { useMay } from "../../platform/access/allowed.tsx";
import { useWords } from "../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";
import { useAnswer } from "../../platform/pickers/use-answer.ts";
import { BalanceAdjustments } from "./merchant-balance.adjustments.detail.tsx";
import { AsOf, MerchantBalanceDetail } from "./merchant-balance.detail.tsx";
import "./ledger.css";

const forms = () => import("./merchant-balance.add.tsx");
const BalanceAdjust = lazy(async () => ({ default: (await forms()).BalanceAdjust }));
const BalanceFreeze = lazy(async () => ({ default: (await forms()).BalanceFreeze }));

/** What is in all five buckets, marked where one of them is below nothing. */
function Total({ row }: { readonly row: MerchantBalance }) {
  const { fields } = useWords(merchantBalanceMessages);
  return (
    <span className="ledger-marked">
      {row.isNegative && <StatusChip text={fields.isNegative} tone="danger" isFlat />}
      <MoneyCell amount={fromWire(row.totalAmount, row.currency)} />
    </span>
  );
}

const columns: ListPageProps<typeof merchantBalance>["columns"] = [
  { field: "merchantName", width: 208 },
  { field: "currency", width: 96 },
  "pendingAmount",
  "availableAmount",
  "reserveAmount",
  "frozenAmount",
  "inTransitAmount",
  { field: "totalAmount", cell: Total, width: 216 },
];

/** What merchants own and where it is, now or at a past instant. From any number to its postings, journal and order. */
export function MerchantBalanceList() {
  const [asOf, setAsOf] = useState<string>();
  const fixed = useMemo(() => (asOf ? { asOf } : undefined), [asOf]);
  return (
    <AsOf.Provider value={asOf}>
      <ListPage
        resource={merchantBalance}
        columns={columns}
        detail={MerchantBalanceDetail}
        nameField="merchantName"
        rowActions={[
          { action: "adjust", form: BalanceAdjust },
          { action: "freeze", form: BalanceFreeze },
        ]}
        tools={<AsOfPicker value={asOf} onChange={setAsOf} />}
        above={<PendingAdjustments />}
        {...(fixed ? { fixed } : {})}
      />
    </AsOf.Provider>
  );
}

interface AsOfPickerProps {
  readonly value: string | undefined;
  onChange(asOf: string | undefined): void;
}

/** The instant of the balances; empty for now. */
function AsOfPicker({ value, onChange }: AsOfPickerProps) {
  const { fields, text } = useWords(merchantBalanceMessages);
  return (
    <div className="ledger-as-of" title={text.asOfHint}>
      <label htmlFor="balance-as-of">{fields.asOf}</label>
      <InstantInput
        facts={{ id: "balance-as-of", isInvalid: false, describedBy: undefined }}
        value={value}
        onChange={(instant) => onChange(instant ?? undefined)}
      />
    </div>
  );
}

/** Corrections that wait for a second person, told to those who may decide. */
function PendingAdjustments() {
  const may = useMay();
  return may("merchantBalance:adjustments") && may("merchantBalance:approve") ? <PendingNotice /> : null;
}

function PendingNotice() {
  const { actions, text } = useWords(merchantBalanceMessages);
  const [isOpen, setIsOpen] = useState(false);
  const { data } = useAnswer(merchantBalance, "adjustments", { mode: "live" });
  const count = data?.filter(({ status }) => status === "pending").length ?? 0;
  if (count === 0 && !isOpen) return null;
  return (
    <div className="ledger-pending">
      <span>{fill(text.toDecideHint, { count })}</span>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {text.toDecide}
      </Button>
      <Modal open={isOpen} title={actions.adjustments} footer={null} width={720} onCancel={() => setIsOpen(false)}>
        <BalanceAdjustments of={{ mode: "live" }} isPendingOnly />
      </Modal>
    </div>
  );
}
