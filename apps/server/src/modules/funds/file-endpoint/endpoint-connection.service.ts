import type { FileEndpointTrial } from "@countinghouse/contract/funds/file-endpoint/file-endpoint.ts";
import { installationKeys } from "../../../platform/crypto/installation-keys.ts";
import { open, seal } from "../../../platform/crypto/sealing.ts";
import { openBucketFiles } from "../../../platform/outbound/bucket-remote-files.ts";
import { parseReachable, type ReachableHosts } from "../../../platform/outbound/outbound-post.ts";
import { type RemoteFiles, RemoteFilesError } from "../../../platform/outbound/remote-files.ts";
import { openSftp } from "../../../platform/outbound/sftp-files.ts";
import type { Platform } from "../../../platform/platform.ts";
import { type FileEndpointRow, noteUse } from "./file-endpoint.store.ts";

/** Dependencies of file endpoints. */
export type EndpointPlatform = Pick<Platform, "config" | "secret">;

/** Binding of a sealed secret: it decrypts only for this endpoint. */
const placeOf = (id: string): string => `fileEndpoint:${id}`;

export const sealSecret = ({ secret }: EndpointPlatform, id: string, plain: string): string =>
  seal(installationKeys(secret).ring, plain, placeOf(id));

const sftpForm = /^sftp:\/\/((?:[a-z0-9-]+\.)*[a-z0-9-]+)(?::(\d{1,5}))?\/?$/;
const usualPort = "22";

/** URL of an endpoint with its port; undefined for one that may not be called. */
export function endpointUrl(text: string, reach: ReachableHosts): URL | undefined {
  const [, host = "", port = usualPort] = sftpForm.exec(text.trim().toLowerCase()) ?? [];
  if (host !== "") {
    const url = new URL(`sftp://${host}:${port}`);
    const isNamed = reach.includes(url.hostname) || reach.includes(url.host);
    const isPublicName = host.includes(".") && !/^[\d.]+$/.test(host);
    return Number(port) > 0 && Number(port) < 65_536 && (isNamed || isPublicName) ? url : undefined;
  }
  const url = parseReachable(text.trim(), reach);
  return url && url.pathname === "/" && url.search === "" && url.hash === "" ? url : undefined;
}

const withSlash = (folder: string): string => folder.replace(/^\//, "").replace(/([^/])$/, "$1/");

/** Opens an endpoint's folder for one task. Throws {@link RemoteFilesError}. */
async function openEndpoint({ config, secret }: EndpointPlatform, endpoint: FileEndpointRow): Promise<RemoteFiles> {
  const reach = config.fileHosts;
  const url = endpointUrl(endpoint.url, reach);
  if (!url) throw new RemoteFilesError("address_refused", `${endpoint.url} may not be called`);
  const plain = open(installationKeys(secret).ring, endpoint.secret, placeOf(endpoint.id));
  const { userName, hostKey, folder } = endpoint;
  if (endpoint.protocol === "sftp") return openSftp({ url, reach, userName, hostKey, folder, secret: plain });
  const store = {
    endpoint: url.origin,
    region: endpoint.region ?? "us-east-1",
    keyId: userName,
    secret: plain,
    isPathStyle: endpoint.isPathStyle,
  };
  return openBucketFiles({ store, bucket: endpoint.bucket ?? "", prefix: withSlash(folder) }, reach);
}

/** Runs a task in an endpoint's folder, and closes it. */
async function inFolder<T>(
  platform: EndpointPlatform,
  endpoint: FileEndpointRow,
  work: (files: RemoteFiles) => Promise<T>,
): Promise<T> {
  const files = await openEndpoint(platform, endpoint);
  try {
    return await work(files);
  } finally {
    await files.close();
  }
}

/** Dependencies of using endpoints in the background. */
export type EndpointUser = EndpointPlatform & Pick<Platform, "db" | "clock">;

/** Runs a task in an endpoint's folder, and records the result at the endpoint. */
export async function useEndpoint<T>(
  platform: EndpointUser,
  endpoint: FileEndpointRow,
  work: (files: RemoteFiles) => Promise<T>,
): Promise<T> {
  const note = (verdict: FileEndpointRow["lastVerdict"]) =>
    noteUse(platform.db, endpoint.id, verdict, platform.clock.now());
  try {
    const result = await inFolder(platform, endpoint, work);
    await note("ok");
    return result;
  } catch (error) {
    if (error instanceof RemoteFilesError) await note(error.fault);
    throw error;
  }
}

/** Signs in and lists the folder, and reports the result. */
export async function tryEndpoint(platform: EndpointPlatform, endpoint: FileEndpointRow): Promise<FileEndpointTrial> {
  const begun = performance.now();
  const told = (trial: Omit<FileEndpointTrial, "latencyMs">) => ({
    ...trial,
    latencyMs: Math.round(performance.now() - begun),
  });
  try {
    const files = await inFolder(platform, endpoint, (folder) => folder.list());
    return told({ verdict: "ok", message: null, hostKey: endpoint.hostKey, fileCount: files.length });
  } catch (error) {
    if (!(error instanceof RemoteFilesError)) throw error;
    const { fault, message, hostKey = null } = error;
    return told({ verdict: fault, message: message.slice(0, 500), hostKey, fileCount: null });
  }
}
