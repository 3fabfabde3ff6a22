import { openApiMessages } from "./integration/open-api/open-api.messages.ts";
import { openOperationList } from "./integration/open-api/open-operations.ts";
import { type Locale, type LocalizedText, locales } from "./kit/locale.ts";
import type { Resource } from "./kit/resource.ts";
import { jobEventWords } from "./platform/job-events.ts";
import { askedEvent } from "./platform/second-person.ts";
import { resources } from "./resources.ts";
import { changeRequestMessages } from "./system/change-request/change-request.messages.ts";

const all: readonly Resource[] = resources;

const letters = (text: string): string => text.toLowerCase().replace(/\P{L}/gu, "");

/** What is done and to what, as a form for it is headed: “Add · Positions”; not twice where both are one word. */
const nameOf = (action: string, title: string): string =>
  letters(action) === letters(title) ? action : `${action} · ${title}`;

/** What people do, by each operation's name and the last part of its address. */
const operationsIn = (locale: Locale): [string, string][] =>
  all.flatMap(({ name: resource, operations, messages }) => {
    const { actions, title } = messages[locale];
    const words: Readonly<Record<string, string | undefined>> = actions;
    return Object.entries(operations).flatMap(([operation, { path = operation }]): [string, string][] => {
      const action = words[operation];
      if (action === undefined) return [];
      return [...new Set([operation, path])].map((key) => [`${resource}.${key}`, nameOf(action, title)]);
    });
  });

/** What jobs do that nobody else does. */
const jobEventsIn = (locale: Locale): [string, string][] =>
  Object.entries(jobEventWords).map(([event, { of, action }]) => {
    const title = all.find(({ name }) => name === of)?.messages[locale].title;
    return [event, title === undefined ? (action as LocalizedText)[locale] : nameOf(action[locale], title)];
  });

/** What merchants' servers do. */
const openCallsIn = (locale: Locale): [string, string][] =>
  openOperationList.map(([name, { summary }]) => [
    `openApi.${name}`,
    nameOf(summary[locale], openApiMessages[locale].title),
  ]);

/** What asking for a change that takes two people is called; what is asked for stands in the change request. */
const askingIn = (locale: Locale): [string, string] => {
  const { text, title } = changeRequestMessages[locale];
  return [askedEvent, nameOf(text.ask, title)];
};

const namesIn = (locale: Locale): Readonly<Record<string, string>> =>
  Object.fromEntries([askingIn(locale), ...jobEventsIn(locale), ...openCallsIn(locale), ...operationsIn(locale)]);

/**
 * What operations are called in each language, by the names under which logs keep them: `sysPos.add`, and where the
 * address has another last part, by that too. What jobs and merchants' servers do has names as well.
 */
export const operationNames = Object.fromEntries(locales.map((locale) => [locale, namesIn(locale)])) as Readonly<
  Record<Locale, Readonly<Record<string, string>>>
>;
