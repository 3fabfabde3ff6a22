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
  /** What besides a card is kept out of the log, wherever it stands. */
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

/** How this wire says no. */
const refusals: RefusalReader = {
  read: (json) => NativeFault.safeParse(json).data?.error,
  meaning: nativeRefusal,
  repeated: { idempotency_in_progress: "in_progress", idempotency_conflict: "duplicate" },
};

/** A call that changed or may have changed something, when no object came back. */
export const failureOf = (answer: GatewayReply) => answers.failureOf(answer, refusals);

/** The amount as a JSON number of the gateway's units; undefined where it cannot be written as one. */
export function unitsOf(account: GatewayAccountForCalls, amount: Money): number | undefined {
  const units = unlessMoneyError(() => toGatewayUnits(amount, account.exponentOverrides));
  return units !== undefined && units <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(units) : undefined;
}

/** The object of an answer to a question: of a list the oldest, since a later twin is another payment. */
export function listedOr(answer: GatewayReply, isList: boolean): unknown {
  if (answer.kind !== "answered") return undefined;
  const fault = NativeFault.safeParse(answer.json);
  if (answer.status === 404 && fault.success && fault.data.error.code === "not_found") return "none";
  if (answer.status !== 200 || !isList) return answer.status === 200 ? answer.json : undefined;
  const { data } = answer.json !== null && typeof answer.json === "object" && "data" in answer.json ? answer.json : {};
  if (!Array.isArray(data)) return undefined;
  return data.length === 0 ? "none" : data.at(-1);
}

/** A question that was not answered. */
export const unanswered = (answer: GatewayReply) => answers.unansweredQuery(failureOf(answer));
