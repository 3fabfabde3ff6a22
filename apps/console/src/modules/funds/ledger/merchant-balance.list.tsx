import { bucketFields } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import { merchantBalanceMessages } from "@countinghouse/contract/funds/ledger/merchant-balance.messages.ts";
import { type MerchantBalance, merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { InstantInput } from "@countinghouse/ui/fields/date-inputs.tsx";
import { Button, Modal } from "antd";
import { CalendarClock } from "lucide-react";
import { createContext, useCallback, useContext, useMemo, useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { useListAddress } from "../../../platform/pages/use-list-address.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useOwnMerchant } from "../../../platform/session/session.ts";
import { useStore } from "../../../platform/state/store.ts";
import { BalanceAdjustments } from "./merchant-balance.adjustments.detail.tsx";
import { AsOf, type Bucket, Chosen, MerchantBalanceDetail } from "./merchant-balance.detail.tsx";
import { OwnBalance } from "./merchant-balance.own.detail.tsx";
import "./ledger.css";

const forms = () => import("./merchant-balance.form.tsx");

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

/** Opens a balance at one of its numbers. */
const Explain = createContext<(row: MerchantBalance, bucket: Bucket) => void>(() => {});

/** A number that leads to what it is made of. */
const numberOf =
  (bucket: Bucket) =>
  ({ row }: { readonly row: MerchantBalance }) => {
    const explain = useContext(Explain);
    return (
      <button type="button" className="ledger-number" onClick={() => explain(row, bucket)}>
        <MoneyCell amount={fromWire(row[bucketFields[bucket]], row.currency)} />
      </button>
    );
  };

const Pending = numberOf("pending");
const Available = numberOf("available");
const Reserve = numberOf("reserve");
const Frozen = numberOf("frozen");
const InTransit = numberOf("in_transit");

const columns: ListPageProps<typeof merchantBalance>["columns"] = [
  { field: "merchantName", width: 192 },
  { field: "currency", width: 80 },
  { field: "totalAmount", cell: Total, width: 128 },
  { field: "pendingAmount", cell: Pending, width: 124 },
  { field: "availableAmount", cell: Available, width: 116 },
  { field: "reserveAmount", cell: Reserve, width: 108 },
  { field: "frozenAmount", cell: Frozen, width: 108 },
  { field: "inTransitAmount", cell: InTransit, width: 112 },
];

/** Balances: the list of them, or the one there is to whoever signs in for a merchant. */
export const MerchantBalanceList = () => (useOwnMerchant() ? <OwnBalance /> : <EveryBalance />);

/** What merchants own and where it is, now or at a past instant. From any number to its postings, journal and order. */
function EveryBalance() {
  const [asOf, setAsOf] = useState<string>();
  const [chosen, setChosen] = useState<{ readonly id: string; readonly bucket: Bucket }>();
  const { change } = useListAddress(merchantBalance);
  const explain = useCallback(
    ({ id }: MerchantBalance, bucket: Bucket) => {
      setChosen({ id, bucket });
      change({ open: id });
    },
    [change],
  );
  const fixed = useMemo(() => (asOf ? { asOf } : undefined), [asOf]);
  return (
    <AsOf.Provider value={asOf}>
      <Chosen.Provider value={chosen}>
        <Explain.Provider value={explain}>
          <ListPage
            resource={merchantBalance}
            columns={columns}
            forms={forms}
            detail={MerchantBalanceDetail}
            nameField="merchantName"
            rowActions={["adjust", "freeze"]}
            tools={<AsOfPicker value={asOf} onChange={setAsOf} />}
            above={<PendingAdjustments />}
            {...(fixed ? { fixed } : {})}
          />
        </Explain.Provider>
      </Chosen.Provider>
    </AsOf.Provider>
  );
}

interface AsOfPickerProps {
  readonly value: string | undefined;
  onChange(asOf: string | undefined): void;
}

/** The instant of the balances; empty for now. The calendar is fetched by whoever wants another. */
function AsOfPicker({ value, onChange }: AsOfPickerProps) {
  const { fields, text } = useWords(merchantBalanceMessages);
  const [isAsked, setIsAsked] = useState(false);
  if (!isAsked && !value)
    return (
      <Button title={text.asOfHint} icon={<CalendarClock size={14} aria-hidden />} onClick={() => setIsAsked(true)}>
        {text.asOfNow}
      </Button>
    );
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
  const mode = useStore(paymentMode);
  const { data } = useAnswer(merchantBalance, "adjustments", { mode });
  const count = data?.filter(({ status }) => status === "pending").length ?? 0;
  if (count === 0 && !isOpen) return null;
  return (
    <div className="ledger-pending">
      <span>{fill(text.toDecideHint, { count })}</span>
      <Button size="small" onClick={() => setIsOpen(true)}>
        {text.toDecide}
      </Button>
      <Modal open={isOpen} title={actions.adjustments} footer={null} width={720} onCancel={() => setIsOpen(false)}>
        <BalanceAdjustments of={{ mode }} isPendingOnly />
      </Modal>
    </div>
  );
}
