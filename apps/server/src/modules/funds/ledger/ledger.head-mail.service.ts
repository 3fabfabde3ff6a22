import { ledgerMessages } from "@countinghouse/contract/funds/ledger/ledger.messages.ts";
import { fill, type Locale } from "@countinghouse/contract/kit/locale.ts";
import type { MailSettings } from "../../../platform/config/outside-config.ts";
import { sendMail } from "../../../platform/outbound/mail.ts";
import type { ChainHeadRecipient } from "./ledger.heads.port.ts";
import { headsSummary } from "./ledger.heads.wire.ts";

/** Sends heads to a person: an e-mail with the day's text attached, in the language of the installation. */
export const createHeadMail = (mail: MailSettings, to: string, locale: Locale): ChainHeadRecipient => ({
  name: to,
  tell: async ({ day, text }) => {
    const { text: words } = ledgerMessages[locale];
    const { digest, chains } = headsSummary(text);
    await sendMail(mail, {
      to,
      subject: fill(words.headsMailSubject, { day }),
      text: fill(words.headsMailText, { day, digest, chains }),
      // The same mail sent twice counts as one.
      messageId: `<heads-${day}-${digest.slice(0, 24)}@countinghouse.invalid>`,
      attachment: { filename: `heads-${day}.json`, content: text, contentType: "application/json" },
    });
  },
});
