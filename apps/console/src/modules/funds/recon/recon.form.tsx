import { reconMessages } from "@countinghouse/contract/funds/recon/recon.messages.ts";
import { recon } from "@countinghouse/contract/funds/recon/recon.ts";
import { wordsNow } from "../../../platform/i18n/use-words.ts";
import { formsOf } from "../../../platform/pages/form-declaration.ts";
import { ReconImport } from "./recon.import.form.tsx";
import { reconScreenMessages } from "./recon.messages.ts";
import { ReconReceive } from "./recon.receive.form.tsx";

export const forms = formsOf(recon, reconMessages, {
  import: ReconImport,
  fetch: { isDeed: true, fields: [{ field: "gatewayAccountId", isWide: true }] },
  receive: ReconReceive as never,
  close: {
    ask: ({ row }) => ({
      title: `${wordsNow(reconMessages).actions.close} · ${row.reconNo}`,
      text: wordsNow(reconScreenMessages).closeText,
    }),
  },
});
