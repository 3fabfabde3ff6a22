import { merDeposit } from "@countinghouse/contract/funds/mer-deposit/mer-deposit.ts";
import { recordReads } from "../../../platform/db/table-operations.ts";
import { implement } from "../../../platform/http/implement.ts";
import { previewUse, useHolds } from "./deposit-use.service.ts";
import { describedDeposits, listMoves } from "./mer-deposit.list.store.ts";
import { readDeposit, readFigures, readSchedule } from "./mer-deposit.reading.service.ts";
import { addDeposit, extendHold, freezeHold, releaseEarly, unfreezeHold } from "./mer-deposit.service.ts";
import { writeOff } from "./negative-balance.service.ts";
import { negativesInReach } from "./negative-balance.store.ts";

export const merDepositRoutes = implement(merDeposit, {
  ...recordReads({ table: "merDeposits", resource: merDeposit, describe: describedDeposits }),
  detail: readDeposit,
  figures: readFigures,
  schedule: readSchedule,
  moves: listMoves,
  negatives: negativesInReach,
  usePreview: previewUse,
  add: addDeposit,
  release: releaseEarly,
  freeze: freezeHold,
  unfreeze: unfreezeHold,
  use: useHolds,
  extend: extendHold,
  writeOff,
});
