import { sysHome } from "@countinghouse/contract/dashboard/home/home.ts";
import type { CallInput, OperationName, Resource, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { dayOf } from "@countinghouse/ui/cells/instant.ts";
import { useTimeZone } from "@countinghouse/ui/layout/ui-settings.ts";
import { useSuspenseQuery } from "@tanstack/react-query";
import { call } from "../../../platform/api/client.ts";
import { useLocale } from "../../../platform/i18n/use-words.ts";

/**
 * The answer of a query, there before the widget is drawn: while it is asked for the widget's frame shows bones, and a
 * refusal is shown by the frame. Commands of the resource renew it.
 */
export function useWidgetAnswer<R extends Resource, O extends OperationName<R>>(
  resource: R,
  operation: O,
  input: CallInput<R["operations"][O]>,
): ResultOf<R["operations"][O]> {
  const locale = useLocale();
  const { data } = useSuspenseQuery({
    queryKey: [resource.name, operation, input, locale],
    queryFn: ({ signal }) => call(resource, operation, input, { signal }),
  });
  return data;
}

/** The reader's day, `YYYY-MM-DD`. */
export const useToday = (): string => dayOf(Date.now(), useTimeZone());

/** What the home page is told about the reader and the installation; asked once for all widgets. */
export const useOverview = () => useWidgetAnswer(sysHome, "overview", { today: useToday() });
