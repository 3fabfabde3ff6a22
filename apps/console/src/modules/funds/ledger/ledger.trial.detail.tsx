import { ledgerMessages } from "@countinghouse/contract/funds/ledger/ledger.messages.ts";
import { type LedgerAccount, ledger, type MerchantAccount } from "@countinghouse/contract/funds/ledger/ledger.ts";
import type { Movement } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { InstantInput } from "@countinghouse/ui/fields/date-inputs.tsx";
import { Drawer } from "antd";
import { ArrowLeft, ChevronRight } from "lucide-react";
import { useState } from "react";
import { call } from "../../../platform/api/client.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { AccountName, useAccountName } from "../../../platform/payments/account-name.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { type PaymentModeName, paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";
import { ExplanationView } from "./ledger.explain.part.tsx";
import { JournalCard } from "./ledger.journal.detail.tsx";
import { Amount } from "./ledger.words.part.tsx";
import "./ledger.css";

/** What all accounts hold, by currency, with both sides added up; each leads to its merchants and their postings. */
export function TrialBalance() {
  const { text } = useWords(ledgerMessages);
  const mode = useStore(paymentMode);
  const [asOf, setAsOf] = useState<string>();
  const [open, setOpen] = useState<LedgerAccount>();
  const answer = useAnswer(ledger, "trialBalance", { mode, ...(asOf ? { asOf } : {}) });
  return (
    <>
      <div className="ledger-bar">
        <div className="ledger-as-of">
          <label htmlFor="trial-as-of">{text.asOf}</label>
          <InstantInput
            facts={{ id: "trial-as-of", isInvalid: false, describedBy: undefined }}
            value={asOf}
            onChange={(instant) => setAsOf(instant ?? undefined)}
          />
        </div>
      </div>
      <Answered answer={answer}>
        {(data) => (
          <>
            {data.accounts.length === 0 && <EmptyState title={text.noAccounts} />}
            {data.totals.map((total) => (
              <CurrencyTable
                key={total.currency}
                total={total}
                accounts={data.accounts.filter(({ currency }) => currency === total.currency)}
                onOpen={setOpen}
              />
            ))}
          </>
        )}
      </Answered>
      {open && <AccountDrawer account={open} mode={mode} asOf={asOf} onClose={() => setOpen(undefined)} />}
    </>
  );
}

interface CurrencyTableProps {
  readonly total: { readonly currency: string; readonly debit: string; readonly credit: string };
  readonly accounts: readonly LedgerAccount[];
  onOpen(account: LedgerAccount): void;
}

/** The accounts of one currency, each on the side its sign says. */
function CurrencyTable({ total: { currency, debit, credit }, accounts, onOpen }: CurrencyTableProps) {
  const { fields, text } = useWords(ledgerMessages);
  const isEqual = debit === credit;
  return (
    <section className="ch-card ledger-trial">
      <header className="ledger-trial-head">
        <h2>{currency}</h2>
        <StatusChip text={isEqual ? text.equal : text.unequal} tone={isEqual ? "success" : "danger"} isFlat />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className="ledger-scroll" tabIndex={0} aria-label={`${text.accountsTab} ${currency}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">{fields.accountCode}</th>
              <th scope="col" className="ledger-figure ch-not-phone">
                {text.merchants}
              </th>
              <th scope="col" className="ledger-figure">
                {text.debit}
              </th>
              <th scope="col" className="ledger-figure">
                {text.credit}
              </th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <AccountRow key={account.accountCode} account={account} onOpen={onOpen} />
            ))}
            <tr className="ledger-total">
              <th scope="row">{text.total}</th>
              <td className="ch-not-phone" />
              <td className="ledger-figure">
                <Amount value={debit} currency={currency} />
              </td>
              <td className="ledger-figure">
                <Amount value={credit} currency={currency} />
              </td>
            </tr>
          </tbody>
        </table>
      </section>
    </section>
  );
}

function AccountRow({ account, onOpen }: { readonly account: LedgerAccount; onOpen(account: LedgerAccount): void }) {
  const { accountCode, amount, currency, merchants, side } = account;
  const isNegative = amount.startsWith("-");
  const stands = isNegative === (side === "credit") ? "debit" : "credit";
  const figure = amount === "0" ? null : <Amount value={amount.replace("-", "")} currency={currency} />;
  return (
    <tr>
      <td>
        <button type="button" className="ledger-row" onClick={() => onOpen(account)}>
          <AccountName code={accountCode} />
        </button>
      </td>
      <td className="ledger-figure ch-not-phone">{merchants}</td>
      <td className="ledger-figure">{stands === "debit" && figure}</td>
      <td className="ledger-figure">{stands === "credit" && figure}</td>
    </tr>
  );
}

interface AccountDrawerProps {
  readonly account: LedgerAccount;
  readonly mode: PaymentModeName;
  readonly asOf: string | undefined;
  onClose(): void;
}

/** From an account over all merchants to one merchant's, from there to its postings, and on to their journals. */
function AccountDrawer({ account, mode, asOf, onClose }: AccountDrawerProps) {
  const { text } = useWords(ledgerMessages);
  const nameOf = useAccountName();
  const [merchant, setMerchant] = useState<MerchantAccount>();
  const [journal, setJournal] = useState<Movement>();
  const back = journal
    ? { label: text.items, go: () => setJournal(undefined) }
    : { label: text.byMerchant, go: () => setMerchant(undefined) };
  return (
    <Drawer open size={640} title={`${nameOf(account.accountCode)} · ${account.currency}`} onClose={onClose}>
      {merchant && (
        <button type="button" className="ch-link ledger-back" onClick={back.go}>
          <ArrowLeft size={14} aria-hidden="true" />
          {back.label}
        </button>
      )}
      {!merchant && <ByMerchant account={account} mode={mode} asOf={asOf} onOpen={setMerchant} />}
      {merchant && !journal && <AccountExplanation of={merchant} asOf={asOf} onJournal={setJournal} />}
      {merchant && journal && <JournalCard merchantId={merchant.merchantId} id={journal.journalId} />}
    </Drawer>
  );
}

interface ByMerchantProps {
  readonly account: LedgerAccount;
  readonly mode: PaymentModeName;
  readonly asOf: string | undefined;
  onOpen(account: MerchantAccount): void;
}

function ByMerchant({ account: { accountCode, currency }, mode, asOf, onOpen }: ByMerchantProps) {
  const { text } = useWords(ledgerMessages);
  // The account of every merchant ends alike.
  const ending = accountCode.replace("mer:*", "");
  const answer = useAnswer(ledger, "accountPage", {
    mode,
    accountCode: ending,
    currency: [currency],
    pageSize: 200,
    ...(asOf ? { asOf } : {}),
  });
  return (
    <Answered answer={answer}>
      {(data) => (
        <>
          <h3 className="ch-section-title">{text.byMerchant}</h3>
          <ul className="ledger-movements">
            {data.items
              .filter(({ accountCode: code }) => code.endsWith(ending))
              .map((one) => (
                <li key={one.id} className="ledger-movement">
                  <span className="ledger-movement-what">{one.merchantName}</span>
                  <Amount value={one.amount} currency={one.currency} />
                  <button
                    type="button"
                    className="ledger-open"
                    aria-label={`${text.movements}: ${one.merchantName}`}
                    onClick={() => onOpen(one)}
                  >
                    <ChevronRight size={16} aria-hidden="true" />
                  </button>
                </li>
              ))}
          </ul>
        </>
      )}
    </Answered>
  );
}

interface AccountExplanationProps {
  readonly of: MerchantAccount;
  readonly asOf: string | undefined;
  onJournal(movement: Movement): void;
}

function AccountExplanation({
  of: { merchantId, merchantName, mode, accountCode },
  asOf,
  onJournal,
}: AccountExplanationProps) {
  const place = { merchantId, mode, code: accountCode, ...(asOf ? { asOf } : {}) };
  const answer = useAnswer(ledger, "explain", place);
  return (
    <Answered answer={answer}>
      {(data) => (
        <>
          <p>
            {merchantName} <span className="ledger-code">{accountCode}</span>
          </p>
          <ExplanationView
            explanation={data}
            name={[ledger.name, "explain", place]}
            ask={(cursor) => call(ledger, "explain", { ...place, cursor })}
            onJournal={onJournal}
          />
        </>
      )}
    </Answered>
  );
}
