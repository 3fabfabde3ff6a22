import { installationKeys } from "../src/platform/crypto/installation-keys.ts";
import { seal } from "../src/platform/crypto/sealing.ts";
import { newId } from "../src/platform/db/new-id.ts";
import type { TestApp } from "./app.ts";
import { unique } from "./people.ts";

interface Owner {
  readonly tenantId: number;
  readonly merchantId: string;
  readonly gatewayAccountId: string;
  /** Above which a difference takes a second person, in minor units. */
  readonly approvalLimit?: string;
}

let made = 0;

/** A settlement file with one open line of 1.00, and the settings of its account: sealed, and without journals. */
export async function buildReconBatch(
  app: TestApp,
  { tenantId, merchantId, gatewayAccountId, approvalLimit = "0" }: Owner,
) {
  made += 1;
  const { db, clock } = app.platform;
  const now = clock.now();
  const at = now.toISOString();
  const id = newId("rcb", now);
  const { seals } = app.context();
  const batch = {
    merchantId,
    id,
    tenantId,
    reconNo: `RC${id.slice(-18)}`,
    mode: "live",
    gatewayAccountId,
    batchNo: made,
    currency: "USD",
    fileName: "file.csv",
    fileHash: String(made).padStart(64, "0"),
    fileDate: at.slice(0, 10),
    source: "upload",
    lineCount: 1,
    grossAmount: "100",
    feeAmount: "0",
    netAmount: "100",
    status: "exceptions",
    openCount: 1,
    openAmount: "100",
    payoutAmount: null,
    receivedAmount: "0",
    createTime: at,
  } as const;
  await db
    .insertInto("reconBatches")
    .values({ ...batch, seal: seals.made("reconBatches", batch) })
    .execute();
  const itemId = newId("rci", now);
  const nothing = { interchangeAmount: "0", schemeFeeAmount: "0", markupAmount: "0", feeAmount: "0" };
  const item = {
    merchantId,
    id: itemId,
    tenantId,
    batchId: id,
    mode: "live",
    gatewayAccountId,
    lineNo: 2,
    type: "settled",
    upstreamRef: `pay_${made}`,
    merchantRef: "OR1",
    modificationRef: "",
    itemTime: at,
    bookingDate: at.slice(0, 10),
    currency: "USD",
    lineCurrency: "USD",
    foreignCurrency: null,
    grossAmount: "100",
    netAmount: "100",
    ...nothing,
    matchStatus: "missing_local",
    difference: "100",
    status: "open",
    approvalLimit,
    since: at,
    createTime: at,
    ourMerchantId: null,
    ourRefType: null,
    ourRefId: null,
    ourGrossAmount: null,
    ourFeeAmount: null,
    resolution: null,
    resolveUserId: null,
    secondUserId: null,
    endedBefore: null,
    suspenseAmount: "0",
    truedAmount: "0",
  } as const;
  await db
    .insertInto("reconItems")
    .values({ ...item, seal: seals.made("reconItems", item) })
    .execute();
  const sourceId = newId("rcs", now);
  await db
    .insertInto("reconSources")
    .values({ id: sourceId, tenantId, gatewayAccountId } as never)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { batchId: id, itemId, sourceId };
}

/** An endpoint of a tenant that nobody answers at. Answers the id. */
export async function buildFileEndpoint(
  { platform: { db, clock, secret } }: TestApp,
  { tenantId }: { readonly tenantId: number },
): Promise<string> {
  const id = newId("fep", clock.now());
  await db
    .insertInto("fileEndpoints")
    .values({
      id,
      tenantId,
      name: unique("Bank "),
      protocol: "sftp",
      url: "sftp://files.bank.example:22",
      userName: "books",
      secret: seal(installationKeys(secret).ring, "nobody's", `fileEndpoint:${id}`),
      secretTime: clock.now().toISOString(),
    } as never)
    .execute();
  return id;
}
