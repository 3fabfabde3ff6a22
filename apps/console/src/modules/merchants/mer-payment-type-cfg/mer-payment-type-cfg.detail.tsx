import { merPaymentTypeCfgMessages } from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.messages.ts";
import {
  type MerPaymentTypeCfg,
  merPaymentTypeCfg,
} from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";

const sections = {
  which: ["merchantName", "coinAppName", "paymentType", "status"],
  cards: ["requireCvc", "requireThreeDs", "allowSavedCard", "allowManualCapture", "pciLevel"],
  orders: ["maxAttempts", "orderExpireMinutes"],
} as const;

/** A way to begin payments, beside the list. */
export function MerPaymentTypeCfgDetail({ row }: { readonly row: MerPaymentTypeCfg }) {
  const { text } = useWords(merPaymentTypeCfgMessages);
  return (
    <>
      {Object.entries(sections).map(([name, fields]) => (
        <section key={name}>
          <h3 className="ch-section-title">{text[name as keyof typeof sections]}</h3>
          <RecordFacts resource={merPaymentTypeCfg} of={row} fields={fields} />
        </section>
      ))}
      <Limits of={row.limits} />
      <RecordHistory resource={merPaymentTypeCfg} of={row} />
    </>
  );
}

function Limits({ of: limits }: { readonly of: MerPaymentTypeCfg["limits"] }) {
  const { text, fields } = useWords(merPaymentTypeCfgMessages);
  const amount = (minor: string | null, currency: string) =>
    minor === null ? text.unlimited : <MoneyCell isPlain amount={fromWire(minor, currency)} />;
  return (
    <section>
      <h3 className="ch-section-title">{fields.limits}</h3>
      {limits.length === 0 ? (
        <p className="ch-diff-none">{text.unlimited}</p>
      ) : (
        <table className="ch-diff" aria-label={fields.limits}>
          <thead>
            <tr>
              <th scope="col">{fields.currency}</th>
              <th scope="col">{fields.perTransactionMax}</th>
              <th scope="col">{fields.dailyMax}</th>
            </tr>
          </thead>
          <tbody>
            {limits.map(({ currency, perTransactionMax, dailyMax }) => (
              <tr key={currency}>
                <th scope="row">{currency}</th>
                <td>{amount(perTransactionMax, currency)}</td>
                <td>{amount(dailyMax, currency)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
