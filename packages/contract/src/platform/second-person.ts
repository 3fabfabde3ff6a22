/** A row as a run of an operation left it beside how it was: nothing before where it is new, nothing after where it is gone. */
export interface ChangedRow {
  readonly table: string;
  readonly before: Readonly<Record<string, unknown>> | null;
  readonly after: Readonly<Record<string, unknown>> | null;
}

/** Whether what a run changed takes a second person. Pure: decided by the rows before and after, and by nothing else. */
export type SecondPersonPolicy = (changes: readonly ChangedRow[]) => boolean;

/** For what always takes a second person. */
export const alwaysTakesTwo: SecondPersonPolicy = () => true;

type Row = Readonly<Record<string, unknown>>;

/**
 * For what takes one where it changes a row of the table that is meant, as it was or as it would be, and of the row one
 * of these fields. A new row changes every field that it fills.
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

/** What is answered, with 202, where a change waits for a second person. */
export interface SentForApproval {
  readonly changeRequestId: string;
  /** The number by which people know the request. */
  readonly changeNo: string;
  /** Until when somebody else may approve it. */
  readonly expireTime: string;
}

/** Under which name the change log keeps that a change was asked for. */
export const askedEvent = "changeRequest.ask";

/** For rows of either mode: real money alone takes two people, so that tests go on without waiting for anybody. */
export const ofRealMoney = ({ mode }: Row): boolean => mode === "live";
