/** IPv4 networks that are not public: loopback, private, link-local, shared, test, multicast. */
export const closedNetworks: readonly (readonly [network: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

const numberOf = (address: string): number => address.split(".").reduce((sum, part) => sum * 256 + Number(part), 0);

const isIn = (address: string, [network, prefix]: (typeof closedNetworks)[number]): boolean =>
  Math.floor(numberOf(address) / 2 ** (32 - prefix)) === Math.floor(numberOf(network) / 2 ** (32 - prefix));

/** Name suffixes without public servers (RFC 6761, RFC 6762, RFC 8375, and ICANN's .internal). */
const closedNames = /(^|\.)(localhost|local|internal|lan|home\.arpa)$/;

/** Public IPv6 addresses: global unicast, without those that embed IPv4, tunnels or documentation (RFC 6890). */
const openV6 = /^\[[23][0-9a-f]{3}:/;
const closedV6 = /^\[(2001:(0?db8|[01]?[0-9a-f]?[0-9a-f]?:|:)|2002:|3fff:)/;

/** Whether a URL's host may be public: a name with a dot, or a public address. */
function isPublicHost(host: string): boolean {
  if (host.startsWith("[")) return openV6.test(host) && !closedV6.test(host);
  if (/^[\d.]+$/.test(host)) return !closedNetworks.some((network) => isIn(host, network));
  const name = host.replace(/\.$/, "");
  return name.includes(".") && !closedNames.test(name);
}

const schemes = ["http:", "https:", "ftp:"];

/**
 * Whether a text is a public internet address: http, https or ftp, without user info, with a public host. Names are
 * resolved and checked at the time of a call, not here.
 */
export function isPublicWebAddress(text: string): boolean {
  if (/[\s\\]/.test(text) || !URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return schemes.includes(protocol) && username === "" && password === "" && isPublicHost(hostname);
}
