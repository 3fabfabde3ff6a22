import { cardRange } from "@countinghouse/contract/gateways/card-range/card-range.ts";
import { cardRangeFile } from "@countinghouse/contract/gateways/card-range/card-range-file.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { implement } from "../../../platform/http/implement.ts";
import { lookUp } from "./card-range.service.ts";
import { rangeReads } from "./card-range.store.ts";
import { addFile, cancelFile, startFile, uploadFilePart, withdrawFile } from "./range-file.service.ts";
import { fileReads, findFile } from "./range-file.store.ts";

export const cardRangeRoutes = implement(cardRange, {
  page: rangeReads.page,
  detail: rangeReads.detail,
  lookUp,
});

export const buildCardRangeFileRoutes = (files: FileStore) =>
  implement(cardRangeFile, {
    page: fileReads.page,
    detail: (ctx, { id }) => findFile(ctx, id),
    add: addFile,
    upload: uploadFilePart(files),
    start: startFile,
    cancel: cancelFile,
    withdraw: withdrawFile,
  });
