import { reconMessages } from "@countinghouse/contract/funds/recon/recon.messages.ts";
import { type Recon, recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { OurAccountInput } from "../../../platform/funds/our-account.tsx";
import { wordsNow } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { ReconImport } from "./recon.import.form.tsx";
import { reconScreenMessages } from "./recon.messages.ts";

/** What a file says is paid and has not come in. */
const leftOf = ({ payoutAmount, netAmount, receivedAmount }: Recon): string =>
  String(BigInt(payoutAmount ?? netAmount) - BigInt(receivedAmount));

export const forms = formsOf(recon, reconMessages, {
  import: ReconImport,
  fetch: { isDeed: true, fields: [{ field: "gatewayAccountId", isWide: true }] },
  receive: {
    isDeed: true,
    fields: [
      { field: "payoutAccountId", input: OurAccountInput, isWide: true },
      { field: "amount", isWide: true },
      { field: "reason", isWide: true },
    ],
    // All that is still to come, unless told.
    start: (row) => ({ id: row?.id, version: row?.version, currency: row?.currency, amount: row && leftOf(row) }),
  },
  close: {
    ask: ({ row }) => ({
      title: `${wordsNow(reconMessages).actions.close} · ${row.reconNo}`,
      text: wordsNow(reconScreenMessages).closeText,
    }),
  },
});
