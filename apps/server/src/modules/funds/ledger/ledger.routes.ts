import { JournalPosting, ledger } from "@countinghouse/contract/funds/ledger/ledger.ts";
import { exportable } from "../../../platform/export/exportable.ts";
import { implement } from "../../../platform/http/implement.ts";
import { pageAccounts } from "./ledger.account.store.ts";
import { explainAccount, stateAccount, tryBalance } from "./ledger.explain.service.ts";
import { describedPostings, journalColumn, journalKey, pageJournals, postingKey } from "./ledger.journal.store.ts";
import { closePeriod, listPeriods, openPeriod } from "./ledger.period.service.ts";
import { showJournal } from "./ledger.service.ts";
import { askVerification, listVerifications } from "./ledger.verify.service.ts";

const exporting = exportable(ledger, describedPostings, {
  columnOf: journalColumn,
  id: journalKey,
  lines: { record: JournalPosting, order: postingKey },
});

export const ledgerRoutes = implement(ledger, {
  page: pageJournals,
  journal: showJournal,
  accountPage: pageAccounts,
  explain: explainAccount,
  accountStatement: stateAccount,
  trialBalance: tryBalance,
  verify: askVerification,
  verificationPage: listVerifications,
  periods: listPeriods,
  closePeriod,
  openPeriod,
  export: exporting,
});
