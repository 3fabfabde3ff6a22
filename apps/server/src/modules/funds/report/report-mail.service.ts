import { reportScheduleMessages } from "@countinghouse/contract/funds/report/report-schedule.messages.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { MailSettings } from "../../../platform/config/outside-config.ts";
import { sendMail } from "../../../platform/outbound/mail.ts";
import type { ReportDelivery } from "./report-delivery.port.ts";

/** Sends a report to the people its schedule names, each a mail of their own; whoever had it is not sent it twice. */
export const reportMail = (mail: MailSettings): ReportDelivery => ({
  deliver: async ({ schedule, due, title, fromDay, toDay, timeZone, locale, maker, ...file }) => {
    const { text } = reportScheduleMessages[locale];
    const told = { report: title, from: fromDay, to: toDay, zone: timeZone, name: maker, schedule: schedule.name };
    for (const to of schedule.recipients)
      await sendMail(mail, {
        to,
        subject: fill(text.mailSubject, told),
        text: fill(text.mailText, told),
        messageId: `<${schedule.id}-${Date.parse(due)}-${to.replace(/[^\w.-]/g, "_")}@countinghouse.invalid>`,
        attachment: { filename: file.fileName, content: file.content, contentType: file.contentType },
      });
  },
});
