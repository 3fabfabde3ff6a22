import { airwallexConnector } from "./airwallex.connector.ts";
import type { Connector } from "./connector.port.ts";
import { simulatorConnector } from "./simulator.connector.ts";

/** Every connector of this server: the one list. */
export const connectors: readonly Connector[] = [simulatorConnector, airwallexConnector];

/** In which of its wires the gateway simulator speaks to accounts of a connector; undefined for one it cannot stand for. */
export const wireAtSimulator = (code: string): "native" | "airwallex" | undefined =>
  (({ simulator: "native", airwallex: "airwallex" }) as const)[code];

/** The connector of that code, or undefined: a provider may have been set up under another release. */
export const findConnector = (code: string): Connector | undefined => connectors.find((one) => one.code === code);

/** The connector of that code; a gateway account without one is a defect, since none is saved with an unknown code. */
export function connectorOf(code: string): Connector {
  const connector = findConnector(code);
  if (!connector) throw new Error(`there is no connector ${code}`);
  return connector;
}
