import { MerchantBucket } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import { bucketFields, type Movement } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import { merchantBalanceMessages } from "@countinghouse/contract/funds/ledger/merchant-balance.messages.ts";
import {
  type MerchantBalance,
  type MerchantBalanceDetail as MerchantBalanceProof,
  merchantBalance,
} from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { IdCell } from "@countinghouse/ui/cells/id-cell.tsx";
import { Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { Tabs } from "antd";
import { ArrowLeft } from "lucide-react";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { call } from "../../../platform/api/client.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { useIsOfMerchant } from "../../../platform/session/session.ts";
import { ExplanationView } from "./ledger.explain.part.tsx";
import { JournalCard } from "./ledger.journal.detail.tsx";
import { Amount } from "./ledger.words.part.tsx";
import { BalanceAdjustments } from "./merchant-balance.adjustments.detail.tsx";
import { BalanceExpected } from "./merchant-balance.expected.detail.tsx";
import { BalanceHolds } from "./merchant-balance.holds.detail.tsx";
import { BalanceStatement } from "./merchant-balance.statement.detail.tsx";
import "./ledger.css";

/** The instant that balances are shown of; undefined for now. */
export const AsOf = createContext<string | undefined>(undefined);

/** A bucket of a balance; the fields that show it are the contract's. */
export type Bucket = keyof typeof bucketFields;

/** The number somebody chose in the list: it is explained first. */
export const Chosen = createContext<{ readonly id: string; readonly bucket: Bucket } | undefined>(undefined);

/** What is explained where nobody chose: what is available, else the first bucket that holds anything. */
const firstBucket = (row: MerchantBalance): Bucket =>
  MerchantBucket.members
    .map(({ value }) => value)
    .sort((a, b) => Number(b === "available") - Number(a === "available"))
    .find((bucket) => row[bucketFields[bucket]] !== "0") ?? "available";

/** A balance beside the list: where the money is, what each number is made of, and what was done about it by hand. */
export function MerchantBalanceDetail({ row }: { readonly row: MerchantBalance }) {
  const { actions, text } = useWords(merchantBalanceMessages);
  const may = useMay();
  const isOwn = useIsOfMerchant();
  const chosen = useContext(Chosen);
  const [bucket, setBucket] = useState<Bucket>(() => firstBucket(row));
  const [journal, setJournal] = useState<Movement>();
  const [tab, setTab] = useState("explain");
  const choose = (next: Bucket) => {
    setTab("explain");
    setBucket(next);
    setJournal(undefined);
  };
  useEffect(() => {
    if (chosen?.id !== row.id) return;
    setTab("explain");
    setBucket(chosen.bucket);
    setJournal(undefined);
  }, [chosen, row.id]);
  const tabs = [
    { key: "explain", need: "explain", label: actions.explain },
    { key: "statement", need: "statement", label: actions.statement },
    { key: "expected", need: "expected", label: actions.expected },
    { key: "holds", need: "holds", label: actions.holds },
    { key: "adjustments", need: "adjustments", label: actions.adjustments },
    // What proves a balance to an auditor says nothing to a shop.
    ...(isOwn ? [] : [{ key: "proof", need: "detail", label: text.proof }]),
  ].filter(({ need }) => may(`merchantBalance:${need}`));
  const content: Readonly<Record<string, () => ReactNode>> = {
    explain: () =>
      journal ? (
        <OneJournal merchantId={row.merchantId} movement={journal} onBack={() => setJournal(undefined)} />
      ) : (
        <BucketExplanation key={bucket} row={row} bucket={bucket} onJournal={setJournal} />
      ),
    statement: () => <BalanceStatement row={row} />,
    expected: () => <BalanceExpected row={row} />,
    holds: () => <BalanceHolds row={row} />,
    adjustments: () => (
      <BalanceAdjustments of={{ merchantId: row.merchantId, currency: row.currency, mode: row.mode }} />
    ),
    proof: () => <Proof row={row} />,
  };
  return (
    <>
      <BucketTiles row={row} chosen={bucket} onChoose={choose} />
      <Tabs
        destroyOnHidden
        activeKey={tab}
        onChange={setTab}
        items={tabs.map(({ key, label }) => ({ key, label, children: content[key]?.() }))}
      />
    </>
  );
}

interface BucketTilesProps {
  readonly row: MerchantBalance;
  readonly chosen: Bucket;
  onChoose(bucket: Bucket): void;
}

/** The five places money can be in; choosing one explains it. */
function BucketTiles({ row, chosen, onChoose }: BucketTilesProps) {
  const { fields, text } = useWords(merchantBalanceMessages);
  const locale = useLocale();
  return (
    <section aria-label={text.buckets}>
      <div className="ledger-tiles">
        {MerchantBucket.members.map(({ value, text: name }) => (
          <button
            key={value}
            type="button"
            className="ledger-tile"
            aria-pressed={value === chosen}
            onClick={() => onChoose(value)}
          >
            <span>{name[locale]}</span>
            <Amount value={row[bucketFields[value]]} currency={row.currency} />
          </button>
        ))}
        <div className="ledger-tile ledger-tile-total">
          <span>{fields.totalAmount}</span>
          <Amount value={row.totalAmount} currency={row.currency} />
        </div>
      </div>
      <p className="ledger-quiet">{text.explainHint}</p>
    </section>
  );
}

interface BucketExplanationProps {
  readonly row: MerchantBalance;
  readonly bucket: Bucket;
  onJournal(movement: Movement): void;
}

function BucketExplanation({ row, bucket, onJournal }: BucketExplanationProps) {
  const asOf = useContext(AsOf);
  const place = {
    merchantId: row.merchantId,
    currency: row.currency,
    mode: row.mode,
    bucket,
    ...(asOf ? { asOf } : {}),
  };
  const answer = useAnswer(merchantBalance, "explain", place);
  return (
    <Answered answer={answer}>
      {(data) => (
        <ExplanationView
          explanation={data}
          name={[merchantBalance.name, "explain", place]}
          ask={(cursor) => call(merchantBalance, "explain", { ...place, cursor })}
          onJournal={onJournal}
        />
      )}
    </Answered>
  );
}

interface OneJournalProps {
  readonly merchantId: string;
  readonly movement: Movement;
  onBack(): void;
}

/** The journal behind a posting, with the way back to the number it explains. */
export function OneJournal({ merchantId, movement, onBack }: OneJournalProps) {
  const { actions } = useWords(merchantBalanceMessages);
  return (
    <>
      <button type="button" className="ch-link ledger-back" onClick={onBack}>
        <ArrowLeft size={14} aria-hidden="true" />
        {actions.explain}
      </button>
      <JournalCard merchantId={merchantId} id={movement.journalId} />
    </>
  );
}

/** What proves a balance: its last journal and the checksum of its accounts. */
function Proof({ row }: { readonly row: MerchantBalance }) {
  const { fields } = useWords(merchantBalanceMessages);
  const asOf = useContext(AsOf);
  const place = { merchantId: row.merchantId, currency: row.currency, mode: row.mode, ...(asOf ? { asOf } : {}) };
  const answer = useAnswer(merchantBalance, "detail", place);
  return <Answered answer={answer}>{(data) => <Facts facts={proofOf(data, fields)} />}</Answered>;
}

const proofOf = (
  { withdrawableAmount, negativeLimit, currency, lastPostedAt, lastJournalId, checksum }: MerchantBalanceProof,
  fields: Readonly<Record<string, string>>,
) =>
  [
    { key: "withdrawableAmount", value: <Amount value={withdrawableAmount} currency={currency} /> },
    { key: "negativeLimit", value: <Amount value={negativeLimit ?? "0"} currency={currency} /> },
    { key: "lastPostedAt", value: lastPostedAt ? <TimeCell value={lastPostedAt} /> : <Unknown /> },
    { key: "lastJournalId", value: lastJournalId ? <IdCell value={lastJournalId} /> : <Unknown /> },
    { key: "checksum", value: checksum ? <IdCell value={checksum} /> : <Unknown /> },
  ].map(({ key, value }) => ({ key, label: fields[key] ?? key, value }));
