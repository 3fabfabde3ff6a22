import { cardRangeMessages } from "@countinghouse/contract/gateways/card-range/card-range.messages.ts";
import { CardDigits, type CardRange, cardRange } from "@countinghouse/contract/gateways/card-range/card-range.ts";
import { TextCell, Unknown } from "@countinghouse/ui/cells/text-cell.tsx";
import { Field } from "@countinghouse/ui/fields/field.tsx";
import { TextInput } from "@countinghouse/ui/fields/inputs.tsx";
import { useState } from "react";
import { Link } from "react-router";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { countryName } from "../../../platform/i18n/country-name.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ListPage, type ListPageProps } from "../../../platform/pages/list-page.tsx";
import { brandName } from "../../../platform/payments/method-name.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import "./card-range.css";

type Row = { readonly row: CardRange };

const Country = ({ row: { country } }: Row) => <TextCell value={`${countryName(country, useLocale())} · ${country}`} />;

const Brand = ({ row: { brand } }: Row) => (brand === null ? <Unknown /> : <TextCell value={brandName(brand)} />);

const columns: ListPageProps<typeof cardRange>["columns"] = [
  { field: "low", width: 136, part: "name" },
  { field: "high", width: 136, part: "none" },
  { field: "country", cell: Country, width: 168, part: "more" },
  { field: "brand", cell: Brand, width: 128, part: "none" },
  { field: "funding", width: 112 },
  { field: "source", width: 168, part: "owner" },
  { field: "fileDate", width: 128 },
];

/** Says which country a card's first digits stand for, as the payment path would be told. */
function LookUp() {
  const { fields, text } = useWords(cardRangeMessages);
  const [typed, setTyped] = useState("");
  const digits = CardDigits.safeParse(typed.replace(/\s/g, "")).data;
  return (
    <section className="ch-card card-range-look-up">
      <Field label={fields.digits} hint={text.lookUpHint}>
        {(facts) => <TextInput facts={facts} value={typed} onChange={(next) => setTyped(next ?? "")} maxLength={11} />}
      </Field>
      <p role="status">{digits === undefined ? text.decides : <Found digits={digits} />}</p>
    </section>
  );
}

function Found({ digits }: { readonly digits: string }) {
  const { text } = useWords(cardRangeMessages);
  const locale = useLocale();
  const answer = useAnswer(cardRange, "lookUp", { digits });
  return (
    <Answered answer={answer}>
      {(found) =>
        found ? (
          <>
            <b>{`${countryName(found.country, locale)} · ${found.country}`}</b>
            <span className="card-range-dim">{` ${found.low}–${found.high} · ${found.source}, ${found.fileDate}`}</span>
          </>
        ) : (
          text.unknown
        )
      }
    </Answered>
  );
}

function ToFiles() {
  const { text } = useWords(cardRangeMessages);
  return (
    <Allowed need="cardRangeFile:page">
      <Link to="/acquiring/card-range-file">{text.toFiles}</Link>
    </Allowed>
  );
}

/** The ranges in force of every source that was loaded, and the card's issuer they tell. */
export const CardRangeList = () => (
  <ListPage
    resource={cardRange}
    columns={columns}
    nameField="low"
    tools={<ToFiles />}
    above={
      <Allowed need="cardRange:lookUp">
        <LookUp />
      </Allowed>
    }
  />
);
