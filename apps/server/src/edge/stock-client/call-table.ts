import { pathOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { limitsOf } from "@countinghouse/contract/platform/input-limits.ts";
import { translatedCalls } from "./calls/index.ts";
import type { NamedOperation, StockCall } from "./stock-call.ts";

/** The target of a client's request: a translation, an operation of the contract, or both. */
export interface FoundCall {
  readonly call: StockCall;
  readonly operation: NamedOperation | undefined;
  /** Path parameters by name. */
  readonly params: Readonly<Record<string, string>>;
  /** `sysUser/page`, as shown to people. */
  readonly name: string;
}

type Answered = Pick<FoundCall, "call" | "operation">;

export const isAnonymous = ({ call, operation }: Answered): boolean =>
  call.isAnonymous === true || operation?.operation.access === "anonymous";

export const jsonBytes = 131_072;
const anonymousBytes = 16_384;

/** The largest body of a call in bytes. */
export function bytesOf({ call, operation }: Answered): number {
  if (call.bytes) return call.bytes;
  if (operation) return limitsOf(operation.operation).bytes;
  return isAnonymous({ call, operation }) ? anonymousBytes : jsonBytes;
}

/** A path with parameters, to match against. */
interface Pattern {
  readonly method: string;
  readonly parts: readonly string[];
  readonly call: StockCall;
  readonly operation: NamedOperation | undefined;
}

const isSlot = (part: string): boolean => part.startsWith(":");

/**
 * The parameters of a matching path; undefined where it does not match. Names of services and actions match whatever
 * their case.
 */
function filled(parts: readonly string[], sent: readonly string[]): Record<string, string> | undefined {
  if (parts.length !== sent.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of parts.entries()) {
    const value = sent[at] ?? "";
    if (isSlot(part)) params[part.slice(1)] = value;
    else if (part.toLowerCase() !== value.toLowerCase()) return undefined;
  }
  return params;
}

const partsOf = (path: string): string[] => path.split("/").filter((part) => part !== "");

/** Every call that can be answered: the translated ones first, then the contract's operations. */
export class CallTable {
  readonly #patterns: readonly Pattern[];
  readonly #services: ReadonlySet<string>;

  constructor(resources: readonly Resource[]) {
    const operations = resources.flatMap((resource) =>
      Object.entries(resource.operations).map(([name, operation]) => ({ resource, name, operation })),
    );
    const own = operations.map(
      (named): Pattern => ({
        method: named.operation.method,
        parts: partsOf(pathOf(named.resource, named.name)).slice(1),
        call: { call: `${named.operation.method} ${named.resource.name}/${named.name}` },
        operation: named,
      }),
    );
    const translated = translatedCalls.map((call): Pattern => {
      const [method = "", path = ""] = call.call.split(" ");
      const parts = partsOf(path);
      const named = operations.find(
        ({ resource, name }) => resource.name === call.resource?.name && name === call.operation,
      );
      const same = own.find((one) => one.method === method && one.parts.join("/") === parts.join("/"));
      return { method, parts, call, operation: named ?? same?.operation };
    });
    this.#patterns = [...translated, ...own];
    this.#services = new Set(this.#patterns.map(({ parts }) => (parts[0] ?? "").toLowerCase()));
  }

  /** The largest body of any call in bytes, as the calls themselves say. */
  get bytesMax(): number {
    return Math.max(...this.#patterns.map(bytesOf));
  }

  /** Whether a path belongs to the published API; other paths below `/api` are left to their own handlers. */
  isService(path: string): boolean {
    const [root = "", service = ""] = partsOf(path);
    return root.toLowerCase() === "api" && this.#services.has(service.toLowerCase());
  }

  /** The call at a path below `/api`; undefined where none is known. */
  find(method: string, path: string): FoundCall | undefined {
    const sent = partsOf(path).map(decoded);
    for (const pattern of this.#patterns) {
      const params = pattern.method === method ? filled(pattern.parts, sent) : undefined;
      if (params) {
        const name = pattern.parts.slice(0, 2).join("/");
        return { call: pattern.call, operation: pattern.operation, params, name };
      }
    }
    return undefined;
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
