import type { FormsOfPage } from "../../platform/pages/form-declaration.ts";
import type { FindForms } from "../../platform/pages/forms-elsewhere.ts";

type Loader = Extract<FormsOfPage, () => unknown>;

/** Form files by module; each is loaded when one of its forms is opened. */
const files = import.meta.glob(["../../modules/*/*/*.form.tsx", "!../../modules/*/*/*.*.form.tsx"]) as Readonly<
  Record<string, Loader>
>;

const byModule = new Map(
  Object.entries(files).map(([file, load]) => [(file.split("/").at(-1) ?? "").replace(/\.form\.tsx$/, ""), load]),
);

/** A resource's module: its name in kebab case. */
const moduleOf = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

export const findForms: FindForms = ({ name }) => byModule.get(moduleOf(name));
