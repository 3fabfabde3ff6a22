import { type CompiledQuery, createQueryId } from "kysely";
import { type InCompany, prepared } from "./prepared.ts";
import type { ScopeContext } from "./scoped.ts";

/** Stands in a statement for a value that comes with each call. */
class Place {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** A place for each value, typed as the value it stands for, for use as a parameter alone. */
const placesFor = <V extends object>(): V =>
  new Proxy({}, { get: (_, name) => new Place(String(name)) }) as unknown as V;

/** Statements that a node keeps; the one that was built first makes room. */
const keptMax = 1_000;
const kept = new Map<string, CompiledQuery<unknown>>();

/** What of an actor decides how its statements read: they hold its scope, which is written into them. */
const readerOf = ({ userId, viewing, scope }: ScopeContext["actor"]): string =>
  JSON.stringify([userId, viewing !== undefined, scope]);

/**
 * The rows of a statement that comes with every call: it is built once for each reader, and every connection keeps it
 * prepared. `shape` names it, with everything but `values` that decides how it reads. In `build` the values are places
 * of parameters that nothing can be told from. Only for statements that find rows by keys or in the order of one index,
 * whose plan is the best one whatever is asked for; limits are written out (`sql.lit`), because a plan for a limit that
 * is not known sorts instead of reading an index in its order. What one context asks for before it waits goes out
 * together.
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
