import type { Resource } from "@countinghouse/contract/kit/resource.ts";
import { createContext, useContext } from "react";
import type { FormsOfPage } from "./form-declaration.ts";

/** Finds the forms that the page of another resource declares. */
export type FindForms = (resource: Resource) => FormsOfPage | undefined;

/** Given by the app, which alone knows every module; none where nothing was given. */
export const FormsElsewhere = createContext<FindForms>(() => undefined);

/** For pages on which something of another resource is done in place, with the form of its own page. */
export const useFormsElsewhere = (): FindForms => useContext(FormsElsewhere);
