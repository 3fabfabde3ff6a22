import { insert, type NewRow } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { RemoteFile } from "../../../platform/outbound/remote-files.ts";

/** Which of some files of a folder were not looked at for an account yet, by the names under which they are kept. */
export async function filesNotSeen(
  { db }: Pick<Context, "db">,
  { gatewayAccountId, fileEndpointId }: { readonly gatewayAccountId: string; readonly fileEndpointId: string },
  files: readonly RemoteFile[],
  keptName: (file: RemoteFile) => string,
): Promise<RemoteFile[]> {
  if (files.length === 0) return [];
  const seen = await db
    .selectFrom("reconArrivals")
    .select(["fileName", "fileBytes", "modifiedTime"])
    .where("gatewayAccountId", "=", gatewayAccountId)
    .where("fileEndpointId", "=", fileEndpointId)
    .where("fileName", "in", files.map(keptName))
    .execute();
  const known = new Set(seen.map((one) => `${one.fileName}\n${one.fileBytes}\n${Date.parse(one.modifiedTime)}`));
  return files.filter((file) => !known.has(`${keptName(file)}\n${file.bytes}\n${Date.parse(file.modifiedTime)}`));
}

/** Stores the result of processing a file. */
export const keepArrival = (ctx: Context, arrival: NewRow<"reconArrivals">): Promise<unknown> =>
  insert(ctx, "reconArrivals", arrival);
