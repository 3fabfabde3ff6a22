import { fileEndpointMessages } from "@countinghouse/contract/funds/file-endpoint/file-endpoint.messages.ts";
import { type FileEndpointTrial, fileEndpoint } from "@countinghouse/contract/funds/file-endpoint/file-endpoint.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf } from "@countinghouse/contract/kit/resource.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { removeRow, updateRow } from "../../../platform/db/table-operations.ts";
import { withoutUndefined } from "../../../platform/db/without-undefined.ts";
import type { Context } from "../../../platform/http/context.ts";
import { type EndpointPlatform, endpointUrl, sealSecret, tryEndpoint } from "./endpoint-connection.service.ts";
import { countUses, type FileEndpointRow, findEndpoint, insertEndpoint, lockEndpoint } from "./file-endpoint.store.ts";

type Operations = typeof fileEndpoint.operations;
type Place = Pick<FileEndpointRow, "url" | "hostKey" | "bucket" | "region">;

/**
 * An endpoint's address with its protocol. Refuses an address that may not be called, and settings of the other
 * protocol.
 */
function soundPlace(ctx: Context, { config }: EndpointPlatform, place: Place) {
  const url = endpointUrl(place.url, config.fileHosts);
  if (!url) throw refuse("fileEndpoint.urlRefused", { url: place.url });
  const protocol = url.protocol === "sftp:" ? ("sftp" as const) : ("s3" as const);
  const strange = protocol === "sftp" ? (["bucket", "region"] as const) : (["hostKey"] as const);
  const { fields } = fileEndpointMessages[ctx.request.locale];
  for (const field of strange)
    if (place[field]) throw refuse("fileEndpoint.notOfProtocol", { field: fields[field], url: place.url }, { field });
  if (protocol === "s3" && !place.bucket) throw refuse("fileEndpoint.bucketNeeded");
  return { url: protocol === "sftp" ? `sftp://${url.host}` : url.origin, protocol };
}

const nowhere = { hostKey: null, bucket: null, region: null } as const;

export const addEndpoint =
  (platform: EndpointPlatform) =>
  async (ctx: Context, { secret, ...given }: InputOf<Operations["add"]>): Promise<string> => {
    const { tenantId } = ctx.actor;
    const id = newId("fep", ctx.now);
    const place = { ...nowhere, ...withoutNothing(given) };
    await insertEndpoint(ctx, {
      ...place,
      ...soundPlace(ctx, platform, place),
      id,
      tenantId,
      secret: sealSecret(platform, id, secret),
      secretTime: ctx.now.toISOString(),
    });
    return id;
  };

/** The values, with null for absent ones. */
const withoutNothing = <T extends object>(given: T) =>
  withoutUndefined(given) as { readonly [K in keyof T]: Exclude<T[K], undefined> };

/** Fields that identify the recipient of the secret: changing one requires entering the secret again. */
const addressees = ["url", "userName", "hostKey", "bucket"] as const;

export const changeEndpoint =
  (platform: EndpointPlatform) =>
  async (ctx: Context, { id, version, secret, ...given }: InputOf<Operations["update"]>): Promise<null> => {
    const before = await lockEndpoint(ctx, id, version);
    // Settings of the other protocol are meaningless with this one.
    const isSame = given.url.startsWith("sftp") === before.url.startsWith("sftp");
    const whole = { ...before, ...(isSame ? {} : nowhere), ...withoutNothing(given) };
    const place = { ...whole, ...soundPlace(ctx, platform, whole) };
    // The first host key is confirmed by a user who compared it with the host's; nothing was sent before.
    const isOther = addressees.some((name) => before[name] !== place[name] && !(name === "hostKey" && !before.hostKey));
    if (isOther && !secret) throw refuse("fileEndpoint.secretNeeded");
    await updateRow(ctx, "fileEndpoints", fileEndpoint, {
      id,
      ...withoutNothing(given),
      url: place.url,
      protocol: place.protocol,
      hostKey: place.hostKey,
      bucket: place.bucket,
      region: place.region,
      ...(secret ? { secret: sealSecret(platform, id, secret), secretTime: ctx.now.toISOString() } : {}),
      ...(isOther ? { lastTime: null, lastVerdict: null } : {}),
    });
    return null;
  };

export async function switchEndpoint(
  ctx: Context,
  { id, version, status }: InputOf<Operations["setStatus"]>,
): Promise<null> {
  await updateRow(ctx, "fileEndpoints", fileEndpoint, { id, version, status });
  return null;
}

/** Deletes an endpoint that no setting uses. */
export async function deleteEndpoint(ctx: Context, { id, version }: InputOf<Operations["delete"]>): Promise<null> {
  const before = await lockEndpoint(ctx, id, version);
  const count = await countUses(ctx, id);
  if (count > 0) throw refuse("fileEndpoint.inUse", { name: before.name, count });
  await removeRow(ctx, "fileEndpoints", fileEndpoint, { id });
  return null;
}

/** Tests an endpoint in the actor's scope. */
export const testEndpoint =
  (platform: EndpointPlatform) =>
  async (ctx: Context, { id }: InputOf<Operations["test"]>): Promise<FileEndpointTrial> =>
    tryEndpoint(platform, await findEndpoint(ctx, id));
