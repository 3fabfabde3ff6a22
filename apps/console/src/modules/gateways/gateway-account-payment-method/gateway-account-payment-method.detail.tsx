import { gatewayAccountPaymentMethodMessages } from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.messages.ts";
import {
  type GatewayMethod,
  type GatewayMethodCost,
  gatewayAccountPaymentMethod,
} from "@countinghouse/contract/gateways/gateway-account-payment-method/gateway-account-payment-method.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { CardRegion } from "@countinghouse/contract/payment-enumerations.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { Button } from "antd";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import { AmountText, FixedAmountsText, LimitsText, TakenCodes } from "../../../platform/gateways/cells.tsx";
import { ScrollX } from "../../../platform/gateways/scroll-x.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { AskOnce } from "../../../platform/pages/ask-once.tsx";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";

/** A method of an account beside the list: where it may be used and what it costs. */
export function GatewayMethodDetail({ row }: { readonly row: GatewayMethod }) {
  const { fields, text } = useWords(gatewayAccountPaymentMethodMessages);
  const wide = (key: keyof typeof fields, value: React.ReactNode) => ({ key, label: fields[key], value, isWide: true });
  return (
    <>
      <RecordFacts
        resource={gatewayAccountPaymentMethod}
        of={row}
        fields={["gatewayAccountName", "mode", "status", "category", "costModel"]}
      />
      <Prices row={row} />
      <Facts
        facts={[
          wide("refundCost", <FixedAmountsText amounts={row.refundCost} none={text.none} />),
          wide("disputeCost", <FixedAmountsText amounts={row.disputeCost} none={text.none} />),
        ]}
      />
      <h3 className="ch-section-title">{text.reach}</h3>
      <Facts
        facts={[
          wide("currencies", <TakenCodes codes={row.currencies} />),
          wide("countries", <TakenCodes codes={row.countries} />),
          wide("limits", <LimitsText limits={row.limits} none={text.none} />),
        ]}
      />
      <RecordHistory resource={gatewayAccountPaymentMethod} of={row} />
    </>
  );
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** The price list: what holds today and what is to come, and behind a button what held before. */
function Prices({ row }: { readonly row: GatewayMethod }) {
  const { fields, text } = useWords(gatewayAccountPaymentMethodMessages);
  const [isWhole, setWhole] = useState(false);
  const isOver = ({ isCurrent, validFrom }: GatewayMethodCost) => !isCurrent && validFrom <= today();
  const shown = isWhole ? row.cost : row.cost.filter((price) => !isOver(price));
  return (
    <section>
      <h3 className="ch-section-title">{text.prices}</h3>
      {row.cost.length === 0 ? (
        <p className="ch-lines-muted">{text.noPrices}</p>
      ) : (
        <ScrollX label={text.prices}>
          <table className="ch-figures">
            <thead>
              <tr>
                <th scope="col">{fields.currency}</th>
                <th scope="col">{fields.cardRegion}</th>
                <th scope="col" className="ch-figure">
                  {fields.percent}
                </th>
                <th scope="col" className="ch-figure">
                  {fields.fixed}
                </th>
                <th scope="col">{fields.validFrom}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((price) => (
                <PriceLine key={price.id} price={price} row={row} isOver={isOver(price)} />
              ))}
            </tbody>
          </table>
        </ScrollX>
      )}
      {row.cost.some(isOver) && !isWhole && (
        <Button type="link" size="small" onClick={() => setWhole(true)}>
          {text.earlier}
        </Button>
      )}
    </section>
  );
}

interface PriceLineProps {
  readonly price: GatewayMethodCost;
  readonly row: GatewayMethod;
  readonly isOver: boolean;
}

function PriceLine({ price, row, isOver }: PriceLineProps) {
  const { actions, text } = useWords(gatewayAccountPaymentMethodMessages);
  const locale = useLocale();
  const [isAsked, setAsked] = useState(false);
  const { currency, minimum, maximum, validFrom } = price;
  return (
    <tr className={isOver ? "ch-figures-past" : undefined}>
      <td>{currency}</td>
      <td>{CardRegion.memberOf(price.cardRegion)?.text[locale]}</td>
      <td className="ch-figure">{formatPercent(price.percent)} %</td>
      <td className="ch-figure">
        <AmountText minor={price.fixed} currency={currency} />
        {minimum && (
          <div className="ch-lines-muted">
            ≥ <AmountText minor={minimum} currency={currency} />
          </div>
        )}
        {maximum && (
          <div className="ch-lines-muted">
            ≤ <AmountText minor={maximum} currency={currency} />
          </div>
        )}
      </td>
      <td>
        {validFrom}
        {validFrom > today() && (
          <Allowed need="gatewayAccountPaymentMethod:costDelete">
            <button
              type="button"
              className="ch-icon-btn"
              aria-label={`${actions.costDelete} ${currency} ${fill(text.from, { day: validFrom })}`}
              onClick={() => setAsked(true)}
            >
              <Trash2 size={14} aria-hidden="true" />
            </button>
          </Allowed>
        )}
        {isAsked && <PriceRemoval price={price} row={row} onClose={() => setAsked(false)} />}
      </td>
    </tr>
  );
}

interface PriceRemovalProps {
  readonly price: GatewayMethodCost;
  readonly row: GatewayMethod;
  onClose(): void;
}

function PriceRemoval({ price, row, onClose }: PriceRemovalProps) {
  const { actions } = useWords(gatewayAccountPaymentMethodMessages);
  const words = useWords(pagesMessages);
  const { attempt } = useOperation(gatewayAccountPaymentMethod, "costDelete");
  const name = `${price.currency} ${formatPercent(price.percent)} % ${price.validFrom}`;
  return (
    <AskOnce
      question={{
        title: fill(words.confirmTitle, { action: actions.costDelete, name }),
        text: words.confirmDelete,
        confirm: actions.costDelete,
        isDangerous: true,
      }}
      onAnswer={async (isConfirmed) => {
        if (isConfirmed) await attempt({ id: row.id, costId: price.id });
        onClose();
      }}
    />
  );
}
