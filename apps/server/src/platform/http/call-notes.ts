import type { Operation } from "@countinghouse/contract/kit/operation.ts";
import type { Refusal } from "@countinghouse/contract/kit/refusal.ts";
import type { FastifyRequest } from "fastify";
import { anonymousActor } from "../access/actor.ts";
import { redacted } from "../audit/audit.ts";
import type { CallJournal } from "../journal/call-journal.ts";
import { withoutSensitive } from "../observability/redaction.ts";
import { callerOf } from "../observability/request-log.ts";
import type { RequestFacts } from "./context.ts";

/** Longest logged text, in characters, so that a sender cannot decide the cost of a log entry. */
const textMax = 2_000;

/** The input of an operation as it may be logged. */
export const sentTo = (operation: Operation, sent: unknown): unknown =>
  withoutSensitive(redacted(sent, operation.secretInputs), textMax);

/** Logs a request that ended in a defect; refusals are not defects. */
export function noteDefect(
  journal: CallJournal | undefined,
  request: FastifyRequest,
  facts: RequestFacts,
  { error, refusal, elapsedMs }: { readonly error: unknown; readonly refusal: Refusal; readonly elapsedMs: number },
): void {
  if (!journal || refusal.code !== "platform.unexpected") return;
  const caller = callerOf(request);
  const [resource = null, operation = null] = caller?.operation.split(".") ?? [];
  journal.defect({
    resource,
    operation,
    actor: caller?.actor ?? anonymousActor,
    request: facts,
    sent: caller?.sent?.() ?? null,
    status: refusal.status,
    elapsedMs,
    error,
  });
}
