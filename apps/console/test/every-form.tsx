import type { AreaCode } from "@countinghouse/contract/areas.ts";
import { isRequired } from "@countinghouse/contract/kit/field.ts";
import { operationOf, type Resource } from "@countinghouse/contract/kit/resource.ts";
import { resources, resourcesByArea } from "@countinghouse/contract/resources.ts";
import { sysUserPreference } from "@countinghouse/contract/system/user-preference/user-preference.ts";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { findForms } from "../src/app/routes/forms.ts";
import { switchLanguage } from "../src/platform/i18n/language.ts";
import { ActionForm } from "../src/platform/pages/action-form.tsx";
import { type AnyForms, declaredFor, isOwnForm } from "../src/platform/pages/form-declaration.ts";
import { shapeOf } from "../src/platform/pages/form-draft.ts";
import { answerByContract, dialogsShown, saidOnScreen, slips } from "./every-page.tsx";
import { type FakeServer, startFakeServer } from "./fake-server.ts";
import { endPage, renderPage, signInFor } from "./render-page.tsx";
import { sampleOf, sampleRecord } from "./samples.ts";

/** A form that a page declares for an operation. */
interface DeclaredOne {
  readonly resource: Resource;
  readonly operation: string;
  readonly forms: AnyForms;
}

/** Every form that the pages of some areas declare, as far as it is data. */
export async function formsIn(areas: readonly AreaCode[]): Promise<readonly DeclaredOne[]> {
  const found = await Promise.all(
    areas
      .flatMap((area): readonly Resource[] => resourcesByArea[area])
      .map(async (resource) => {
        const load = findForms(resource);
        if (typeof load !== "function") return [];
        const { forms } = await load();
        const names = Object.keys(forms).flatMap((name) => (name === "edit" ? ["add", "update"] : [name]));
        return names
          .filter((operation) => operation in resource.operations)
          .filter((operation) => {
            const form = declaredFor(forms, operation);
            return form && !isOwnForm(form);
          })
          .map((operation) => ({ resource, operation, forms }));
      }),
  );
  return found.flat();
}

let server: FakeServer;
let complaints: string[] = [];
const press = (element: Element | null | undefined): void => (element as HTMLElement | undefined)?.click();
const places = () => [...document.querySelectorAll<HTMLElement>("[data-field]")];
const labelOf = (place: HTMLElement) => place.querySelector<HTMLLabelElement>(".ch-field-label");
const wrongOf = (place: HTMLElement) => place.querySelector(".ch-field-error")?.textContent ?? "";
const nameOf = ({ dataset }: HTMLElement) => dataset.field ?? "";
/** The button that does it: the last at the foot of what is open. */
const deed = () =>
  [
    ...document.querySelectorAll<HTMLButtonElement>(
      ".ch-form-foot button, .ant-modal-footer button, .ant-modal-confirm-btns button",
    ),
  ].at(-1);

const isNew = ({ operation }: DeclaredOne): boolean => operation === "add";

/** Opens a form: a new one empty or begun with values, any other on a record. */
async function open(one: DeclaredOne, given: object | undefined): Promise<void> {
  const { resource, operation, forms } = one;
  const record = {
    ...sampleRecord(resource),
    ...(sampleOf(operationOf(resource, operation).input) as object),
    ...given,
  };
  await renderPage(
    <ActionForm
      resource={resource}
      operation={operation}
      forms={forms}
      {...(isNew(one) ? { initial: given } : { record })}
      plain={null}
      onClose={() => {}}
    />,
  );
  await vi.waitFor(() => expect(deed() ?? document.querySelector(".state-page")).toBeTruthy(), {
    timeout: 20_000,
    interval: 20,
  });
  await vi.waitFor(() => expect(document.querySelector("[data-field] .ch-input-bone")).toBeNull(), {
    timeout: 20_000,
    interval: 20,
  });
}

const sentBy = ({ resource, operation }: DeclaredOne) => server.inputs(resource, operation as never);

/** Has a form say what is missing or send something, whichever comes first. */
async function send(one: DeclaredOne): Promise<void> {
  press(deed());
  await vi.waitFor(
    () =>
      expect(
        sentBy(one).length > 0 ||
          places().some((place) => wrongOf(place) !== "") ||
          document.querySelector("form .ant-alert-error"),
      ).toBeTruthy(),
    { timeout: 20_000, interval: 20 },
  );
}

function expectNamed(): void {
  const labels = places().map((place) => labelOf(place)?.textContent?.replace("*", "") ?? "");
  expect(labels.filter((label) => label.trim() === "")).toEqual([]);
  expect(labels.filter((label, index) => labels.indexOf(label) !== index)).toEqual([]);
  for (const place of places()) {
    const label = labelOf(place);
    const isNamed =
      document.getElementById(label?.htmlFor ?? "") !== null ||
      place.querySelector(`[aria-labelledby="${label?.id}"]`) !== null;
    expect(isNamed, `the label of ${nameOf(place)} names nothing`).toBe(true);
  }
  expect(saidOnScreen().match(slips)?.[0]).toBeUndefined();
}

/** What has to be filled in and is not. */
function leftEmpty({ resource, operation }: DeclaredOne): readonly HTMLElement[] {
  const shape = shapeOf(operationOf(resource, operation).input);
  return places().filter((place) => {
    const schema = shape[nameOf(place)];
    const isMarked = labelOf(place)?.textContent?.includes("*") === true;
    const holds = [...place.querySelectorAll<HTMLInputElement>("input, textarea")].some(({ value }) => value !== "");
    const isChosen = place.querySelector("input:checked, .ant-select-selection-item, .ant-select-content-has-value");
    return isMarked && schema !== undefined && isRequired(schema) && !holds && !isChosen;
  });
}

/** Refuses a new record at every field that is missing, and sends nothing. */
async function refuseWhatIsMissing(one: DeclaredOne): Promise<void> {
  await open(one, undefined);
  const empty = leftEmpty(one);
  if (empty.length === 0) return;
  await send(one);
  expect(sentBy(one)).toEqual([]);
  expect(empty.filter((place) => wrongOf(place) === "").map(nameOf)).toEqual([]);
}

/** Names every field in each language, and sends what stands in the form as the operation takes it. */
async function sendWhatStands(one: DeclaredOne): Promise<void> {
  const { input } = operationOf(one.resource, one.operation);
  const { id: _id, ...values } = sampleOf(input) as Record<string, unknown>;
  await open(one, values);
  expectNamed();
  const english = saidOnScreen();
  for (const locale of ["zh-cn", "zh-tw"] as const) {
    switchLanguage(locale);
    await vi.waitFor(() => expect(saidOnScreen()).not.toBe(english), { timeout: 20_000, interval: 20 });
    expectNamed();
  }
  await send(one);
  expect(places().flatMap((place) => (wrongOf(place) ? [`${nameOf(place)}: ${wrongOf(place)}`] : []))).toEqual([]);
  expect(input.safeParse(sentBy(one)[0])).toMatchObject({ success: true });
  expect(dialogsShown().length).toBeLessThanOrEqual(1);
}

/** Drives every declared form of some areas: words, labels, refusals, and what it sends. */
export async function testEveryForm(areas: readonly AreaCode[]): Promise<void> {
  const all = await formsIn(areas);
  beforeAll(() => page.viewport(1440, 900));
  beforeEach(() => {
    signInFor(resources);
    server = startFakeServer();
    answerByContract(server);
    server.answer(sysUserPreference, "list", () => []);
    complaints = [];
    vi.spyOn(console, "error").mockImplementation((...said) => void complaints.push(said.map(String).join(" ")));
  });
  afterEach(() => {
    endPage();
    server.stop();
    switchLanguage("en");
    vi.restoreAllMocks();
  });
  const named = (some: readonly DeclaredOne[]) =>
    some.map((one) => [`${one.resource.name}.${one.operation}`, one] as const);
  test.each(named(all))("%s names every field in each language, and sends what stands in it", async (_name, one) => {
    await sendWhatStands(one);
    expect(complaints).toEqual([]);
  });
  test.each(named(all.filter(isNew)))("%s refuses what is missing at the field", async (_name, one) => {
    await refuseWhatIsMissing(one);
    expect(complaints).toEqual([]);
  });
}
