// npm run budgets: builds the console and measures what it weighs and how fast it answers, in a real browser.
import path from "node:path";
import { findBrowser } from "./browser.mjs";
import { buildConsole, setup } from "./setup.mjs";
import { environment, root, run, stop } from "./steps.mjs";

const node = await setup();
await buildConsole();
const chromium = await findBrowser();
if (chromium === undefined) stop("The budgets need Chromium: install it, or name it in CHROMIUM_PATH.");
process.exitCode = await run(node, [path.join(root, "tools/bench/budgets.ts")], {
  env: environment({ CHROMIUM_PATH: chromium }),
});
