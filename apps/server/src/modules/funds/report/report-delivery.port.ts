import type { Locale } from "@countinghouse/contract/kit/locale.ts";
import type { ScheduleRow } from "./report-schedule.store.ts";

/** A report that was made by itself, as a file. */
export interface FinishedReport {
  readonly schedule: ScheduleRow;
  /** The instant it was due: the same for every try of the same sending. */
  readonly due: string;
  readonly title: string;
  readonly fromDay: string;
  readonly toDay: string;
  readonly timeZone: string;
  readonly fileName: string;
  readonly contentType: string;
  readonly content: Buffer;
  readonly locale: Locale;
  /** In whose name it was made. */
  readonly maker: string;
  /** Whether whoever it was made for may have it put to endpoints. */
  readonly mayPut: boolean;
}

/** A way by which reports leave. Throws, in words, where one was not taken; it is tried again then. */
export interface ReportDelivery {
  /** Hands over a report; nothing where its schedule asks for no such delivery. */
  deliver(report: FinishedReport): Promise<void>;
}
