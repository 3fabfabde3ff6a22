import type { LocalizedText } from "@countinghouse/contract/kit/locale.ts";
import type { Money } from "@countinghouse/money/money.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { DeviceKind } from "./routing.channel.policy.ts";
import { type CheckoutLine, type HiddenReason, hidingReason, linesFor } from "./routing.offer.policy.ts";
import { readCheckout } from "./routing.offer.store.ts";
import { decideRoute, type ExcludedAccount, type RankedAccount } from "./routing.policy.ts";
import { type CandidateBindingRow, candidateOf, type RoutingRow, termsOf } from "./routing.snapshot.policy.ts";
import { readSnapshot } from "./routing.store.ts";

/** Context of a checkout request. */
export interface CheckoutQuery {
  readonly merchantId: string;
  readonly appId: string | null;
  readonly mode: "live" | "test";
  readonly amount: Money;
  readonly country: string | null;
  readonly device?: DeviceKind | null;
  readonly at: Date;
}

/** A payment method in the checkout. */
export interface OfferedMethod {
  readonly channelId: string;
  readonly channelCode: string;
  /** Code of the payment method. */
  readonly method: string;
  readonly category: string;
  /** The payer's flow at the first-choice account. */
  readonly flow: string;
  readonly label: LocalizedText;
  readonly sort: number;
}

/** A checkout line with its verdict. */
export interface JudgedCheckoutLine {
  readonly line: CheckoutLine;
  /** Null when it is shown. */
  readonly reason: HiddenReason | "noRoute" | null;
  readonly flow: string | null;
  readonly accounts: readonly RankedAccount[];
  readonly excluded: readonly ExcludedAccount[];
}

/** Every line of a merchant's checkout in order, with the reason where it is hidden. Two statements. */
export async function judgeCheckout(
  ctx: Pick<Context, "actor" | "db">,
  question: CheckoutQuery,
): Promise<readonly JudgedCheckoutLine[]> {
  const { merchantId, appId, at, country, device = null, amount } = question;
  const lines = linesFor(await readCheckout(ctx, merchantId, at), appId);
  const asked = { amount, country, device };
  const open = lines.filter((line) => hidingReason(line, asked) === null);
  const methods = [...new Set(open.map(({ method }) => method))];
  const snapshot = methods.length > 0 ? await readSnapshot(ctx, { ...question, binCountry: null, methods }) : undefined;
  return lines.map((line): JudgedCheckoutLine => {
    const reason = hidingReason(line, asked);
    if (reason !== null || !snapshot) return { line, reason, flow: null, accounts: [], excluded: [] };
    return judgeRoutes(line, question, snapshot);
  });
}

interface Snapshot {
  readonly routing: RoutingRow;
  readonly bindings: readonly CandidateBindingRow[];
}

function judgeRoutes(line: CheckoutLine, question: CheckoutQuery, { routing, bindings }: Snapshot): JudgedCheckoutLine {
  const rows = bindings.filter(({ method }) => method === line.method);
  const facts = { amount: question.amount, binCountry: null };
  const { candidates, excluded } = decideRoute(
    rows.map((row) => candidateOf(row, routing, facts)),
    {
      ...facts,
      orderNo: "",
      mode: question.mode,
      method: line.method,
      appId: question.appId,
      country: question.country,
      type: "hosted_page",
      captureMethod: "automatic",
      triedAccountIds: [],
      at: question.at,
      channelId: line.channelId,
      device: question.device ?? null,
    },
    termsOf(routing),
  );
  const first = rows.find(({ accountId }) => accountId === candidates[0]?.gatewayAccountId);
  return {
    line,
    reason: first ? null : "noRoute",
    flow: first?.flow ?? null,
    accounts: candidates,
    excluded,
  };
}

/** The payment methods offered to a payer, in the merchant's order: only those that some account accepts. */
export async function paymentMethodsFor(
  ctx: Pick<Context, "actor" | "db">,
  question: CheckoutQuery,
): Promise<readonly OfferedMethod[]> {
  const judged = await judgeCheckout(ctx, question);
  return judged.flatMap(({ line, reason, flow }) =>
    reason === null && flow !== null
      ? [
          {
            channelId: line.channelId,
            channelCode: line.channelCode,
            method: line.method,
            category: line.category,
            flow,
            label: line.label,
            sort: line.sort,
          },
        ]
      : [],
  );
}
