import type { IncomingMessage } from "node:http";
import type { StockClientSettings } from "../../platform/config/stock-client-config.ts";
import { randomSecret } from "../../platform/crypto/random.ts";
import type { CallTable } from "./call-table.ts";

/** Internal path prefix to which the client's calls are routed. */
export const stockPrefix = "/stock-client";

/** Header by which a proxy marks the client's calls. */
const proxyMark = "x-stock-client";
/** Header by which our own console identifies itself. */
const consoleMark = "x-countinghouse-console";

/** Recognises the client's requests, and the adapter's own internal ones. */
export interface StockDoor {
  /** Rewrites a request's URL to the address that answers it. */
  readonly rewriteUrl: (request: Pick<IncomingMessage, "url" | "headers">) => string;
  /** Header by which the server recognises an internal request of the adapter. */
  readonly inside: Readonly<Record<string, string>>;
  /** Whether a request without either header is the client's: for its hub, before anything is answered. */
  readonly isClients: (request: Pick<IncomingMessage, "headers">) => boolean;
}

/** The door of one node. It reroutes the published API only; every other path stays as it is. */
export function stockDoor(settings: StockClientSettings, table: CallTable): StockDoor {
  const word = randomSecret(24);
  const insideHeader = "x-stock-client-inside";
  const isClients: StockDoor["isClients"] = ({ headers }) => {
    if (headers[insideHeader] === word) return false;
    if (settings.from === "proxy") return headers[proxyMark] === "on";
    return headers[consoleMark] === undefined;
  };
  return {
    inside: { [insideHeader]: word },
    isClients,
    rewriteUrl: (request) => {
      const url = request.url ?? "/";
      const [path = ""] = url.split("?", 1);
      // Signed requests belong to the open API, whose signature covers the path.
      const isSigned = request.headers.sign !== undefined;
      return !isSigned && table.isService(path) && isClients(request) ? stockPrefix + url : url;
    },
  };
}
