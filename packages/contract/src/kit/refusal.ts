import { platformRefusals } from "../platform/platform-refusals.ts";

/** Values quoted in a refusal's sentence. */
export type RefusalValues = Readonly<Record<string, string | number | boolean | bigint | null>>;

/** What went wrong with one field: a finished sentence in the caller's language, or a message key to be translated. */
export interface FieldRefusal {
  readonly field: string;
  readonly message: string;
}

/** What is true of a refusal wherever it is thrown; declared once, with its resource. */
export interface RefusalFacts {
  /** HTTP status, 400 unless told. */
  readonly status?: number;
  /** The input field it belongs to. */
  readonly field?: string;
  /**
   * The unique constraint or index it stands for: a command of the resource that violates it is refused with this. Of
   * several, each with its field.
   */
  readonly constraint?: string | Readonly<Record<string, string>>;
}

export type RefusalDeclarations = Readonly<Record<string, RefusalFacts>>;

const declarations = new Map<string, RefusalDeclarations>([["platform", platformRefusals]]);

/** Registers an owner's refusals, so that throwing one needs only its name. */
export function declareRefusals(owner: string, refusals: RefusalDeclarations): void {
  declarations.set(owner, refusals);
}

/** Declaration of a refusal by its code, `sysPos.inUse`; undefined where there is none. */
export function refusalFacts(code: string): RefusalFacts {
  const [owner = "", name = ""] = code.split(".", 2);
  const refusals = declarations.get(owner);
  return (refusals && Object.hasOwn(refusals, name) ? refusals[name] : undefined) ?? {};
}

/**
 * An expected "no": declared in the contract, worded in three languages, mapped to the envelope in one place.
 * `code` is `resource.name` (or `platform.name`). Status and field are those declared, unless the throw tells others.
 */
export class Refusal extends Error {
  readonly code: string;
  readonly values: RefusalValues;
  readonly status: number;
  readonly fields: readonly FieldRefusal[];
  readonly headers: Readonly<Record<string, string>>;
  readonly extras: Readonly<Record<string, unknown>>;

  constructor(code: string, values: RefusalValues = {}, options: RefusalOptions = {}) {
    super(code);
    this.name = "Refusal";
    this.code = code;
    this.values = values;
    const declared = refusalFacts(code);
    const field = options.field ?? declared.field;
    this.status = options.status ?? declared.status ?? 400;
    this.fields = options.fields ?? (field === undefined ? [] : [{ field, message: code }]);
    this.headers = options.headers ?? {};
    this.extras = options.extras ?? {};
  }
}

export interface RefusalOptions {
  /** HTTP status, where it differs from the declared one. */
  readonly status?: number;
  /** The input field, where only the throwing code knows it. */
  readonly field?: string;
  /** The input fields; `message` is a message key of the refusal's resource, or a sentence. */
  readonly fields?: readonly FieldRefusal[];
  /** Extra response headers, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Machine-readable details beside the code, returned in the envelope's `extras`. */
  readonly extras?: Readonly<Record<string, unknown>>;
}

/** Creates the refusal to throw: `throw refuse("sysPos.inUse", { name })`. */
export const refuse = (code: string, values?: RefusalValues, options?: RefusalOptions): Refusal =>
  new Refusal(code, values, options);

/** The refusal of an unknown or out-of-scope id, indistinguishable: 404. */
export const notFound = (resource: string, id: string | number): Refusal =>
  refuse("platform.notFound", { what: `@${resource}`, id });
