import type { FormsOfPage } from "../../platform/pages/form-declaration.ts";
import type { FindForms } from "../../platform/pages/forms-elsewhere.ts";

type Loader = Extract<FormsOfPage, () => unknown>;

/** Form files of the modules by the name of their module; each arrives when a form of it is opened. */
const files = import.meta.glob(["../../modules/*/*/*.form.tsx", "!../../modules/*/*/*.*.form.tsx"]) as Readonly<
  Record<string, Loader>
>;

const byModule = new Map(
  Object.entries(files).map(([file, load]) => [(file.split("/").at(-1) ?? "").replace(/\.form\.tsx$/, ""), load]),
);

/** A resource is named as its module is, in capitals where the module has dashes. */
const moduleOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const findForms: FindForms = ({ name }) => byModule.get(moduleOf(name));
