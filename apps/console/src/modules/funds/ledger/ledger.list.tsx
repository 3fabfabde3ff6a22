import { ledgerMessages } from "@countinghouse/contract/funds/ledger/ledger.messages.ts";
import { type Journal, ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { middleCut } from "@countinghouse/ui/cells/id-cell.tsx";
import { Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { arriving } from "@countinghouse/ui/layout/arriving.tsx";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { useAccountName } from "../../../platform/payments/account-name.tsx";
import { PageTabs, usePageTab } from "../../../platform/pickers/page-tabs.tsx";
import { JournalDetail } from "./ledger.journal.detail.tsx";
import { EventChip, EventName, orderNumberIn, shortDescription } from "./ledger.words.part.tsx";
import "./ledger.css";

const TrialBalance = arriving(async () => (await import("./ledger.trial.detail.tsx")).TrialBalance);
const Verifications = arriving(async () => (await import("./ledger.verification.detail.tsx")).Verifications);
const Periods = arriving(async () => (await import("./ledger.periods.detail.tsx")).Periods);

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

/** Which operation a tab needs. */
const needs = {
  journals: "page",
  accounts: "trialBalance",
  verification: "verificationPage",
  periods: "periods",
} as const;

/** The books: every journal, the balances of all accounts, whether everything adds up, and which months are closed. */
export function LedgerList() {
  const { title, text } = useWords(ledgerMessages);
  const may = useMay();
  const tab = usePageTab(["journals", "accounts", "verification", "periods"]);
  const titles = {
    journals: text.journalsTab,
    accounts: text.accountsTab,
    verification: text.verificationTab,
    periods: text.periodsTab,
  };
  const tabs = (["journals", "accounts", "verification", "periods"] as const)
    .filter((key) => may(`ledger:${needs[key]}`))
    .map((key) => ({ key, title: titles[key] }));
  const head = <PageTabs label={title} tab={tab} tabs={tabs} />;
  const open = tabs.some(({ key }) => key === tab.open) ? tab.open : tabs[0]?.key;
  if (open === "accounts") return <Framed head={head} part={<TrialBalance />} />;
  if (open === "verification") return <Framed head={head} part={<Verifications />} />;
  if (open === "periods") return <Framed head={head} part={<Periods />} />;
  return (
    <ListPage
      resource={ledger}
      columns={columns}
      heading={JournalHeading}
      detail={JournalDetail}
      nameField="id"
      above={head}
    />
  );
}

/** A tab that is no list: the same head, its own content. */
function Framed({ head, part }: { readonly head: ReactNode; readonly part: ReactNode }) {
  const { title } = useWords(ledgerMessages);
  return (
    <div className="ch-page">
      <header className="ch-page-head">
        <h1>{title}</h1>
      </header>
      {head}
      {part}
    </div>
  );
}
