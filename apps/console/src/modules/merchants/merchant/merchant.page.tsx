import { fill } from "@countinghouse/contract/kit/locale.ts";
import { type Merchant, merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { Copyable } from "@countinghouse/ui/cells/copyable.tsx";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useParams } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { countryName } from "../../../platform/i18n/country-name.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { DetailPage } from "../../../platform/pages/detail-page.tsx";
import { RecordFacts } from "../../../platform/pages/record-facts.tsx";
import { MerchantChecklist } from "./merchant.checklist.part.tsx";
import "./merchant.css";
import { MerchantDetail, MerchantHistory } from "./merchant.detail.tsx";
import { merchantScreenMessages } from "./merchant.messages.ts";
import { merchantStates, stepsOn } from "./merchant.steps.part.ts";

const forms = () => import("./merchant.form.tsx");

/** A merchant as a page: its way to live payments, each step done in place, and the whole of its life. */
export function MerchantPage() {
  const { id = "" } = useParams();
  const mayCheck = useMay()("goLive:checklist");
  return (
    <DetailPage
      resource={merchant}
      id={id}
      actions={["update", ...stepsOn]}
      lifecycle={merchantStates}
      forms={forms}
      nameField="name"
      sub={(row) => <MerchantNaming row={row} />}
    >
      {(row) => (mayCheck ? <MerchantDesk row={row} /> : <MerchantDetail row={row} />)}
    </DetailPage>
  );
}

interface RowProps {
  readonly row: Merchant;
}

function MerchantNaming({ row }: RowProps) {
  const words = useWords(merchantScreenMessages);
  const locale = useLocale();
  const zone = useTimeZone();
  const day = formatInstant(row.createTime, zone).slice(0, 10);
  return (
    <span className="merchant-naming">
      <Copyable value={row.merchantNo} className="ch-mono">
        {row.merchantNo}
      </Copyable>
      <span>{[countryName(row.country, locale), row.currency, fill(words.created, { day })].join(" · ")}</span>
    </span>
  );
}

const facts = [
  "tenantName",
  "legalName",
  "type",
  "country",
  "currency",
  "timezone",
  "website",
  "expectedMonthlyVolume",
  "riskLevel",
  "orgName",
  "contactName",
  "contactEmail",
  "contactPhone",
  "accounts",
  "canPay",
  "canRefund",
  "canWithdraw",
  "canPayout",
  "statusReason",
] as const;

/** What an operator works with: the checklist, and beside it who the merchant is and what happened to it. */
function MerchantDesk({ row }: RowProps) {
  const words = useWords(merchantScreenMessages);
  const may = useMay();
  const told = facts.filter((name) => (row[name] ?? "") !== "");
  return (
    <div className="merchant-desk">
      <MerchantChecklist row={row} />
      <div>
        <section className="ch-card merchant-card merchant-facts">
          <h2>{words.facts}</h2>
          <RecordFacts resource={merchant} of={row} fields={told} />
        </section>
        {may("merchant:history") && (
          <section className="ch-card merchant-card">
            <h2>{words.activity}</h2>
            <MerchantHistory id={row.id} />
          </section>
        )}
      </div>
    </div>
  );
}
