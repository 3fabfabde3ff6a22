import { type CashoutTerms, cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { type MerchantBalance, merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { payoutAccount } from "@countinghouse/contract/funds/payout-account/payout-account.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { formatMoney } from "@countinghouse/money/format.ts";
import { isPositive, type Money, money } from "@countinghouse/money/money.ts";
import { fromWire, toWire } from "@countinghouse/money/wire.ts";
import { Button, Modal, Segmented } from "antd";
import { useState } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { FormField, FormNotices } from "../../../platform/pages/form-field.tsx";
import { submitByKey } from "../../../platform/pages/operation-frame.tsx";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { UnsavedGuard } from "../../../platform/pages/unsaved-guard.tsx";
import { type RecordFormState, useRecordForm } from "../../../platform/pages/use-record-form.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";
import { AccountPicks, isFit } from "./cashout.accounts.part.tsx";
import "./cashout.css";
import { cashoutScreenMessages } from "./cashout.messages.ts";
import { Price, usePrice } from "./cashout.price.part.tsx";

/** The form of a withdrawal: of which balance, by what terms and to which account is read first. */
export function CashoutEntry({ record, onClose }: RowFormProps) {
  const mode = useStore(paymentMode);
  const words = useWords(cashoutScreenMessages);
  const balances = useAnswer(merchantBalance, "page", { mode, page: 1, pageSize: 200 });
  const opened = (record as Partial<MerchantBalance> | undefined)?.currency;
  const [chosen, setChosen] = useState<string>();
  return (
    <Modal
      open
      centered
      width={920}
      className="cashout-modal"
      title={words.formTitle}
      footer={null}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      <Answered answer={balances}>
        {({ items }) => {
          const held = items.find(({ availableAmount }) => isPositive(money(BigInt(availableAmount), "USD")));
          const currency = chosen ?? opened ?? held?.currency ?? items[0]?.currency;
          if (!currency) return <p className="funds-quiet">{words.nothingYet}</p>;
          return (
            <>
              {items.length > 1 && !opened ? (
                <Segmented
                  options={items.map((one) => one.currency)}
                  value={currency}
                  onChange={(next) => setChosen(next)}
                />
              ) : null}
              <ByTerms key={currency} currency={currency} onClose={onClose} />
            </>
          );
        }}
      </Answered>
    </Modal>
  );
}

interface RequestedCashout {
  readonly currency: string;
  onClose(): void;
}

function ByTerms({ currency, onClose }: RequestedCashout) {
  const mode = useStore(paymentMode);
  const words = useWords(cashoutScreenMessages);
  const terms = useAnswer(cashout, "terms", { mode, currency });
  const accounts = useAnswer(payoutAccount, "page", { mode, page: 1, pageSize: 100, kind: "beneficiary" });
  return (
    <Answered answer={terms}>
      {(known) =>
        known.blockedBy ? (
          <p className="funds-note ch-tone-danger">{fill(words.blocked[known.blockedBy], { currency })}</p>
        ) : (
          <Answered answer={accounts}>
            {({ items }) => <Entry terms={known} accounts={items} mode={mode} onClose={onClose} />}
          </Answered>
        )
      }
    </Answered>
  );
}

interface EntryProps {
  readonly terms: CashoutTerms;
  readonly accounts: Parameters<typeof AccountPicks>[0]["accounts"];
  readonly mode: "live" | "test";
  onClose(): void;
}

const asked = ["amount", "payoutAccountId", "remark"];

function Entry({ terms, accounts, mode, onClose }: EntryProps) {
  const words = useWords(cashoutScreenMessages);
  const fit = accounts.filter((account) => isFit(account));
  const first = fit.find(({ isDefault, currency }) => isDefault && currency === terms.currency) ?? fit[0];
  const [start] = useState({ mode, currency: terms.currency, payoutAccountId: first?.id });
  const form = useRecordForm({
    resource: cashout,
    operation: "add",
    initial: start,
    record: undefined,
    shown: () => asked,
    success: words.submitted,
    onDone: onClose,
    onSent: onClose,
  });
  const price = usePrice(form, terms);
  const account = accounts.find(({ id }) => id === form.values.payoutAccountId);
  return (
    <form
      className="cashout-form"
      noValidate
      onKeyDown={submitByKey(form)}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className="cashout-side">
        <FormNotices form={form} shown={asked} />
        <AmountField form={form} terms={terms} />
        <AccountPicks
          accounts={accounts}
          chosen={form.values.payoutAccountId}
          onChoose={(id) => form.set("payoutAccountId", id)}
        />
        <FormField form={form} resource={cashout} operation="add" isDue field={{ field: "remark", isWide: true }} />
      </div>
      <aside className="cashout-cost" aria-live="polite">
        <Price price={price} receiver={account ? `${account.bankName} ·· ${account.last4}` : undefined} />
        <Question form={form} price={price} onClose={onClose} />
      </aside>
      <UnsavedGuard isDirty={form.isDirty} />
    </form>
  );
}

interface AmountFieldProps {
  readonly form: RecordFormState;
  readonly terms: CashoutTerms;
}

/** How much, with what may be withdrawn at most and by which limits. */
function AmountField({ form, terms }: AmountFieldProps) {
  const words = useWords(cashoutScreenMessages);
  const language = useLocale();
  const [round, setRound] = useState(0);
  const minor = (value: string) => fromWire(value, terms.currency);
  const text = (amount: Money, show?: "none") => formatMoney(amount, show ? { language, show } : { language });
  const free = minor(terms.withdrawable);
  const step = BigInt(terms.step) > 0n ? BigInt(terms.step) : 1n;
  const half = money((free.amountMinor / 2n / step) * step, terms.currency);
  const all = money((free.amountMinor / step) * step, terms.currency);
  const choose = (amount: Money) => {
    form.set("amount", toWire(amount));
    // What is typed stands in the input itself: another one shows what was chosen.
    setRound(round + 1);
  };
  const limits = [
    fill(words.from, { amount: text(minor(terms.min)) }),
    terms.max ? fill(words.upTo, { amount: text(minor(terms.max)) }) : "",
    terms.dailyLeft ? fill(words.leftToday, { amount: text(minor(terms.dailyLeft)) }) : "",
  ];
  return (
    <div className="cashout-amount">
      <FormField
        key={round}
        form={form}
        resource={cashout}
        operation="add"
        isDue
        field={{ field: "amount", hint: limits.filter(Boolean).join(" · "), isWide: true }}
        record={{ currency: terms.currency }}
      />
      <p className="cashout-quick">
        {[
          { label: words.all, amount: all },
          { label: words.half, amount: half },
        ].map(({ label, amount }) =>
          isPositive(amount) ? (
            <button key={label} type="button" className="ch-btn" onClick={() => choose(amount)}>
              {fill(label, { amount: text(amount, "none") })}
            </button>
          ) : null,
        )}
        <span className="funds-quiet">{fill(words.youKeep, { amount: text(minor(terms.minRetained)) })}</span>
      </p>
    </div>
  );
}

interface QuestionProps {
  readonly form: RecordFormState;
  readonly price: ReturnType<typeof usePrice>;
  onClose(): void;
}

/** Asks before it is applied for, and names what leaves and what stays. */
function Question({ form, price, onClose }: QuestionProps) {
  const words = useWords(cashoutScreenMessages);
  const { cancel } = useWords(pagesMessages);
  const language = useLocale();
  const { preview, refusal } = price;
  const text = (minor: string, currency: string) => formatMoney(fromWire(minor, currency), { language });
  return (
    <section className="cashout-question">
      <h3>{words.sure}</h3>
      {preview ? (
        <p>
          {fill(words.leavesAtOnce, {
            amount: text(preview.debitedAmount, preview.currency),
            left: text(preview.availableAfter, preview.currency),
          })}{" "}
          {preview.takesApproval ? words.waits : words.atOnce}
          {preview.currency === preview.targetCurrency ? "" : ` ${words.rateNote}`}
        </p>
      ) : null}
      <div className="cashout-buttons">
        <Button
          type="primary"
          disabled={form.isBusy || !preview || refusal !== undefined}
          onClick={() => void form.submit()}
        >
          {words.apply}
        </Button>
        <Button onClick={onClose}>{cancel}</Button>
      </div>
      <p className="funds-quiet">{words.nextCode}</p>
    </section>
  );
}
