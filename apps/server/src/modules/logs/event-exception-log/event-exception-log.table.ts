import type {
  ExceptionLevel,
  ExceptionSource,
  ExceptionStatus,
} from "@countinghouse/contract/integration/webhook/webhook-enumerations.ts";
import type { ValueOf } from "@countinghouse/contract/kit/enumeration.ts";
import type { Generated, JSONColumnType } from "kysely";
import type { FactsOf } from "../../../platform/db/tables.ts";

/** Description of a failure, in a group and in each occurrence. */
interface FailureColumns {
  tenantId: number | null;
  fingerprint: string;
  exceptionNo: string;
  source: ValueOf<typeof ExceptionSource>;
  eventType: string;
  level: ValueOf<typeof ExceptionLevel>;
  message: string;
  objectType: string | null;
  objectId: string | null;
  merchantId: string | null;
}

interface EventExceptionRows extends FailureColumns {
  id: string;
  occurrences: number;
  firstTime: string;
  lastTime: string;
  status: Generated<ValueOf<typeof ExceptionStatus>>;
  canRetry: Generated<boolean>;
  retryCount: Generated<number>;
  retryTime: string | null;
  assigneeId: number | null;
  assigneeName: string | null;
  resolveUserId: number | null;
  resolveUserName: string | null;
  remark: string | null;
  version: Generated<number>;
}

interface EventExceptionItemRows extends FailureColumns {
  id: string;
  exceptionId: string | null;
  at: string;
  stack: string | null;
  payload: JSONColumnType<object> | null;
  retry: JSONColumnType<{ queue: string; data: object }> | null;
  retriedTime: string | null;
}

declare module "../../../platform/db/tables.ts" {
  interface Tables {
    eventExceptions: EventExceptionRows;
    eventExceptionItems: EventExceptionItemRows;
  }
}

export const eventExceptionLogTables: FactsOf<"eventExceptions" | "eventExceptionItems"> = {
  eventExceptions: { scope: { tenant: "tenantId" }, placement: "local", grant: "readWrite" },
  eventExceptionItems: {
    scope: { tenant: "tenantId" },
    placement: "local",
    grant: "readWrite",
    json: ["payload", "retry"],
  },
};
