import { channelMessages } from "@countinghouse/contract/gateways/channel/channel.messages.ts";
import { type Channel, channel } from "@countinghouse/contract/gateways/channel/channel.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { fromWire } from "@countinghouse/money/wire.ts";
import { CodesCell } from "@countinghouse/ui/cells/codes-cell.tsx";
import { MoneyCell } from "@countinghouse/ui/cells/money-cell.tsx";
import { Facts } from "@countinghouse/ui/layout/facts.tsx";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

const amount = (minor: string | null, currency: string) =>
  minor === null ? "–" : <MoneyCell isPlain amount={fromWire(minor, currency)} />;

/** A channel beside the list: what it sells, to whom, and who offers it. */
export function ChannelDetail({ row }: { readonly row: Channel }) {
  const { fields, text } = useWords(channelMessages);
  const locale = useLocale();
  const price = (
    <>
      {formatPercent(row.recommendedPercent)} %
      {row.recommendedFixed.map(({ currency, amount: fixed }) => (
        <span key={currency}> + {amount(fixed, currency)}</span>
      ))}
    </>
  );
  const limits = row.limits.map(({ currency, min, max }) => (
    <div key={currency}>
      {amount(min, currency)} – {amount(max, currency)}
    </div>
  ));
  const coverage = [
    {
      key: "currencies",
      label: fields.currencies,
      value: <CodesCell codes={row.currencies} none={text.everyCurrency} />,
      isWide: true,
    },
    {
      key: "countries",
      label: fields.countries,
      value: <CodesCell codes={row.countries} none={text.everyCountry} />,
      isWide: true,
    },
    { key: "limits", label: fields.limits, value: limits.length > 0 ? limits : "–" },
    { key: "price", label: text.listPrice, value: price },
    { key: "label", label: fields.checkoutLabel, value: row.checkoutLabel?.[locale] ?? row.methodName },
  ];
  const hasWindow = row.maintenanceFrom !== null;
  return (
    <>
      <RecordFacts
        resource={channel}
        of={{ ...row, gatewayName: row.gatewayName ?? text.anyGateway }}
        fields={["channelCode", "status", "methodName", "gatewayName", "sort", "merchants", "remark"]}
      />
      {hasWindow && <RecordFacts resource={channel} of={row} fields={["maintenanceFrom", "maintenanceTo"]} />}
      <section>
        <h3 className="ch-section-title">{text.coverage}</h3>
        <Facts facts={coverage} />
      </section>
      <Allowed need="channel:merchants">
        <Merchants id={row.id} />
      </Allowed>
      <RecordHistory resource={channel} of={row} />
    </>
  );
}

function Merchants({ id }: { readonly id: string }) {
  const { actions, text } = useWords(channelMessages);
  const answer = useAnswer(channel, "merchants", { id });
  return (
    <section>
      <h3 className="ch-section-title">{actions.merchants}</h3>
      <Answered answer={answer}>
        {(merchants) =>
          merchants.length === 0 ? (
            <p>{text.noMerchants}</p>
          ) : (
            <Facts
              facts={merchants.map(({ merchantId: key, merchantNo: label, name: value }) => ({
                key,
                label,
                value,
                isWide: true,
              }))}
            />
          )
        }
      </Answered>
    </section>
  );
}
