import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { CallInput, OperationName, Resource, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { toast } from "@countinghouse/ui/feedback/toast.tsx";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef } from "react";
import { useWords } from "../i18n/use-words.ts";
import { pagesMessages } from "../pages/pages.messages.ts";
import { CallError } from "./call-error.ts";
import { call } from "./client.ts";

export interface UseOperationOptions {
  /** What is said on success; the operation's own label unless told, nothing for `null`. */
  readonly success?: string | null;
  /** Other resources whose cached answers this one changes. */
  readonly alsoChanges?: readonly Resource[];
}

/** A command ready to be run. */
export interface RunnableOperation<I, O> {
  /**
   * Runs it; throws a {@link CallError} for the caller to place, as a form does: one with failure `sent` where it waits
   * for a second person.
   */
  run(input: I): Promise<O>;
  /** Runs it and says so itself when it fails; answers whether it succeeded, or waits for a second person. */
  attempt(input: I): Promise<boolean>;
  readonly isRunning: boolean;
}

/**
 * A command of the contract as a mutation: it renews everything cached of its resource, says what was done, and sends
 * the same idempotency key again when the same input is sent again after an answer that never came.
 */
export function useOperation<R extends Resource, O extends OperationName<R>>(
  resource: R,
  operation: O,
  { success, alsoChanges = [] }: UseOperationOptions = {},
): RunnableOperation<CallInput<R["operations"][O]>, ResultOf<R["operations"][O]>> {
  const client = useQueryClient();
  const words = useWords(pagesMessages);
  const label = useWords(resource).actions[operation] ?? operation;
  const unanswered = useRef<{ readonly input: string; readonly key: string }>(undefined);
  const { mutateAsync, isPending } = useMutation({
    mutationKey: [resource.name, operation],
    mutationFn: async (input: CallInput<R["operations"][O]>) => {
      const text = JSON.stringify(input);
      const key = unanswered.current?.input === text ? unanswered.current.key : newSubmitKey();
      unanswered.current = { input: text, key };
      try {
        const result = await call(resource, operation, input, { idempotencyKey: key });
        unanswered.current = undefined;
        return result;
      } catch (error) {
        // Only an answer settles what the key stood for; without one the command may have happened.
        const failure = error instanceof CallError ? error.failure : undefined;
        if (failure === "refused" || failure === "sent") unanswered.current = undefined;
        if (failure === "sent")
          await Promise.all(waiting.map((name) => client.invalidateQueries({ queryKey: [name] })));
        throw error;
      }
    },
    onSuccess: async () => {
      if (success !== null) toast.success(success ?? fill(words.done, { action: label }));
      await Promise.all([resource, ...alsoChanges].map(({ name }) => client.invalidateQueries({ queryKey: [name] })));
    },
  });
  const attempt = async (input: CallInput<R["operations"][O]>): Promise<boolean> => {
    try {
      await mutateAsync(input);
      return true;
    } catch (error) {
      // It is out of the caller's hands, and they were told where it waits.
      if (isSent(error)) return true;
      toastFailure(error);
      return false;
    }
  };
  return { run: mutateAsync, attempt, isRunning: isPending };
}

/** Where what waits for a second person is shown. */
const waiting = ["changeRequest", "inbox"];

/** Whether a call ended in a change request: whoever made it was told so already. */
export const isSent = (error: unknown): boolean => error instanceof CallError && error.failure === "sent";

/** Says in the corner why a call failed, with its request id. */
export function toastFailure(error: unknown): void {
  if (!(error instanceof CallError)) throw error;
  if (error.failure !== "aborted" && error.failure !== "sent") toast.error(error.message, error.requestId);
}

function newSubmitKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
