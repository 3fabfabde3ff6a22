import { type OperationName, operationOf, pathOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { CallError } from "./call-error.ts";
import { followSession, sessionHeaders } from "./client.ts";
import { millisecondsLeft, storedTokens } from "./tokens.ts";

/**
 * Downloads the file of an operation. A link would not work: authentication is by header, not by cookie. Rejects with a
 * {@link CallError} with the server's message.
 */
export async function fetchFile<R extends Resource>(
  resource: R,
  operation: OperationName<R>,
  input: Readonly<Record<string, unknown>>,
): Promise<Blob> {
  const pair = storedTokens();
  const headers = sessionHeaders(pair, pair !== undefined && millisecondsLeft(pair.access) < 60_000);
  const path = pathOf(resource, operation).replace(/:(\w+)/g, (_all, name) => encodeURIComponent(String(input[name])));
  const query = new URLSearchParams(Object.entries(input).map(([name, value]) => [name, String(value)]));
  const isPost = operationOf(resource, operation).method === "POST";
  if (isPost) headers.set("Content-Type", "application/json");
  const response = await (isPost
    ? fetch(path, { method: "POST", headers, body: JSON.stringify(input), credentials: "omit" })
    : fetch(`${path}?${query}`, { headers, credentials: "omit" }));
  followSession(response);
  if (!response.ok) throw await refusedBy(response);
  return response.blob();
}

/** Downloads the file of an operation to the browser's downloads. */
export async function download<R extends Resource>(
  resource: R,
  operation: OperationName<R>,
  input: Readonly<Record<string, unknown>>,
  fileName: string,
): Promise<void> {
  save(await fetchFile(resource, operation, input), fileName);
}

async function refusedBy(response: Response): Promise<CallError> {
  const body = (await response.json().catch(() => undefined)) as
    | { message?: string; extras?: { requestId?: string } }
    | undefined;
  const requestId = body?.extras?.requestId ?? response.headers.get("x-request-id") ?? "";
  return new CallError("refused", body?.message ?? response.statusText, { status: response.status, requestId });
}

function save(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser reads the URL after the click returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
