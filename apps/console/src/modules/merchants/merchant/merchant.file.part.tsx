import { fill } from "@countinghouse/contract/kit/locale.ts";
import {
  DocumentKind,
  DocumentStatus,
  OwnerRole,
} from "@countinghouse/contract/merchants/merchant-file/file-enumerations.ts";
import { documentLifecycle } from "@countinghouse/contract/merchants/merchant-file/merchant-document.lifecycle.ts";
import {
  type MerchantDocument,
  merchantDocument,
} from "@countinghouse/contract/merchants/merchant-file/merchant-document.ts";
import { type MerchantOwner, merchantOwner } from "@countinghouse/contract/merchants/merchant-file/merchant-owner.ts";
import { formatPercent } from "@countinghouse/money/rate.ts";
import { StatusChip } from "@countinghouse/ui/cells/status-chip.tsx";
import { Button } from "antd";
import { type ReactNode, useState } from "react";
import { Allowed, useMay } from "../../../platform/access/allowed.tsx";
import { download } from "../../../platform/api/download.ts";
import { toastFailure } from "../../../platform/api/use-operation.ts";
import { countryName } from "../../../platform/i18n/country-name.ts";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ActionForm } from "../../../platform/pages/action-form.tsx";
import { useRowActions } from "../../../platform/pages/row-actions.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { merchantScreenMessages } from "./merchant.messages.ts";

const documentForms = () => import("./merchant.document.form.tsx");

interface OfMerchant {
  readonly merchantId: string;
}

/** Who is behind a merchant, and what proves it. */
export const MerchantFile = ({ merchantId }: OfMerchant) => (
  <>
    <Owners merchantId={merchantId} />
    <Documents merchantId={merchantId} />
  </>
);

interface PartProps {
  readonly title: string;
  readonly none: string;
  readonly count: number;
  readonly tools: ReactNode;
  readonly children: ReactNode;
}

const Part = ({ title, none, count, tools, children }: PartProps) => (
  <section className="merchant-file">
    <header>
      <h4>{title}</h4>
      <span className="ch-grow" />
      {tools}
    </header>
    {count === 0 ? <p className="merchant-says">{none}</p> : <ul aria-label={title}>{children}</ul>}
  </section>
);

const ownerActions = ["update", "delete"] as const;

function Owners({ merchantId }: OfMerchant) {
  const words = useWords(merchantScreenMessages);
  const [isAdding, add] = useState(false);
  const answer = useAnswer(merchantOwner, "ofMerchant", { merchantId });
  const actions = useRowActions({ resource: merchantOwner, actions: ownerActions as never, rows: answer.data });
  const tools = (
    <Allowed need="merchantOwner:add">
      <Button size="small" onClick={() => add(true)}>
        {words.addOwner}
      </Button>
    </Allowed>
  );
  return (
    <>
      <Answered answer={answer}>
        {(owners) => (
          <Part title={words.ownersTitle} none={words.noOwners} count={owners.length} tools={tools}>
            {owners.map((owner) => (
              <li key={owner.id}>
                <OwnerLine of={owner} />
                {actions.inRow(owner)}
              </li>
            ))}
          </Part>
        )}
      </Answered>
      {actions.layer}
      {isAdding && <AddOwner merchantId={merchantId} onClose={() => add(false)} />}
    </>
  );
}

const AddOwner = ({ merchantId, onClose }: OfMerchant & { onClose(): void }) => (
  <ActionForm
    resource={merchantOwner}
    operation="add"
    initial={{ merchantId }}
    forms={ownerForms}
    plain={null}
    onClose={onClose}
  />
);

const ownerForms = { add: { fields: ["name", "role", "country", "birthDate", "share"] } } as never;

function OwnerLine({ of }: { readonly of: MerchantOwner }) {
  const locale = useLocale();
  const role = OwnerRole.memberOf(of.role)?.text[locale] ?? of.role;
  const more = [role, of.share > 0 ? `${formatPercent(of.share)} %` : "", countryName(of.country, locale)];
  return (
    <span className="merchant-two">
      <span>{of.name}</span>
      <small>{more.filter(Boolean).join(" · ")}</small>
    </span>
  );
}

const documentActions = ["verify", "reject"] as const;

function Documents({ merchantId }: OfMerchant) {
  const words = useWords(merchantScreenMessages);
  const [isAdding, add] = useState(false);
  const answer = useAnswer(merchantDocument, "ofMerchant", { merchantId });
  const actions = useRowActions({
    resource: merchantDocument,
    actions: documentActions as never,
    lifecycle: documentLifecycle,
    nameField: "fileName",
    rows: answer.data,
  });
  const tools = (
    <Allowed need="merchantDocument:upload">
      <Button size="small" onClick={() => add(true)}>
        {words.addDocument}
      </Button>
    </Allowed>
  );
  return (
    <>
      <Answered answer={answer}>
        {(documents) => (
          <Part title={words.documentsTitle} none={words.noDocuments} count={documents.length} tools={tools}>
            {documents.map((document) => (
              <li key={document.id}>
                <DocumentLine of={document} />
                {actions.inRow(document)}
              </li>
            ))}
          </Part>
        )}
      </Answered>
      {actions.layer}
      {isAdding && (
        <ActionForm
          resource={merchantDocument}
          operation="upload"
          forms={documentForms}
          record={{ merchantId }}
          plain={null}
          onClose={() => add(false)}
        />
      )}
    </>
  );
}

function DocumentLine({ of }: { readonly of: MerchantDocument }) {
  const words = useWords(merchantScreenMessages);
  const locale = useLocale();
  const may = useMay();
  const status = DocumentStatus.memberOf(of.status);
  const kind = DocumentKind.memberOf(of.kind)?.text[locale] ?? of.kind;
  const more = [kind, of.expireDay ? fill(words.expires, { day: of.expireDay }) : "", of.decideUserName ?? ""];
  const save = () => download(merchantDocument, "download", { id: of.id }, of.fileName).catch(toastFailure);
  return (
    <>
      <span className="merchant-two ch-grow">
        {may("merchantDocument:download") && of.status !== "receiving" ? (
          <button type="button" className="ch-btn-link" onClick={() => void save()}>
            {of.fileName}
          </button>
        ) : (
          <span>{of.fileName}</span>
        )}
        <small>{[...more, of.decisionReason ?? ""].filter(Boolean).join(" · ")}</small>
      </span>
      {status && <StatusChip text={status.text[locale]} tone={status.tone} shape={status.shape} isFlat />}
    </>
  );
}
