/** Values quoted in a refusal's sentence. */
export type RefusalValues = Readonly<Record<string, string | number | boolean | bigint | null>>;

/** What went wrong with one field: a finished sentence in the caller's language, or a message key to be translated. */
export interface FieldRefusal {
  readonly field: string;
  readonly message: string;
}

/**
 * An expected "no": declared in the contract, worded in three languages, mapped to the envelope in one place.
 * `code` is `resource.name` (or `platform.name`); `status` is the HTTP status.
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
    this.status = options.status ?? 400;
    this.fields = options.fields ?? [];
    this.headers = options.headers ?? {};
    this.extras = options.extras ?? {};
  }
}

export interface RefusalOptions {
  /** HTTP status, 400 unless told. */
  readonly status?: number;
  /** The input fields the refusal belongs to; `message` is then a message key of the refusal's resource, or a sentence. */
  readonly fields?: readonly FieldRefusal[];
  /** Extra response headers, such as `Retry-After`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Facts a client acts on, beside the code: put into `extras` of the envelope. */
  readonly extras?: Readonly<Record<string, unknown>>;
}

/** Builds the refusal to throw: `throw refuse("sysPos.inUse", { name })`. */
export const refuse = (code: string, values?: RefusalValues, options?: RefusalOptions): Refusal =>
  new Refusal(code, values, options);
