import { fill } from "@countinghouse/contract/kit/locale.ts";
import { merPaymentMethodCfgMessages } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.messages.ts";
import {
  feeTerms,
  type MerPaymentMethodCfg,
  merPaymentMethodCfg,
} from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { formatInstant } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { DecisionDialog } from "../../../platform/pages/decision-dialog.tsx";
import type { RowFormProps } from "../../../platform/pages/paged-resource.ts";
import { RecordDiff } from "../../../platform/pages/record-diff.tsx";
import { RecordFacts, RecordHistory } from "../../../platform/pages/record-facts.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { usePriceWords, useScopeWords } from "./fee-price.part.tsx";
import "./mer-payment-method-cfg.css";

const sections = {
  after: [
    "refundFee",
    "refundFeePercent",
    "returnFeeOnRefund",
    "inquiryFee",
    "disputePenalty",
    "disputePenaltyRefundOnWin",
    "refusalPenalty",
  ],
  limits: ["feesMayExceed", "minAmount", "maxAmount", "dailyAmount", "threeDsPolicy"],
  exceptions: ["settlementDays", "reserveRatio", "reserveDays", "gatewayFeeMode", "gatewayAccountId", "remark"],
} as const;

const standing = ["status", "validFrom", "validTo", "approveUserName", "decideTime", "decisionReason"];
const compared = Object.keys(feeTerms);

/** A rule beside the list: the price in one line, what a waiting change would change, and everything else. */
export function MerPaymentMethodCfgDetail({ row }: { readonly row: MerPaymentMethodCfg }) {
  const { text } = useWords(merPaymentMethodCfgMessages);
  const scope = useScopeWords()(row);
  const { price, limits } = usePriceWords()(row);
  return (
    <>
      <section className="ch-price">
        <p>{`${row.merchantName ?? text.defaultPlan} · ${scope}`}</p>
        <strong>{price}</strong>
        {limits && <p>{limits}</p>}
      </section>
      {row.status === "pending" && <Changes row={row} />}
      <RecordFacts resource={merPaymentMethodCfg} of={row} fields={standing} />
      {Object.entries(sections).map(([name, fields]) => (
        <section key={name}>
          <h3 className="ch-section-title">{text[name as keyof typeof sections]}</h3>
          <RecordFacts resource={merPaymentMethodCfg} of={row} fields={fields} />
        </section>
      ))}
      <RecordHistory resource={merPaymentMethodCfg} of={row} />
    </>
  );
}

const scopeFields = ["method", "methodCategory", "gatewayAccountId", "currency", "cardRegion"] as const;

/** The rule in force of exactly the same scope, which a change would take the place of. */
function useReplaced(row: MerPaymentMethodCfg): MerPaymentMethodCfg | undefined {
  const { data } = useAnswer(merPaymentMethodCfg, "page", {
    pageSize: 200,
    status: ["active"],
    ...(row.merchantId ? { merchantId: row.merchantId } : {}),
  });
  return data?.items.find(
    (one) =>
      (one.merchantId ?? null) === (row.merchantId ?? null) &&
      scopeFields.every((field) => (one[field] ?? null) === (row[field] ?? null)),
  );
}

function Changes({ row }: { readonly row: MerPaymentMethodCfg }) {
  const { text } = useWords(merPaymentMethodCfgMessages);
  const zone = useTimeZone();
  const before = useReplaced(row);
  const lead = before ? fill(text.replaces, { time: formatInstant(before.validFrom, zone) }) : text.firstVersion;
  return (
    <section>
      <h3 className="ch-section-title">{text.changes}</h3>
      <p>{lead}</p>
      <RecordDiff
        resource={merPaymentMethodCfg}
        label={text.changes}
        before={before}
        after={row}
        fields={compared}
        same={text.noChanges}
      />
    </section>
  );
}

/** Lays a waiting price before whoever may agree to it. */
export function MerPaymentMethodCfgApprove({ record, onClose }: RowFormProps<MerPaymentMethodCfg>) {
  const { text } = useWords(merPaymentMethodCfgMessages);
  const zone = useTimeZone();
  const scopeOf = useScopeWords();
  if (!record) return null;
  const isLater = Date.parse(record.validFrom) > Date.now();
  const lead = isLater ? fill(text.approveLead, { time: formatInstant(record.validFrom, zone) }) : text.approveNow;
  return (
    <DecisionDialog
      resource={merPaymentMethodCfg}
      operation="approve"
      row={{ ...record, name: `${record.merchantName ?? text.defaultPlan} · ${scopeOf(record)}` }}
      nameField="name"
      onClose={onClose}
    >
      <p>{lead}</p>
      <Changes row={record} />
    </DecisionDialog>
  );
}
