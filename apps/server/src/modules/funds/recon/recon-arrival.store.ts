import { insert, type NewRow } from "../../../platform/db/scoped.ts";
import type { Context } from "../../../platform/http/context.ts";
import type { RemoteFile } from "../../../platform/outbound/remote-files.ts";

/** Files of a folder that were not processed for an account yet. */
export async function filesNotSeen(
  { db }: Pick<Context, "db">,
  { gatewayAccountId, fileEndpointId }: { readonly gatewayAccountId: string; readonly fileEndpointId: string },
  files: readonly RemoteFile[],
): Promise<RemoteFile[]> {
  if (files.length === 0) return [];
  const seen = await db
    .selectFrom("reconArrivals")
    .select(["fileName", "fileBytes", "modifiedTime"])
    .where("gatewayAccountId", "=", gatewayAccountId)
    .where("fileEndpointId", "=", fileEndpointId)
    .where(
      "fileName",
      "in",
      files.map(({ name }) => name),
    )
    .execute();
  const known = new Set(seen.map((one) => `${one.fileName}\n${one.fileBytes}\n${Date.parse(one.modifiedTime)}`));
  return files.filter(({ name, bytes, modifiedTime }) => !known.has(`${name}\n${bytes}\n${Date.parse(modifiedTime)}`));
}

/** Stores the result of processing a file. */
export const keepArrival = (ctx: Context, arrival: NewRow<"reconArrivals">): Promise<unknown> =>
  insert(ctx, "reconArrivals", arrival);
