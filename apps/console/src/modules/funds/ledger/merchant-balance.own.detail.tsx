import { cashout } from "@countinghouse/contract/funds/cashout/cashout.ts";
import { merchantBalanceMessages } from "@countinghouse/contract/funds/ledger/merchant-balance.messages.ts";
import { type MerchantBalance, merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { Segmented } from "antd";
import { useState } from "react";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { useRowActions } from "../../../platform/pages/row-actions.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { paymentMode } from "../../../platform/session/payment-mode.ts";
import { useStore } from "../../../platform/state/store.ts";
import { MerchantBalanceDetail } from "./merchant-balance.detail.tsx";
import "./ledger.css";

/** The balance of somebody's own shop, opened: where the money is, what each number is made of, and what comes when. */
export function OwnBalance() {
  const { text } = useWords(merchantBalanceMessages);
  const mode = useStore(paymentMode);
  const answer = useAnswer(merchantBalance, "page", { mode, page: 1, pageSize: 200 });
  return (
    <div className="ch-page">
      <Answered answer={answer}>
        {({ items }) => (
          <>
            {items.length === 0 && (
              <>
                <header className="ch-page-head">
                  <Title />
                </header>
                <EmptyState title={text.nothingExpected} />
              </>
            )}
            {items.length > 0 && <Balances key={mode} rows={items} />}
          </>
        )}
      </Answered>
    </div>
  );
}

/** What a merchant can do about its balance. */
const withdrawing = [{ action: "add", resource: cashout }] as const;

/** One balance a currency; the currency is chosen where there are several. */
function Balances({ rows }: { readonly rows: readonly MerchantBalance[] }) {
  const { fields } = useWords(merchantBalanceMessages);
  const [currency, setCurrency] = useState<string>();
  const actions = useRowActions({ resource: merchantBalance, actions: withdrawing });
  const row = rows.find((one) => one.currency === currency) ?? rows.find(({ isNonZero }) => isNonZero) ?? rows[0];
  return (
    <>
      <header className="ch-page-head">
        <Title />
        <span className="ch-grow" />
        {rows.length > 1 && (
          <Segmented
            aria-label={fields.currency}
            options={rows.map((one) => one.currency)}
            value={row?.currency ?? ""}
            onChange={(next) => setCurrency(next)}
          />
        )}
        {row && actions.inHead(row)}
      </header>
      {actions.layer}
      {row && (
        <section className="ch-card ledger-own">
          <MerchantBalanceDetail key={row.id} row={row} />
        </section>
      )}
    </>
  );
}

/** The page is called what the menu calls it. */
function Title() {
  const locale = useLocale();
  return <h1>{merchantBalance.menu?.ownTitle?.[locale]}</h1>;
}
