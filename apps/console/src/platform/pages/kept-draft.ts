import { factsOf, innermost } from "@countinghouse/contract/kit/field.ts";
import type { Operation } from "@countinghouse/contract/kit/operation.ts";
import { z } from "zod";
import { sessionMemory } from "../state/local.ts";
import { shapeOf } from "./form-draft.ts";

/** Where the drafts of this window are kept; the memory ends with the window and with signing out. */
const memoryKey = "drafts";

/** More than this, in characters, is not kept: a picture, say. */
const longest = 100_000;

/** Which form a draft is of: one operation, on one record or on none. */
export interface DraftPlace {
  readonly resource: string;
  readonly operation: string;
  /** Of the record; empty where one is added. */
  readonly id: string;
}

interface KeptDraft extends DraftPlace {
  /** Whose it is: another user of the same window is shown nothing of it. */
  readonly userId: number;
  readonly typed: Readonly<Record<string, unknown>>;
}

const drafts = (): readonly KeptDraft[] => {
  const kept = sessionMemory.read<unknown>(memoryKey);
  return Array.isArray(kept) ? kept : [];
};

const isAt = (place: DraftPlace, userId: number) => (draft: KeptDraft) =>
  draft.userId === userId &&
  draft.resource === place.resource &&
  draft.operation === place.operation &&
  draft.id === place.id;

/** What was typed into a form and neither saved nor discarded. */
export const draftOf = (place: DraftPlace, userId: number): KeptDraft["typed"] | undefined =>
  drafts().find(isAt(place, userId))?.typed;

/** Keeps what is typed into a form; nothing typed is nothing kept. */
export function keepDraft(place: DraftPlace, userId: number, typed: KeptDraft["typed"]): void {
  const isThere = isAt(place, userId);
  const others = drafts().filter((draft) => !isThere(draft));
  const isKept = Object.keys(typed).length > 0 && JSON.stringify(typed).length <= longest;
  sessionMemory.write(memoryKey, isKept ? [...others, { ...place, userId, typed }] : others);
}

/** The forms of a resource that hold a draft. */
export const draftsOf = (resource: string, userId: number): readonly DraftPlace[] =>
  drafts().filter((draft) => draft.resource === resource && draft.userId === userId);

/** Whether a value of this schema may be kept in the browser: no secret and no card number is in it, however deep. */
export function mayBeKept(schema: z.ZodType): boolean {
  const { kind } = factsOf(schema);
  if (kind === "secret" || kind === "cardNumber") return false;
  const inner = innermost(schema);
  if (inner instanceof z.ZodObject) return Object.values(inner.shape).every((one) => mayBeKept(one as z.ZodType));
  if (inner instanceof z.ZodArray) return mayBeKept(inner.element as z.ZodType);
  return true;
}

/** Of what was typed, what may be kept: nothing secret by its kind, by its operation or by its form. */
export function keptOf(operation: Operation, typed: KeptDraft["typed"], hidden: readonly string[]): KeptDraft["typed"] {
  const shape = shapeOf(operation.input);
  const secret = [...hidden, ...(operation.secretInputs ?? [])];
  return Object.fromEntries(
    Object.entries(typed).filter(([field]) => {
      const schema = shape[field];
      return schema !== undefined && mayBeKept(schema) && !secret.includes(field);
    }),
  );
}
