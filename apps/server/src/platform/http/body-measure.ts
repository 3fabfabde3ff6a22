import { refuse } from "@countinghouse/contract/kit/refusal.ts";
import type { InputLimits } from "@countinghouse/contract/platform/input-limits.ts";
import type { FastifyRequest } from "fastify";

const limited = new WeakMap<FastifyRequest, InputLimits>();

/** Says how deep and wide the body of a request may be, before it is read. */
export const limitBody = (request: FastifyRequest, limits: InputLimits): void => void limited.set(request, limits);

const quote = 34;
const comma = 44;
const colon = 58;
const list = 91;
const listEnd = 93;
const backslash = 92;
const record = 123;
const recordEnd = 125;

/** Where the text that begins at a quotation mark ends; the end of everything where it does not. */
function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at >= 0; at = json.indexOf('"', at + 1)) {
    let before = at;
    while (json.charCodeAt(before - 1) === backslash) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return json.length;
}

/** Whether a list has anything in it. */
const isFilled = (json: string, from: number): boolean => {
  let at = from + 1;
  while (json.charCodeAt(at) <= 32) at += 1;
  return at < json.length && json.charCodeAt(at) !== listEnd;
};

/**
 * Refuses a body of JSON that is deeper or wider than may be, by its signs alone: nothing is made of it. What a program
 * makes of ten thousand names costs more than the names, and stays until somebody cleans up.
 */
export function measureJson(json: string, { depth, members, elements }: InputLimits): void {
  const isList: boolean[] = [];
  const seen = { members: 0, elements: 0 };
  for (let at = 0; at < json.length; at += 1) {
    const sign = json.charCodeAt(at);
    if (sign === quote) at = endOfText(json, at);
    else if (sign === colon) seen.members += 1;
    else if (sign === comma && isList.at(-1)) seen.elements += 1;
    else if (sign === list || sign === record) {
      isList.push(sign === list);
      if (isList.length > depth) throw refuse("platform.inputTooDeep", { limit: depth });
      if (sign === list && isFilled(json, at)) seen.elements += 1;
    } else if (sign === listEnd || sign === recordEnd) isList.pop();
    if (seen.members > members) throw refuse("platform.tooManyMembers", { limit: members });
    if (seen.elements > elements) throw refuse("platform.tooManyElements", { limit: elements });
  }
}

/** The same for the body of a request, where somebody said how much it may be. */
export function measureBody(request: FastifyRequest, json: string): void {
  const limits = limited.get(request);
  if (limits) measureJson(json, limits);
}
