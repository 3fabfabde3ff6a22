import { editableStates, merchantLifecycle } from "@countinghouse/contract/merchants/merchant/merchant.lifecycle.ts";
import { merchantMessages } from "@countinghouse/contract/merchants/merchant/merchant.messages.ts";
import { type Merchant, merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { merchantRequestMessages } from "@countinghouse/contract/merchants/merchant-request/merchant-request.messages.ts";
import {
  askedParticulars,
  type MerchantRequest,
  merchantRequest,
} from "@countinghouse/contract/merchants/merchant-request/merchant-request.ts";
import { RequestStatus } from "@countinghouse/contract/merchants/merchant-request/request-enumerations.ts";
import { Timeline } from "@countinghouse/ui/layout/timeline.tsx";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { DetailPage } from "../../../platform/pages/detail-page.tsx";
import { PageActions } from "../../../platform/pages/page-actions.tsx";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { nameOfShop, useOwnMerchant } from "../../../platform/session/session.ts";
import { particulars } from "./merchant.detail.tsx";
import "./merchant.css";

const forms = () => import("./merchant.form.tsx");
const requestForms = () => import("./merchant.request.form.tsx");

const isEditable = ({ status }: Merchant): boolean => editableStates.includes(status);

/**
 * The company of whoever signs in for it, in place of a list of one. It is edited while nobody judges it; afterwards a
 * change is asked for, and what became of it stands below.
 */
export function OwnCompany() {
  const id = useOwnMerchant()?.id ?? "";
  const locale = useLocale();
  return (
    <DetailPage
      resource={merchant}
      id={id}
      nameField="name"
      heading={(row) => nameOfShop(row, locale)}
      sub={(row) => <span className="ch-mono">{row.merchantNo}</span>}
      actions={[{ action: "update", when: isEditable }, "submit", "resubmit"]}
      lifecycle={merchantLifecycle}
      forms={forms}
    >
      {(row) => <Company row={row} />}
    </DetailPage>
  );
}

/** What the heading says already. */
const inHeading: readonly string[] = ["merchantNo", "status"];

/** Whether a field tells the company something of itself: what is not known is asked for, not shown as a dash. */
function isTold(row: Merchant, field: keyof Merchant, heading: string): boolean {
  const value: unknown = row[field];
  if (inHeading.includes(field) || (field === "nameEn" && value === heading)) return false;
  return Array.isArray(value) ? value.length > 0 : value !== null && value !== undefined && value !== "";
}

function Company({ row }: { readonly row: Merchant }) {
  const { text } = useWords(merchantMessages);
  const heading = nameOfShop(row, useLocale());
  const cards = Object.entries(particulars)
    .map(([name, fields]) => ({ name, told: fields.filter((field) => isTold(row, field, heading)) }))
    .filter(({ told }) => told.length > 0);
  const may = useMay();
  return (
    <>
      {isEditable(row) ? null : (
        <div className="company-ask">
          <PageActions
            resource={merchantRequest}
            actions={["add"]}
            forms={requestForms}
            initial={{ ...askedOf(row), merchantId: row.id }}
          />
        </div>
      )}
      <div className="company-facts">
        {cards.map(({ name, told }) => (
          <section key={name} className="ch-card company-card">
            <h2 className="ch-section-title">{text[name as keyof typeof particulars]}</h2>
            <RecordFacts resource={merchant} of={row} fields={told} />
          </section>
        ))}
      </div>
      {may("merchantRequest:page") ? <Requests /> : null}
    </>
  );
}

/** What can be asked for, as it is now. */
const askedOf = (row: Merchant): object =>
  Object.fromEntries(Object.keys(askedParticulars.shape).map((field) => [field, row[field as keyof Merchant]]));

/** What was asked for, and what came of it. */
function Requests() {
  const { title } = useWords(merchantRequestMessages);
  const answer = useAnswer(merchantRequest, "page", { page: 1, pageSize: 20 });
  return (
    <Answered answer={answer}>
      {({ items }) =>
        items.length === 0 ? null : (
          <section className="ch-card company-card">
            <h2 className="ch-section-title">{title}</h2>
            <RequestStory items={items} />
          </section>
        )
      }
    </Answered>
  );
}

function RequestStory({ items }: { readonly items: readonly MerchantRequest[] }) {
  const { title, fields } = useWords(merchantRequestMessages);
  const labels: Readonly<Record<string, string>> = fields;
  const locale = useLocale();
  const events = items.map(({ id, createTime, wanted, note, status, answer, createUserName }) => {
    const state = RequestStatus.memberOf(status);
    const asked = wanted.map(({ field, from, to }) => `${labels[field] ?? field}: ${from ?? "–"} → ${to ?? "–"}`);
    return {
      key: id,
      at: createTime,
      title: [...asked, note].filter(Boolean).join("; "),
      detail: [state?.text[locale] ?? status, answer, createUserName].filter(Boolean).join(" · "),
      ...(state ? { tone: state.tone, shape: state.shape } : {}),
    };
  });
  return <Timeline label={title} events={events} />;
}
