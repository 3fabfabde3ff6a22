import type { IncomingMessage } from "node:http";
import type { StockClientSettings } from "../../platform/config/stock-client-config.ts";
import { randomSecret } from "../../platform/crypto/random.ts";
import type { CallTable } from "./call-table.ts";

/** Where calls of the client are led to inside the server. */
export const stockPrefix = "/stock-client";

/** A proxy marks the client's calls by it. */
const proxyMark = "x-stock-client";
/** By it our own console says that it is no such client. */
const consoleMark = "x-countinghouse-console";

/** Which requests are the client's, and how the adapter's own come through the same door. */
export interface StockDoor {
  /** Address at which a request is answered. */
  readonly rewriteUrl: (request: Pick<IncomingMessage, "url" | "headers">) => string;
  /** Header by which the server knows a request that the adapter made itself. */
  readonly inside: Readonly<Record<string, string>>;
  /** Whether a request that says nothing else of itself is the client's: that of its hub, before anything is answered. */
  readonly isClients: (request: Pick<IncomingMessage, "headers">) => boolean;
}

/** The door of a node. What it leads elsewhere is the API of the family alone: everything else stays where it is. */
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
      // Programs that sign their requests have an API of their own, and sign its paths.
      const isSigned = request.headers.sign !== undefined;
      return !isSigned && table.isService(path) && isClients(request) ? stockPrefix + url : url;
    },
  };
}
