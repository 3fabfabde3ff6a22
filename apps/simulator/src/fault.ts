/** A refusal the provider answers with; `code` is stable, the message is for a developer's eyes. */
export class Fault extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.name = "Fault";
    this.status = status;
    this.code = code;
  }
}

/** The connection breaks without an answer; whatever was booked stays booked. */
export class ConnectionBroken extends Error {}

/** A body that is no JSON although the status says all went well. */
export class Garbage extends Error {}

/** The record, or the refusal that there is none within the account. */
export function found<Item extends { readonly accountId: string }>(
  item: Item | undefined,
  accountId: string,
  what: string,
): Item {
  if (item?.accountId !== accountId) throw new Fault(404, "not_found", `There is no such ${what}.`);
  return item;
}
