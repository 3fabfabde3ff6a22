import { type CompiledQuery, createQueryId } from "kysely";
import { type InCompany, prepared } from "./prepared.ts";
import type { ScopeContext } from "./scoped.ts";

/** Placeholder in a statement for a value that each call supplies. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A placeholder for each value, typed as that value, for use as a parameter only. */
const placesFor = <V extends object>(): V =>
  new Proxy({}, { get: (_, name) => new Place(String(name)) }) as unknown as V;

/** Most statements that a node keeps; the oldest one is evicted. */
const keptMax = 1_000;
const kept = new Map<string, CompiledQuery<unknown>>();

/** Fingerprint of the parts of an actor that its statements depend on: their scope is written into them. */
const readerOf = ({ userId, viewing, scope }: ScopeContext["actor"]): string =>
  JSON.stringify([userId, viewing !== undefined, scope]);

/**
 * Rows of a statement that runs with every call: built once per reader scope, and kept prepared by every connection.
 * `shape` identifies it with everything but `values` that decides its text. In `build` the values are opaque parameter
 * placeholders. Only for statements that find rows by keys or in the order of one index, whose plan does not depend on
 * the values. Write limits as literals (`sql.lit`): with an unknown limit the planner sorts instead of reading an
 * index in order. Statements that one context asks for before it waits are sent together.
 */
export async function readShaped<V extends object, R>(
  ctx: ScopeContext,
  shape: string,
  values: V,
  build: (places: V) => CompiledQuery<R>,
): Promise<R[]> {
  const statement = statementFor(`${shape} ${readerOf(ctx.actor)}`, () => build(placesFor<V>()));
  const given = values as Readonly<Record<string, unknown>>;
  const parameters = statement.parameters.map((one) => (one instanceof Place ? given[one.name] : one));
  const sent: CompiledQuery & InCompany = { ...statement, parameters, queryId: createQueryId(), company: ctx };
  const { rows } = await prepared(ctx.db).executeQuery(sent);
  return rows as R[];
}

function statementFor(key: string, compile: () => CompiledQuery<unknown>): CompiledQuery<unknown> {
  const known = kept.get(key);
  if (known) return known;
  const [oldest] = kept.size < keptMax ? [] : kept.keys();
  if (oldest !== undefined) kept.delete(oldest);
  const statement = compile();
  kept.set(key, statement);
  return statement;
}
