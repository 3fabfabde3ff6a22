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
  /** Message on success; the operation's label by default, none for `null`. */
  readonly success?: string | null;
  /** Other resources whose cached answers this changes. */
  readonly alsoChanges?: readonly Resource[];
}

/** A command that can be run. */
export interface RunnableOperation<I, O> {
  /**
   * Runs it; rejects with a {@link CallError} for the caller to display, as a form does: with failure `sent` where it
   * waits for a second person.
   */
  run(input: I): Promise<O>;
  /** Runs it and displays failures itself; answers whether it succeeded, or waits for a second person. */
  attempt(input: I): Promise<boolean>;
  readonly isRunning: boolean;
}

/**
 * A command of the contract as a mutation: it invalidates the cache of its resource, shows a message, and reuses the
 * idempotency key when the same input is sent again after a lost answer.
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
        // Only an answer settles the key; without one the command may have been executed.
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
      // It waits for a second person, and the user was told so.
      if (isSent(error)) return true;
      toastFailure(error);
      return false;
    }
  };
  return { run: mutateAsync, attempt, isRunning: isPending };
}

/** Resources that show pending requests. */
const waiting = ["changeRequest", "inbox"];

/** Whether a call ended in a change request, which the user was told already. */
export const isSent = (error: unknown): boolean => error instanceof CallError && error.failure === "sent";

/** Shows why a call failed, with its request id. */
export function toastFailure(error: unknown): void {
  if (!(error instanceof CallError)) throw error;
  if (error.failure !== "aborted" && error.failure !== "sent") toast.error(error.message, error.requestId);
}

function newSubmitKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
