import { factsOf } from "./field.ts";
import type { Locale } from "./locale.ts";
import type { Resource } from "./resource.ts";

/**
 * How records of a resource are searched and displayed where others refer to them. All fields are those of its `list`.
 */
export interface ReferenceTarget {
  /** The resource whose `list` is searched; choosing requires the permission of that operation. */
  readonly resource: string;
  /** Referenced field; the id by default. */
  readonly key?: string;
  /** Display name; per language for localised ones. */
  readonly name: string | Readonly<Record<Locale, string>>;
  /** Number or code that distinguishes records of the same name. */
  readonly number?: string;
  /** Further distinguishing fields. */
  readonly beside?: readonly string[];
  /** Field that groups the options, such as the tenant of a role. */
  readonly group?: string;
  /** The field of the same form without which there is nothing to choose from: a merchant's apps. */
  readonly within?: string;
  /** The field of the same form that leaves fewer to choose from where it is given: accounts of a merchant's tenant. */
  readonly narrowedBy?: string;
  /** The status of records that can be chosen anew; others stay where they are. */
  readonly enabled?: string | number;
  /** Whether everybody signed in may choose. */
  readonly isOpen?: boolean;
  /** Whether its list is read whole and searched where it is shown: a tree, by its branches. */
  readonly isWhole?: boolean;
  /** Whether its page opens a record by its id in the address. */
  readonly hasRows?: boolean;
}

/** What a caller of a `list` that records are chosen from may ask. */
export interface LookupInput {
  readonly ids?: readonly (string | number)[] | undefined;
  readonly keyword?: string | undefined;
  readonly limit: number;
  readonly withEnded?: boolean | undefined;
}

/** Fields that may hold the name of what an id refers to, the fullest first: `coinAppId` is named by `coinAppName` or `appName`. */
function candidatesOf(idField: string): string[] {
  const words = idField.replace(/Id$/, "").split(/(?=[A-Z])/);
  if (!/.Id$/.test(idField)) return [];
  return words.map((_word, from) => {
    const text = words.slice(from).join("");
    return `${text.charAt(0).toLowerCase()}${text.slice(1)}Name`;
  });
}

/** The field that names what an id refers to, where the record has one. */
export const nameFieldOf = ({ record: { shape } }: Resource, idField: string): string | undefined =>
  factsOf(shape[idField] as never).target && candidatesOf(idField).find((field) => field in shape);

/** The field whose record a name is of: `merchantName` is the name of what `merchantId` refers to. */
export const idFieldOf = (resource: Resource, nameField: string): string | undefined =>
  Object.keys(resource.record.shape).find((idField) => nameFieldOf(resource, idField) === nameField);
