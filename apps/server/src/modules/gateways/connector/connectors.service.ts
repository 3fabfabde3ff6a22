import { airwallexConnector } from "./airwallex.connector.ts";
import type { Connector } from "./connector.port.ts";
import { simulatorConnector } from "./simulator.connector.ts";

/** All connectors of this server. */
export const connectors: readonly Connector[] = [simulatorConnector, airwallexConnector];

/** The simulator's API for accounts of a connector; undefined for one that it does not simulate. */
export const wireAtSimulator = (code: string): "native" | "airwallex" | undefined =>
  (({ simulator: "native", airwallex: "airwallex" }) as const)[code];

/** The connector with that code; undefined for a provider configured under another release. */
export const findConnector = (code: string): Connector | undefined => connectors.find((one) => one.code === code);

/** The connector with that code. Throws for a gateway account without one, which is a defect. */
export function connectorOf(code: string): Connector {
  const connector = findConnector(code);
  if (!connector) throw new Error(`there is no connector ${code}`);
  return connector;
}
