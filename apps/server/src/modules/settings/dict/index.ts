export { codesOfDictionary } from "./dict.store.ts";
