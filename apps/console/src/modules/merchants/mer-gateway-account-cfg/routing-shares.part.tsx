import { merGatewayAccountCfgMessages } from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.messages.ts";
import {
  type MerGatewayAccountCfg,
  merGatewayAccountCfg,
} from "@countinghouse/contract/merchants/mer-gateway-account-cfg/mer-gateway-account-cfg.ts";
import { paymentAttempt } from "@countinghouse/contract/payments/payment-attempt/payment-attempt.ts";
import { useState } from "react";
import { useMay } from "../../../platform/access/allowed.tsx";
import { useWords } from "../../../platform/i18n/use-words.ts";
import { useAnswer } from "../../../platform/pickers/use-answer.ts";
import { sharesAfter, type WeightedBinding } from "./routing-shares.policy.ts";

const dayMs = 86_400_000;
const minuteMs = 60_000;
/** Accounts of one merchant that are compared. */
const most = 100;

interface NoteProps {
  readonly row: MerGatewayAccountCfg | undefined;
  readonly values: Readonly<Record<string, unknown>>;
}

/** What a change makes of the shares of a merchant's accounts, before it is sent: by weight, and what really went where. */
export function SharesNote({ row, values }: NoteProps) {
  return row ? <Shares row={row} values={values} /> : null;
}

const percentOf = (tenths: number): string => `${Math.floor(tenths / 10)}.${tenths % 10} %`;

function Shares({ row, values }: { readonly row: MerGatewayAccountCfg; readonly values: NoteProps["values"] }) {
  const { text, fields } = useWords(merGatewayAccountCfgMessages);
  const { merchantId, mode } = row;
  const { data } = useAnswer(merGatewayAccountCfg, "page", { merchantId, mode, page: 1, pageSize: most } as never);
  const taken = useTaken(row);
  if (!data) return null;
  const bindings = data.items as readonly (MerGatewayAccountCfg & WeightedBinding)[];
  const numberOf = (name: "priority" | "weight") => {
    const given = values[name];
    return typeof given === "number" ? given : row[name];
  };
  const status = typeof values.status === "string" ? values.status : row.status;
  const shares = sharesAfter(bindings, row.id, { priority: numberOf("priority"), weight: numberOf("weight"), status });
  const accountOf = new Map(bindings.map((one) => [one.id, one.gatewayAccountId]));
  return (
    <section className="binding-shares" aria-live="polite">
      <h3 className="ch-section-title">{text.sharesTitle}</h3>
      <div className="binding-table-frame">
        <table className="binding-table">
          <thead>
            <tr>
              <th>{fields.accountName}</th>
              {taken && <th>{text.sharesTaken}</th>}
              <th>{text.sharesNow}</th>
              <th>{text.sharesAfter}</th>
            </tr>
          </thead>
          <tbody>
            {shares.map(({ id, accountName, before, after }) => (
              <tr key={id} aria-current={id === row.id ? "true" : undefined}>
                <td>{accountName}</td>
                {taken && <td>{percentOf(taken.get(accountOf.get(id) ?? "") ?? 0)}</td>}
                <td>{percentOf(before)}</td>
                <td>{before === after ? percentOf(after) : <b>{percentOf(after)}</b>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="binding-shares-hint">{text.sharesHint}</p>
    </section>
  );
}

/** The share of the last day's payments that each account took; nothing for readers who may not see them, or without any. */
function useTaken({ merchantId, mode }: MerGatewayAccountCfg): ReadonlyMap<string, number> | undefined {
  const isAllowed = useMay()("paymentAttempt:stat");
  const [now] = useState(() => Math.ceil(Date.now() / minuteMs) * minuteMs);
  const span = { mode, merchantId, from: new Date(now - dayMs).toISOString(), to: new Date(now).toISOString() };
  const { data } = useAnswer(paymentAttempt, "stat", span, { isEnabled: isAllowed });
  if (!data?.byAccount || data.total === 0) return undefined;
  return new Map(
    data.byAccount.map(({ gatewayAccountId, total }) => [gatewayAccountId, Math.round((total * 1_000) / data.total)]),
  );
}
