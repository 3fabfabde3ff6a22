import { fill } from "@countinghouse/contract/kit/locale.ts";
import { eventExceptionLogMessages } from "@countinghouse/contract/logs/event-exception-log/event-exception-log.messages.ts";
import { eventExceptionLog } from "@countinghouse/contract/logs/event-exception-log/event-exception-log.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

export const forms = formsOf(eventExceptionLog, eventExceptionLogMessages, {
  // Does the failed work of every occurrence again.
  retryGroup: {
    ask: ({ words: { actions }, row }) => ({ title: `${actions.retryGroup} · ${row.exceptionNo}`, text: row.message }),
    said: ({ count }, { text }) => fill(text.retryDone, { count }),
  },
  reopen: {
    ask: ({ words: { actions }, row }) => ({ title: `${actions.reopen} · ${row.exceptionNo}`, text: row.message }),
  },
});
