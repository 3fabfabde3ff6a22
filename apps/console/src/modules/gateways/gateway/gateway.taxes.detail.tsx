import { gatewayMessages } from "@countinghouse/contract/gateways/gateway/gateway.messages.ts";
import { type GatewayTax, gateway } from "@countinghouse/contract/gateways/gateway/gateway.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { TaxBase } from "@countinghouse/contract/payment-enumerations.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Button } from "antd";
import { Pencil, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useOperation } from "../../../platform/api/use-operation.ts";
import "../../../platform/gateways/gateways.css";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ActionForm } from "../../../platform/pages/action-form.tsx";
import { AskOnce } from "../../../platform/pages/ask-once.tsx";
import { pagesMessages } from "../../../platform/pages/pages.messages.ts";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";

const forms = () => import("./gateway.form.tsx");

type Open = "new" | { readonly edit: GatewayTax } | { readonly remove: GatewayTax };

/** The taxes of a gateway with their days, and what can be done with them. */
export function GatewayTaxes({ gatewayId }: { readonly gatewayId: string }) {
  const { actions, text } = useWords(gatewayMessages);
  const answer = useAnswer(gateway, "taxList", { gatewayId });
  const [open, setOpen] = useState<Open>();
  const close = () => setOpen(undefined);
  return (
    <section>
      <div className="ch-section-head">
        <h3 className="ch-section-title">{text.taxes}</h3>
        <Allowed need="gateway:taxAdd">
          <Button size="small" icon={<Plus size={14} aria-hidden="true" />} onClick={() => setOpen("new")}>
            {actions.taxAdd}
          </Button>
        </Allowed>
      </div>
      <Answered answer={answer}>
        {(data) => (
          <>
            {data.length === 0 ? <p className="ch-lines-muted">{text.noTaxes}</p> : null}
            <ul className="ch-lines">
              {data.map((tax) => (
                <TaxLine key={tax.id} tax={tax} onOpen={setOpen} />
              ))}
            </ul>
          </>
        )}
      </Answered>
      {open === "new" && <TaxForm operation="taxAdd" initial={{ gatewayId }} onClose={close} />}
      {typeof open === "object" && "edit" in open && (
        <TaxForm operation="taxUpdate" initial={{ ...open.edit, taxId: open.edit.id }} onClose={close} />
      )}
      {typeof open === "object" && "remove" in open && <TaxRemoval tax={open.remove} onClose={close} />}
    </section>
  );
}

interface TaxFormProps {
  readonly operation: "taxAdd" | "taxUpdate";
  readonly initial: object;
  onClose(): void;
}

const TaxForm = (props: TaxFormProps) => <ActionForm resource={gateway} forms={forms} plain={null} {...props} />;

const today = (): string => new Date().toISOString().slice(0, 10);
const hasBegun = ({ validFrom }: GatewayTax): boolean => validFrom <= today();
const hasEnded = ({ validTo }: GatewayTax): boolean => validTo !== null && validTo !== undefined && validTo <= today();

function TaxLine({ tax, onOpen }: { readonly tax: GatewayTax; onOpen(open: Open): void }) {
  const { actions, text } = useWords(gatewayMessages);
  const locale = useLocale();
  const days = `${tax.validFrom} – ${tax.validTo ?? text.openEnd}`;
  const base = TaxBase.memberOf(tax.base)?.text[locale];
  return (
    <li>
      <span className="ch-lines-name">
        <strong>{tax.country}</strong> {tax.taxName} {formatPercent(tax.rate)} %
        <span className="ch-lines-muted">
          {" "}
          {base} · {tax.isInclusive ? text.included : text.onTop}
          {tax.registrationNo ? ` · ${tax.registrationNo}` : ""}
        </span>
      </span>
      <span className="ch-lines-side">
        <span className="ch-lines-muted">{days}</span>{" "}
        {hasEnded(tax) ? (
          <StatusChip text={text.past} shape="hollow" />
        ) : hasBegun(tax) ? (
          <StatusChip text={text.current} tone="success" />
        ) : (
          <StatusChip text={text.upcoming} tone="info" shape="half" />
        )}
        <Allowed need="gateway:taxUpdate">
          <button
            type="button"
            className="ch-icon-btn"
            aria-label={`${actions.taxUpdate} ${tax.country}`}
            onClick={() => onOpen({ edit: tax })}
          >
            <Pencil size={14} aria-hidden="true" />
          </button>
        </Allowed>
        {!hasBegun(tax) && (
          <Allowed need="gateway:taxDelete">
            <button
              type="button"
              className="ch-icon-btn"
              aria-label={`${actions.taxDelete} ${tax.country}`}
              onClick={() => onOpen({ remove: tax })}
            >
              <Trash2 size={14} aria-hidden="true" />
            </button>
          </Allowed>
        )}
      </span>
    </li>
  );
}

function TaxRemoval({ tax, onClose }: { readonly tax: GatewayTax; onClose(): void }) {
  const { actions } = useWords(gatewayMessages);
  const words = useWords(pagesMessages);
  const { attempt } = useOperation(gateway, "taxDelete");
  const name = `${tax.country} ${tax.taxName} ${formatPercent(tax.rate)} %`;
  return (
    <AskOnce
      question={{
        title: fill(words.confirmTitle, { action: actions.taxDelete, name }),
        text: words.confirmDelete,
        confirm: actions.taxDelete,
        isDangerous: true,
      }}
      onAnswer={async (isConfirmed) => {
        if (isConfirmed) await attempt({ taxId: tax.id, gatewayId: tax.gatewayId, version: tax.version });
        onClose();
      }}
    />
  );
}
