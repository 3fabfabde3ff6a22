/** A row before and after an operation: no `before` for a new one, no `after` for a deleted one. */
export interface ChangedRow {
  readonly table: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** Whether changes need a second person. Pure: depends on the rows only. */
export type SecondPersonPolicy = (changes: readonly ChangedRow[]) => boolean;

/** For operations that always need a second person. */
export const alwaysTakesTwo: SecondPersonPolicy = () => true;

type Row = Readonly<Record<string, unknown>>;

/**
 * Requires a second person where a row of the table meets the condition before or after, and one of the fields changes.
 * A new row changes every field it sets.
 */
export const whereChanged =
  (table: string, fields: readonly string[], isMeant: (row: Row) => boolean = () => true): SecondPersonPolicy =>
  (changes) =>
    changes.some(
      ({ table: changed, before, after }) =>
        changed === table &&
        [before, after].some((row) => row !== null && isMeant(row)) &&
        fields.some((name) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after?.[name] ?? null)),
    );

/** Answer with status 202 for a change that waits for a second person. */
export interface SentForApproval {
  readonly changeRequestId: string;
  /** Number of the request, for people. */
  readonly changeNo: string;
  /** Deadline of the approval. */
  readonly expireTime: string;
}

/** Name of a change request in the change log. */
export const askedEvent = "changeRequest.ask";

/** For rows of either mode: only live mode needs two people, so that tests are not delayed. */
export const ofRealMoney = ({ mode }: Row): boolean => mode === "live";
