import { bucketFields } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import { merchantBalanceMessages } from "@countinghouse/contract/funds/ledger/merchant-balance.messages.ts";
import { type MerchantBalance, merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { createContext, useCallback, useContext, useMemo, useState } from "react";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { useListAddress } from "../../../platform/pages/use-list-address.ts";
import { useOwnMerchant } from "../../../platform/session/session.ts";
import { AsOf, type Bucket, Chosen, MerchantBalanceDetail } from "./merchant-balance.detail.tsx";
import { OwnBalance } from "./merchant-balance.own.detail.tsx";
import { AsOfPicker, PendingAdjustments } from "./merchant-balance.tools.part.tsx";
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
