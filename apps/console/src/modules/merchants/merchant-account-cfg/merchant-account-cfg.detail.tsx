import { fill } from "@countinghouse/contract/kit/locale.ts";
import { merchantAccountCfgMessages } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.messages.ts";
import {
  accountTerms,
  type MerchantAccountCfg,
  merchantAccountCfg,
} from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { TermsStatus } from "@countinghouse/contract/terms-enumerations.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Timeline, type TimelineEvent } from "@countinghouse/ui/layout/timeline.tsx";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { DecisionDialog } from "../../../platform/pages/decision-dialog.tsx";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordDiff } from "../../../platform/pages/record-diff.tsx";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { ScheduleCell } from "./schedule.part.tsx";
import { reserveFields, sections } from "./terms-fields.part.ts";
import { TermsPreview } from "./terms-preview.detail.tsx";

const settlementFields = ["settlementZone", "cutoffTime", "minSettlementAmount", "autoSettle"];
const standing = ["status", "validFrom", "validTo", "approveUserName", "decideTime", "decisionReason"];
const compared = Object.keys(accountTerms);

/** Terms beside the list: how they read, what a waiting version changes and means, and the versions before. */
export function MerchantAccountCfgDetail({ row }: { readonly row: MerchantAccountCfg }) {
  const { fields, text } = useWords(merchantAccountCfgMessages);
  const may = useMay();
  return (
    <>
      <section className="ch-terms">
        <strong>
          <ScheduleCell row={row} /> · {row.settlementCurrency}
        </strong>
        {row.calendars.length > 0 && <span>{`${fields.calendars} ${row.calendars.join(" · ")}`}</span>}
      </section>
      {row.status === "pending" && <Changes row={row} />}
      {row.status === "pending" && may("merchantAccountCfg:preview") && <TermsPreview row={row} />}
      <RecordFacts resource={merchantAccountCfg} of={row} fields={standing} />
      <h3 className="ch-section-title">{text.settlement}</h3>
      <RecordFacts resource={merchantAccountCfg} of={row} fields={settlementFields} />
      <h3 className="ch-section-title">{text.reserve}</h3>
      <RecordFacts resource={merchantAccountCfg} of={row} fields={reserveFields[row.reserveType]} />
      {Object.entries(sections).map(([name, fields]) => (
        <section key={name}>
          <h3 className="ch-section-title">{text[name as keyof typeof sections]}</h3>
          <RecordFacts resource={merchantAccountCfg} of={row} fields={fields} />
        </section>
      ))}
      {may("merchantAccountCfg:history") && <Versions of={row} />}
      <RecordHistory resource={merchantAccountCfg} of={row} />
    </>
  );
}

/** What a waiting version changes against the terms in force. */
function Changes({ row }: { readonly row: MerchantAccountCfg }) {
  const { text } = useWords(merchantAccountCfgMessages);
  const asked = { merchantId: row.merchantId, currency: row.settlementCurrency as never };
  const answer = useAnswer(merchantAccountCfg, "effective", asked);
  return (
    <section>
      <h3 className="ch-section-title">{text.changes}</h3>
      <Answered answer={answer}>
        {([before]) => (
          <>
            {before ? null : <p>{text.firstVersion}</p>}
            <RecordDiff
              resource={merchantAccountCfg}
              label={text.changes}
              before={before}
              after={row}
              fields={compared}
              same={text.noChanges}
            />
          </>
        )}
      </Answered>
    </section>
  );
}

/** The versions of the same merchant and currency, the newest first. */
function Versions({ of: { merchantId, settlementCurrency } }: { readonly of: MerchantAccountCfg }) {
  const { text } = useWords(merchantAccountCfgMessages);
  const locale = useLocale();
  const zone = useTimeZone();
  const answer = useAnswer(merchantAccountCfg, "history", { merchantId });
  const eventOf = (version: MerchantAccountCfg): TimelineEvent => {
    const status = TermsStatus.memberOf(version.status);
    const people = [version.createUserName, version.approveUserName].filter(Boolean).join(" → ");
    const end = version.validTo ? fill(text.until, { day: formatInstant(version.validTo, zone) }) : undefined;
    return {
      key: version.id,
      at: version.validFrom,
      title: (
        <>
          <ScheduleCell row={version} />{" "}
          {status && <StatusChip text={status.text[locale]} tone={status.tone} shape={status.shape} />}
        </>
      ),
      detail: [people, end, version.decisionReason].filter(Boolean).join(" · "),
      ...(status ? { tone: status.tone, shape: status.shape } : {}),
    };
  };
  const ofCurrency = (version: MerchantAccountCfg) => version.settlementCurrency === settlementCurrency;
  return (
    <section>
      <h3 className="ch-section-title">{text.versions}</h3>
      <Answered answer={answer}>
        {(versions) => <Timeline label={text.versions} events={versions.filter(ofCurrency).map(eventOf)} />}
      </Answered>
    </section>
  );
}

/** Lays waiting terms before whoever may agree to them. */
export function MerchantAccountCfgApprove({ record, onClose }: RowFormProps<MerchantAccountCfg>) {
  const { text } = useWords(merchantAccountCfgMessages);
  const zone = useTimeZone();
  const mayPreview = useMay()("merchantAccountCfg:preview");
  if (!record) return null;
  const isLater = Date.parse(record.validFrom) > Date.now();
  const lead = isLater ? fill(text.approveLead, { time: formatInstant(record.validFrom, zone) }) : text.approveNow;
  return (
    <DecisionDialog
      resource={merchantAccountCfg}
      operation="approve"
      row={record}
      nameField="merchantName"
      onClose={onClose}
    >
      <p>{lead}</p>
      <Changes row={record} />
      {mayPreview && <TermsPreview row={record} />}
    </DecisionDialog>
  );
}
