import { MerchantBucket } from "@countinghouse/contract/funds/ledger/ledger-enumerations.ts";
import type { Hold } from "@countinghouse/contract/funds/ledger/ledger-movements.ts";
import { merchantBalanceMessages } from "@countinghouse/contract/funds/ledger/merchant-balance.messages.ts";
import { type MerchantBalance, merchantBalance } from "@countinghouse/contract/funds/ledger/merchant-balance.ts";
import { IdCell } from "@countinghouse/ui/cells/id-cell.tsx";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { EmptyState } from "@countinghouse/ui/feedback/empty-state.tsx";
import { Button } from "antd";
import { useState } from "react";
import { Allowed } from "../../../platform/access/allowed.tsx";
import { useLocale, useWords } from "../../../platform/i18n/use-words.ts";
import { ActionForm } from "../../../platform/pages/action-form.tsx";
import { Answered } from "../../../platform/pickers/answered.tsx";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { Amount, EventChip } from "./ledger.words.part.tsx";
import "./ledger.css";

const forms = () => import("./merchant-balance.form.tsx");

/** What the frozen bucket is made of; what was frozen by hand can be released here. */
export function BalanceHolds({ row }: { readonly row: MerchantBalance }) {
  const { text } = useWords(merchantBalanceMessages);
  const [released, setReleased] = useState<Hold>();
  const { merchantId, currency, mode } = row;
  const answer = useAnswer(merchantBalance, "holds", { merchantId, currency, mode });
  return (
    <Answered answer={answer}>
      {(data) => (
        <>
          {data.length === 0 && <EmptyState title={text.noHolds} />}
          <ul className="ledger-movements">
            {data.map((hold) => (
              <HoldRow key={hold.id} hold={hold} onRelease={() => setReleased(hold)} />
            ))}
          </ul>
          {released && (
            <ActionForm
              resource={merchantBalance}
              operation="unfreeze"
              forms={forms}
              record={{ ...released, merchantId }}
              plain={null}
              onClose={() => setReleased(undefined)}
            />
          )}
        </>
      )}
    </Answered>
  );
}

function HoldRow({ hold, onRelease }: { readonly hold: Hold; onRelease(): void }) {
  const { actions, fields, text } = useWords(merchantBalanceMessages);
  const locale = useLocale();
  return (
    <li className="ledger-movement">
      <div className="ledger-movement-what">
        <span className="ledger-movement-line">
          <EventChip event={hold.event} />
          <TimeCell value={hold.createdAt} />
          {hold.operatorName && <span className="ledger-quiet">{hold.operatorName}</span>}
        </span>
        {hold.reason && (
          <span className="ledger-movement-line ledger-quiet">
            <span className="ledger-said">{hold.reason}</span>
          </span>
        )}
        <span className="ledger-movement-line ledger-quiet">
          {fields.expireTime} {hold.expiresAt ? <TimeCell value={hold.expiresAt} /> : text.untilReleased}
          <IdCell value={hold.eventId} />
        </span>
        <span className="ledger-movement-line ledger-quiet">
          {fields.sourceBucket} {MerchantBucket.memberOf(hold.sourceBucket)?.text[locale]}
        </span>
      </div>
      <div className="ledger-movement-figures">
        <Amount value={hold.remaining} currency={hold.currency} />
        {hold.event === "J35" && (
          <Allowed need="merchantBalance:unfreeze">
            <Button size="small" onClick={onRelease}>
              {actions.unfreeze}
            </Button>
          </Allowed>
        )}
      </div>
    </li>
  );
}
