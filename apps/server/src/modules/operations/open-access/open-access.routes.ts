import { sysOpenAccess } from "@countinghouse/contract/operations/open-access/open-access.ts";
import { sysOpenAccessCall } from "@countinghouse/contract/operations/open-access/open-access-call.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { implement } from "../../../platform/http/implement.ts";
import type { Platform } from "../../../platform/platform.ts";
import { addAccess, generateSignature, renewSecret, updateAccess } from "./open-access.service.ts";
import { accessRecords, callReads } from "./open-access.store.ts";

/** Routes of access keys. Secrets are encrypted with the installation's keys. */
export function buildOpenAccessRoutes({ secret }: Pick<Platform, "secret">) {
  const ring = () => installationKeys(secret).ring;
  return implement(sysOpenAccess, {
    page: accessRecords.page,
    detail: accessRecords.detail,
    add: addAccess(ring),
    update: updateAccess,
    delete: accessRecords.delete,
    secret: renewSecret(ring),
    generateSignature,
  });
}

export const openAccessCallRoutes = implement(sysOpenAccessCall, { page: callReads.page });
