import { reportScheduleMessages } from "@countinghouse/contract/funds/report/report-schedule.messages.ts";
import { reportSchedule } from "@countinghouse/contract/funds/report/report-schedule.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";

/** What is made, when, as what, and who is sent it. */
export const forms = formsOf(reportSchedule, reportScheduleMessages, {
  edit: {
    fields: ({ isOfMerchant, may }) => [
      "name",
      "report",
      "groupBy",
      "span",
      "mode",
      "currency",
      "merchantId",
      "format",
      "cadence",
      "onDay",
      "atTime",
      "timeZone",
      { field: "recipients", isWide: true },
      ...(!isOfMerchant && may("fileEndpoint:list") ? [{ field: "fileEndpointId", isWide: true } as const] : []),
    ],
  },
});
