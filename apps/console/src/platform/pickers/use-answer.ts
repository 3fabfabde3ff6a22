import type { CallInput, OperationName, Resource, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import { call } from "../api/client.ts";
import { useLocale } from "../i18n/use-words.ts";

/** How an answer is asked for. */
export interface AnswerOptions {
  /** Waits while false. */
  readonly isEnabled?: boolean;
  /** Asks again after so many milliseconds, for as long as it is given. */
  readonly everyMs?: number;
}

/**
 * The answer of a query of the contract. Commands of the same resource renew it; so does another language, since the
 * server words part of what it answers.
 */
export function useAnswer<R extends Resource, O extends OperationName<R>>(
  resource: R,
  operation: O,
  input: CallInput<R["operations"][O]>,
  { isEnabled = true, everyMs }: AnswerOptions = {},
): UseQueryResult<ResultOf<R["operations"][O]>> {
  const locale = useLocale();
  return useQuery({
    queryKey: [resource.name, operation, input, locale],
    queryFn: ({ signal }) => call(resource, operation, input, { signal }),
    enabled: isEnabled,
    ...(everyMs === undefined ? {} : { refetchInterval: everyMs }),
  });
}
