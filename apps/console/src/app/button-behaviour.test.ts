import { afterEach, beforeAll, expect, test } from "vitest";
import { changeSettings, defaultSettings } from "../platform/theme/settings.ts";
import { startButtonBehaviour } from "./button-behaviour.ts";

let clicks = 0;

/** A button in the page that counts the clicks it receives. */
function buttonWith(attributes: string): HTMLElement {
  clicks = 0;
  document.body.innerHTML = `<button type="button" ${attributes}>Go</button>`;
  const button = document.querySelector("button") as HTMLElement;
  button.addEventListener("click", () => {
    clicks += 1;
  });
  return button;
}

const passing = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

beforeAll(startButtonBehaviour);
afterEach(() => {
  changeSettings({ clickGuardTime: defaultSettings.clickGuardTime });
  document.body.innerHTML = "";
});

test.each(["", 'class="ch-btn-primary"', 'class="ch-icon-btn"'])("a double click on a button (%s) is one", (kind) => {
  const button = buttonWith(kind);
  button.click();
  button.click();
  expect(clicks).toBe(1);
});

test.each(["data-no-guard", 'aria-haspopup="menu"', 'aria-expanded="false"', 'aria-pressed="true"', 'role="switch"'])(
  "what is clicked fast on purpose (%s) takes every click",
  (kind) => {
    const button = buttonWith(kind);
    button.click();
    button.click();
    expect(clicks).toBe(2);
  },
);

test("the time is half a second, and the reader's to choose", async () => {
  expect(defaultSettings.clickGuardTime).toBe(500);
  changeSettings({ clickGuardTime: 0 });
  const button = buttonWith("");
  button.click();
  button.click();
  expect(clicks).toBe(2);
  changeSettings({ clickGuardTime: 40 });
  const other = buttonWith("");
  other.click();
  await passing(60);
  other.click();
  expect(clicks).toBe(2);
});
