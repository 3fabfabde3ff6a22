import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { coinApp } from "@countinghouse/contract/merchants/coin-app/coin-app.ts";
import { goLiveMessages } from "@countinghouse/contract/merchants/go-live/go-live.messages.ts";
import {
  type GoLive,
  type GoLiveItem,
  type GoLiveNote,
  lackingOf,
} from "@countinghouse/contract/merchants/go-live/go-live.ts";
import { merGatewayAccountCfg } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { merPayChannelCfg } from "@countinghouse/contract/merchants/mer-pay-channel-cfg/mer-pay-channel-cfg.ts";
import { merPaymentMethodCfg } from "@countinghouse/contract/merchants/mer-payment-method-cfg/mer-payment-method-cfg.ts";
import { merPaymentTypeCfg } from "@countinghouse/contract/merchants/mer-payment-type-cfg/mer-payment-type-cfg.ts";
import { type Merchant, merchant } from "@countinghouse/contract/merchants/merchant/merchant.ts";
import { merchantAccountCfg } from "@countinghouse/contract/merchants/merchant-account-cfg/merchant-account-cfg.ts";
import { Button } from "antd";
import { useMemo, useState } from "react";
import { Link } from "react-router";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ActionForm } from "../../../platform/pages/action-form.tsx";
import { useFormsElsewhere } from "../../../platform/pages/forms-elsewhere.ts";
import type { AnyRow } from "../../../platform/pages/paged-resource.ts";
import { useRowActions } from "../../../platform/pages/row-actions.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { merchantScreenMessages } from "./merchant.messages.ts";
import { merchantStates, stepsIn } from "./merchant.steps.part.ts";

/** Where the records of an item are. */
const places: Partial<Record<GoLiveItem["item"], Resource>> = {
  terms: merchantAccountCfg,
  fees: merPaymentMethodCfg,
  binding: merGatewayAccountCfg,
  checkout: merPayChannelCfg,
  key: coinApp,
};

interface Beginning {
  readonly resource: Resource;
  readonly operation: string;
  readonly initial: object;
}

/** By what something that is not there comes to be, with what the merchant says already. */
const beginnings: Partial<Record<GoLiveNote, (row: Merchant) => Beginning>> = {
  termsNone: ({ id, currency, timezone }) => ({
    resource: merchantAccountCfg,
    operation: "add",
    initial: { merchantId: id, settlementCurrency: currency, settlementZone: timezone },
  }),
  feesNone: feeRule,
  feesShared: feeRule,
  bindingNone: binding,
  bindingTest: binding,
  checkoutTypeNone: ({ id }) => ({ resource: merPaymentTypeCfg, operation: "add", initial: { merchantId: id } }),
  checkoutChannelNone: ({ id }) => ({
    resource: merPayChannelCfg,
    operation: "applyTemplate",
    initial: { merchantId: id },
  }),
  appNone: ({ id, currency }) => ({
    resource: coinApp,
    operation: "add",
    initial: { merchantId: id, defaultCurrency: currency },
  }),
};

function feeRule({ id, currency }: Merchant): Beginning {
  return { resource: merPaymentMethodCfg, operation: "add", initial: { merchantId: id, currency } };
}

function binding({ id }: Merchant): Beginning {
  return { resource: merGatewayAccountCfg, operation: "add", initial: { merchantId: id, priority: 100, weight: 50 } };
}

interface ToolsProps {
  readonly row: Merchant;
  readonly of: GoLiveItem;
  readonly all: GoLive;
}

/** What can be done about an item here and now, and the way to its records. */
export function ItemTools({ row, of, all }: ToolsProps) {
  const beginning = beginnings[of.note]?.(row);
  const place = places[of.item];
  return (
    <>
      {of.item === "particulars" && of.state !== "done" ? <OwnSteps row={row} steps={particulars} /> : null}
      {of.item === "approval" ? <ApprovalTools row={row} of={of} all={all} /> : null}
      {place && of.recordId && of.item !== "key" ? <Waiting resource={place} of={of} id={of.recordId} /> : null}
      {/* Each has a form of its own: one that is closing does not close the next. */}
      {beginning ? <Begin key={`${beginning.resource.name}:${beginning.operation}`} {...beginning} /> : null}
      {place ? <PlaceLink resource={place} merchantId={row.id} /> : null}
    </>
  );
}

const particulars = ["update"] as const;
const forms = () => import("./merchant.form.tsx");

/** Steps of the merchant itself, as its state allows. */
function OwnSteps({ row, steps }: { readonly row: Merchant; readonly steps: readonly string[] }) {
  const rows = useMemo(() => [row], [row]);
  const actions = useRowActions({
    resource: merchant,
    actions: steps as never,
    lifecycle: merchantStates,
    forms,
    rows,
  });
  return (
    <>
      {actions.inHead(row)}
      {actions.layer}
    </>
  );
}

/** Whose turn it is: two people let a merchant in. What is still missing stands in the place of the last step. */
function ApprovalTools({ row, of, all }: ToolsProps) {
  const words = useWords(merchantScreenMessages);
  const { text } = useWords(goLiveMessages);
  const lacking = lackingOf(all);
  if (of.isOwn && (row.status === "under_review" || row.status === "approved"))
    return <span className="merchant-says">{words.needsOther}</span>;
  if (row.status === "approved" && lacking.length > 0)
    return (
      <span className="merchant-says">
        {fill(words.lacks, { items: lacking.map(({ item }) => text[item]).join(" · ") })}
      </span>
    );
  return <OwnSteps row={row} steps={stepsIn} />;
}

const decisions = ["approve", "reject"] as const;

/** A record that somebody else has to agree to. */
function Waiting({ resource, of, id }: { readonly resource: Resource; readonly of: GoLiveItem; readonly id: string }) {
  const words = useWords(merchantScreenMessages);
  const formsElsewhere = useFormsElsewhere()(resource);
  const { data } = useAnswer(resource, "detail", { id } as never, { isEnabled: !of.isOwn });
  const row = data as AnyRow | undefined;
  const rows = useMemo(() => (row ? [row] : []), [row]);
  const actions = useRowActions({ resource, actions: decisions as never, forms: formsElsewhere, rows });
  if (of.isOwn) return <span className="merchant-says">{words.needsOther}</span>;
  if (actions.isEmpty) return <span className="merchant-says">{words.mayNot}</span>;
  return (
    <>
      {row ? actions.inHead(row) : null}
      {actions.layer}
    </>
  );
}

/** Opens the form by which something comes to be, as its own page has it. */
export function Begin({ resource, operation, initial }: Beginning) {
  const may = useMay();
  const words = useWords(merchantScreenMessages);
  const label = useWords(resource).actions[operation] ?? operation;
  const formsElsewhere = useFormsElsewhere()(resource);
  const [isOpen, open] = useState(false);
  if (!may(`${resource.name}:${operation}`)) return <span className="merchant-says">{words.mayNot}</span>;
  return (
    <>
      <Button size="small" onClick={() => open(true)}>
        {label}
      </Button>
      {isOpen && (
        <ActionForm
          resource={resource}
          operation={operation}
          forms={formsElsewhere}
          initial={initial}
          plain={null}
          onClose={() => open(false)}
        />
      )}
    </>
  );
}

/** The way to the records of a merchant on a page of their own. */
export function PlaceLink({ resource, merchantId }: { readonly resource: Resource; readonly merchantId: string }) {
  const locale = useLocale();
  if (!useMay()(`${resource.name}:page`)) return null;
  const { title } = resource.messages[locale];
  return (
    <Link to={`${resource.menu?.path}?merchantId=${merchantId}`} className="ch-link">
      {title}
    </Link>
  );
}
