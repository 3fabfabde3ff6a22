/** The smallest change that takes something out. */
export interface Edit {
  /** From the root of the repository. */
  readonly file: string;
  /** Text that occurs once in the file. */
  readonly find: string;
  /** The same without it; the file still loads. */
  readonly replace: string;
}

/** One control, and how to take it out where it is exercised. What turns red without it proves that it is tested. */
export interface Mutant extends Edit {
  /** What holds while the control is there. */
  readonly control: string;
  /** What holds by itself when the control is gone, and is taken out with it. */
  readonly behind?: readonly Edit[];
  /** Test files that try the attack. */
  readonly tests: readonly string[];
  /** Pattern of the titles that are run, where the whole files would take long. */
  readonly named?: string;
}

export const attack = (name: string): string => `apps/server/test/attack/${name}.test.ts`;
export const contract = (name: string): string => `apps/server/test/contract/${name}.test.ts`;
