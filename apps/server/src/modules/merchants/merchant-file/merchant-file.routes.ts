import { merchantDocument } from "@countinghouse/contract/merchants/merchant-file/merchant-document.ts";
import { merchantOwner } from "@countinghouse/contract/merchants/merchant-file/merchant-owner.ts";
import type { FileStore } from "../../../platform/files/file-store.ts";
import { implement } from "../../../platform/http/implement.ts";
import { addDocument, downloadDocument, judgeDocument, uploadDocument } from "./document.service.ts";
import { documentsOf, findDocument } from "./document.store.ts";
import { addOwner, deleteOwner, updateOwner } from "./owner.service.ts";
import { findOwner, ownersOf } from "./owner.store.ts";

export const merchantOwnerRoutes = implement(merchantOwner, {
  ofMerchant: (ctx, { merchantId }) => ownersOf(ctx, merchantId),
  detail: (ctx, { id }) => findOwner(ctx, id),
  add: addOwner,
  update: updateOwner,
  delete: deleteOwner,
});

export const buildMerchantDocumentRoutes = (files: FileStore) =>
  implement(merchantDocument, {
    ofMerchant: (ctx, { merchantId }) => documentsOf(ctx, merchantId),
    detail: (ctx, { id }) => findDocument(ctx, id),
    add: addDocument,
    upload: uploadDocument(files),
    download: downloadDocument(files),
    verify: judgeDocument("verify"),
    reject: judgeDocument("reject"),
  });
