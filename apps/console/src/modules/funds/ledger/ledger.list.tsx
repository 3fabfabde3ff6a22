import { ledgerMessages } from "@countinghouse/contract/funds/ledger/ledger.messages.ts";
import { type Journal, ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { middleCut } from "@countinghouse/ui/cells/id-cell.tsx";
import { Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { lazyPart } from "@countinghouse/ui/layout/lazy-part.tsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { useAccountName } from "../../../platform/payments/account-name.tsx";
import { TabbedPage } from "../../../platform/pickers/page-tabs.tsx";
import { JournalDetail } from "./ledger.journal.detail.tsx";
import { EventChip, EventName, orderNumberIn, shortDescription } from "./ledger.words.part.tsx";
import "./ledger.css";

const TrialBalance = lazyPart(async () => (await import("./ledger.trial.detail.tsx")).TrialBalance);
const Verifications = lazyPart(async () => (await import("./ledger.verification.detail.tsx")).Verifications);
const Periods = lazyPart(async () => (await import("./ledger.periods.detail.tsx")).Periods);

type Row = { readonly row: Journal };

/** What was booked, in words; the numbers in it as short as everywhere else. */
const Description = ({ row: { description } }: Row) => (
  <span className="ch-cut" title={description}>
    {shortDescription(description)}
  </span>
);

/** The order that the money belongs to. */
function OrderOf({ row: { orderId, description } }: Row) {
  if (!orderId) return <Unknown />;
  return (
    <Link to={`/trade/order/${orderId}`} className="ch-link ch-mono">
      {orderNumberIn(description) ?? middleCut(orderId)}
    </Link>
  );
}

/** The accounts of one side, the first by its name and how many more there are. */
function Accounts({ codes }: { readonly codes: readonly string[] }) {
  const nameOf = useAccountName();
  const [first, ...more] = codes;
  if (!first) return <Unknown />;
  return (
    <span className="ch-cut" title={codes.map(nameOf).join("\n")}>
      {nameOf(first)}
      {more.length > 0 && ` +${more.length}`}
    </span>
  );
}
const Debit = ({ row }: Row) => <Accounts codes={row.debitAccounts} />;
const Credit = ({ row }: Row) => <Accounts codes={row.creditAccounts} />;

/** What a journal is known by: what happened. */
const JournalHeading = ({ row }: Row) => <EventName event={row.event} />;

const columns: ListPageProps<typeof ledger>["columns"] = [
  { field: "event", width: 176, cell: ({ row }) => <EventChip event={row.event} /> },
  { field: "amount", width: 144 },
  { field: "debitAccounts", cell: Debit, width: 160, part: "none" },
  { field: "creditAccounts", cell: Credit, width: 160, part: "none" },
  { field: "merchantName", width: 144 },
  { field: "orderId", cell: OrderOf, width: 136 },
  { field: "postedAt", width: 168 },
  { field: "description", cell: Description, width: 256, part: "none", isHidden: true },
];

const Journals = ({ above }: { readonly above: ReactNode }) => (
  <ListPage
    resource={ledger}
    columns={columns}
    heading={JournalHeading}
    detail={JournalDetail}
    nameField="id"
    above={above}
  />
);

/** The books: every journal, the balances of all accounts, whether everything adds up, and which months are closed. */
export function LedgerList() {
  const { title, text } = useWords(ledgerMessages);
  return (
    <TabbedPage
      title={title}
      tabs={[
        { key: "journals", title: text.journalsTab, need: "ledger:page", list: Journals },
        { key: "accounts", title: text.accountsTab, need: "ledger:trialBalance", part: TrialBalance },
        { key: "verification", title: text.verificationTab, need: "ledger:verificationPage", part: Verifications },
        { key: "periods", title: text.periodsTab, need: "ledger:periods", part: Periods },
      ]}
    />
  );
}
