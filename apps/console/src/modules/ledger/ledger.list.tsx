import { ledgerMessages } from "@countinghouse/contract/ledger/ledger.messages.ts";
import { ledger } from "@countinghouse/contract/ledger/ledger.ts";
import { lazy, type ReactNode, Suspense } from "react";
import { useMay } from "../../platform/access/allowed.tsx";
import { useWords } from "../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../platform/pages/list-page.tsx";
import { PageTabs, usePageTab } from "../../platform/pickers/page-tabs.tsx";
import { JournalDetail } from "./ledger.journal.detail.tsx";
import { EventChip } from "./ledger.words.part.tsx";
import "./ledger.css";

const TrialBalance = lazy(async () => ({ default: (await import("./ledger.trial.detail.tsx")).TrialBalance }));
const Verifications = lazy(async () => ({ default: (await import("./ledger.verification.detail.tsx")).Verifications }));
const Periods = lazy(async () => ({ default: (await import("./ledger.periods.detail.tsx")).Periods }));

const columns: ListPageProps<typeof ledger>["columns"] = [
  { field: "event", width: 208, cell: ({ row }) => <EventChip event={row.event} /> },
  { field: "merchantName", width: 176 },
  "description",
  "postedAt",
  "effectiveDate",
  { field: "orderId", width: 144 },
  { field: "eventId", width: 144 },
  { field: "seq", width: 72 },
  { field: "operatorName", width: 128 },
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
  return <ListPage resource={ledger} columns={columns} detail={JournalDetail} nameField="description" above={head} />;
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
      <Suspense fallback={null}>{part}</Suspense>
    </div>
  );
}
