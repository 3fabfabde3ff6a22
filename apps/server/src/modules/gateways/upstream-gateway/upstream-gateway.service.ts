import {
  simulatorAddress,
  upstreamGateway,
} from "@countinghouse/contract/gateways/upstream-gateway/upstream-gateway.ts";
import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputOf, ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { GatewayCapability } from "@countinghouse/contract/payment-enumerations.ts";
import { newId } from "../../../platform/db/new-id.ts";
import { lockRow, recordOperations } from "../../../platform/db/table-operations.ts";
import type { Context } from "../../../platform/http/context.ts";
import { isNamed, parseReachable, publicOnly, type ReachableHosts } from "../../../platform/outbound/outbound-post.ts";
import type { ConnectorCredentialField as AskedField, Connector } from "../connector/index.ts";
import { missingFrom, repeatedIn } from "./upstream-gateway.policy.ts";
import { listCapabilities } from "./upstream-gateway.store.ts";

type Operations = typeof upstreamGateway.operations;
type ConnectorDescription = Pick<
  InputOf<Operations["add"]> | InputOf<Operations["update"]>,
  "connector" | "baseUrlLive" | "baseUrlTest" | "credentialSchema" | "capabilities" | "exponentOverrides"
>;

const { delete: _kept, ...upstreams } = recordOperations({
  table: "upstreamGateways",
  resource: upstreamGateway,
  made: ({ now }) => ({
    id: newId("ug", now),
  }),
});

export { upstreams };

/** Facts about the installation that these operations need. */
export interface InstallationOptions {
  readonly connectors: readonly Connector[];
  readonly isProduction: boolean;
  readonly testHosts: readonly string[];
}

/**
 * Restricts addresses to the provider's hosts in that mode, over https: otherwise card numbers and keys could be
 * redirected, and live accounts could use a sandbox that seems to take money. Test traffic may also use hosts that a
 * setting allows and, outside production, the simulator.
 */
function assertAddresses(
  { baseUrlLive, baseUrlTest }: ConnectorDescription,
  { hosts }: Connector,
  { isProduction, testHosts }: InstallationOptions,
): void {
  const isReachable = (address: string, mode: "live" | "test", reach: ReachableHosts) => {
    const url = parseReachable(address, reach);
    if (url === undefined || url.search !== "" || url.hash !== "") return false;
    const answering = [...hosts[mode], ...reach];
    if (isNamed(url, answering)) return true;
    const field = mode === "live" ? "baseUrlLive" : "baseUrlTest";
    const known = answering.join(", ") || simulatorAddress;
    throw refuse("upstreamGateway.hostUnknown", { host: url.hostname, hosts: known }, { field });
  };
  if (baseUrlLive && !isReachable(baseUrlLive, "live", publicOnly))
    throw refuse("upstreamGateway.addressRefused", {}, { field: "baseUrlLive" });
  const isSimulator = !isProduction && baseUrlTest === simulatorAddress;
  if (baseUrlTest && !isSimulator && !isReachable(baseUrlTest, "test", testHosts))
    throw refuse("upstreamGateway.addressRefused", {}, { field: "baseUrlTest" });
}

const fieldOf = ({ name, label, secret, required }: AskedField) => ({
  name,
  label: { ...label },
  isSecret: secret,
  isRequired: required,
});

function connectorOf(code: string, { connectors }: InstallationOptions): Connector {
  const found = connectors.find((connector) => connector.code === code);
  if (found) return found;
  throw refuse("upstreamGateway.connectorUnknown", { connector: code });
}

/** The values to store, with the connector's defaults for omitted ones. */
function judged<I extends ConnectorDescription>(input: I, installation: InstallationOptions) {
  const connector = connectorOf(input.connector, installation);
  assertAddresses(input, connector, installation);
  const asked = connector.credentialSchema.map(fieldOf);
  const schema = input.credentialSchema ?? asked;
  const repeated = repeatedIn(schema);
  if (repeated) throw refuse("upstreamGateway.schemaRepeated", { name: repeated });
  const missing = missingFrom(schema, asked);
  if (missing.length > 0) throw refuse("upstreamGateway.schemaIncomplete", { names: missing.join(", ") });
  return {
    ...input,
    baseUrlLive: input.baseUrlLive === "" ? null : input.baseUrlLive,
    baseUrlTest: input.baseUrlTest === "" ? null : input.baseUrlTest,
    credentialSchema: schema,
    capabilities: [...(input.capabilities ?? connector.capabilities)],
  };
}

export const addUpstream =
  (installation: InstallationOptions) =>
  (ctx: Context, input: InputOf<Operations["add"]>): Promise<string> =>
    upstreams.add(ctx, judged(input, installation));

export const changeUpstream =
  (installation: InstallationOptions) =>
  async (ctx: Context, input: InputOf<Operations["update"]>): Promise<null> => {
    const row = await lockRow(ctx, "upstreamGateways", upstreamGateway, input.id);
    const { connector, credentialSchema, capabilities } = row;
    const isSameConnector = connector === input.connector;
    // Addresses are checked again when the connector changes.
    const { baseUrlLive = row.baseUrlLive, baseUrlTest = row.baseUrlTest } = input;
    const addresses = isSameConnector ? {} : { baseUrlLive, baseUrlTest };
    // Customised values stay until the connector changes.
    const kept = isSameConnector ? { credentialSchema, capabilities: capabilities as never } : {};
    const told = Object.fromEntries(
      Object.entries({ credentialSchema: input.credentialSchema, capabilities: input.capabilities }).filter(
        ([, value]) => value !== undefined && value !== null,
      ),
    );
    return upstreams.update(ctx, judged({ ...input, ...addresses, ...kept, ...told }, installation));
  };

/** The connectors of this server, with their credential fields. */
export const describeConnectors = ({ connectors }: InstallationOptions): ResultOf<Operations["connectors"]> =>
  connectors.map(({ code, credentialSchema, capabilities }) => ({
    code,
    credentialSchema: credentialSchema.map(fieldOf),
    capabilities: [...capabilities],
  }));

export async function readMatrix(ctx: Context): Promise<ResultOf<Operations["capabilityMatrix"]>> {
  const providers = await listCapabilities(ctx);
  return {
    providers: providers.map(({ id, name, status }) => ({ id, name, status })),
    capabilities: GatewayCapability.members.map(({ value }) => ({
      capability: value,
      providers: providers.filter(({ capabilities }) => capabilities.includes(value)).map(({ id }) => id),
    })),
  };
}
