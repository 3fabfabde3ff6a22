import { toGatewayUnits } from "@countinghouse/money/gateway-units.ts";
import type { Money } from "@countinghouse/money/money.ts";
import * as answers from "./answer.wire.ts";
import { type RefusalReader, unlessMoneyError } from "./answer.wire.ts";
import type { GatewayAccountForCalls, PaymentCall } from "./connector.port.ts";
import { callGateway, type GatewayReply, type GatewayRequest } from "./gateway-call.service.ts";
import { NativeFault, nativeRefusal } from "./simulator.wire.ts";

/** One call to the simulator. */
export type ApiCall = Pick<
  GatewayRequest,
  "operation" | "method" | "path" | "body" | "idempotencyKey" | "answerBytesMax"
> & {
  readonly card?: PaymentCall["card"];
  /** Further values to mask in the log, besides card data. */
  readonly hidden?: readonly string[];
};

/** Makes a call with the account's key. */
export const call = (
  account: GatewayAccountForCalls,
  { card, hidden = [], ...asked }: ApiCall,
): Promise<GatewayReply> =>
  callGateway(account, {
    ...asked,
    headers: {
      authorization: `Bearer ${account.credentials.apiKey ?? ""}`,
      ...(asked.idempotencyKey === null ? {} : { "idempotency-key": asked.idempotencyKey }),
    },
    requestIdHeader: "x-request-id",
    secrets: { anywhere: card ? [card.number] : hidden, alone: card?.cvc ? [card.cvc] : [] },
  });

/** How this API refuses calls. */
const refusals: RefusalReader = {
  read: (json) => NativeFault.safeParse(json).data?.error,
  meaning: nativeRefusal,
  repeated: { idempotency_in_progress: "in_progress", idempotency_conflict: "duplicate" },
};

/** Outcome of a modifying call that returned no object. */
export const failureOf = (answer: GatewayReply) => answers.failureOf(answer, refusals);

/** The amount as a JSON number in the gateway's units; undefined where it cannot be expressed. */
export function unitsOf(account: GatewayAccountForCalls, amount: Money): number | undefined {
  const units = unlessMoneyError(() => toGatewayUnits(amount, account.exponentOverrides));
  return units !== undefined && units <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : undefined;
}

/** The object of a query's answer: of a list the oldest, since a later one is another payment. */
export function listedOr(answer: GatewayReply, isList: boolean): unknown {
  if (answer.kind !== "answered") return undefined;
  const fault = NativeFault.safeParse(answer.json);
  if (answer.status === 404 && fault.success && fault.data.error.code === "not_found") return "none";
  if (answer.status !== 200 || !isList) return answer.status === 200 ? answer.json : undefined;
  const { data } = answer.json !== null && typeof answer.json === "object" && "data" in answer.json ? answer.json : {};
  if (!Array.isArray(data)) return undefined;
  return data.length === 0 ? "none" : data.at(-1);
}

/** Outcome of a query without an answer. */
export const unanswered = (answer: GatewayReply) => answers.unansweredQuery(failureOf(answer));
