import { ledger } from "@countinghouse/contract/ledger/ledger.ts";
import { implement } from "../../platform/http/implement.ts";
import { listJournals, showJournal } from "./ledger.service.ts";

export const ledgerRoutes = implement(ledger, {
  page: listJournals,
  journal: showJournal,
});
