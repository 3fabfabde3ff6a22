import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { resources } from "@countinghouse/contract/resources.ts";
import { sysPos } from "@countinghouse/contract/system/pos/pos.ts";
import type { Browser, BrowserContextOptions, Page } from "playwright";
import {
  firstRowMs,
  largestContentfulPaintMs,
  launch,
  listIsThere,
  load,
  openPage,
  shellIsThere,
  signInByHand,
  signInIsThere,
  throttle,
  watchFirstRow,
} from "./browser.ts";
import { type Chunk, contentsOf, gzipBytesOf, readBundle } from "./bundle.ts";
import { openClient } from "./http-client.ts";
import { type InteractionResult, listening, measureInteractions } from "./interactions.ts";
import { openPlace, type Place, type Product } from "./product.ts";
import { keep, machine, say, table } from "./report.ts";
import { quantile } from "./sampling.ts";
import { root, signIn } from "./stage.ts";

const consoleFolder = join(root, "apps/console");
const listPath = sysPos.menu?.path ?? "/";
const idleSeconds = 8;
/** Milliseconds after which a sign-in page is painted even on a slow line and machine. */
const loadingMs = 4_000;

/** One line of the report. */
interface Line {
  readonly what: string;
  readonly unit: string;
  readonly budget: number | undefined;
  readonly measured: number | undefined;
  /** The largest parts, or where the time went. */
  readonly why: string;
}

type Storage = NonNullable<BrowserContextOptions["storageState"]>;

/** Total size of files, and the largest of them. */
async function weigh(files: readonly string[], kind: "js" | "css" | "woff2", chunks: ReadonlyMap<string, Chunk>) {
  const weighed: { file: string; kB: number }[] = [];
  for (const file of files.filter((name) => name.endsWith(`.${kind}`))) {
    weighed.push({ file, kB: (await gzipBytesOf(consoleFolder, file)) / 1000 });
  }
  weighed.sort((a, b) => b.kB - a.kB);
  const heaviest = weighed.slice(0, 3).map(({ file, kB }) => {
    const inside = contentsOf(chunks, file, kB * 1000)?.contents.slice(0, 4) ?? [];
    const named = inside.map(({ name, share }) => `${name} ${Math.round(share * 100)} %`).join(", ");
    return `${file.replace("assets/", "")} ${kB.toFixed(0)} kB${named === "" ? "" : ` (${named})`}`;
  });
  return { kB: weighed.reduce((sum, { kB }) => sum + kB, 0), why: heaviest.join("; ") };
}

/** Starts the product twice: on an empty folder, and on the result of the first start. */
async function measureStarts(browser: Browser, place: Place): Promise<Line[]> {
  const lines: Line[] = [];
  for (const what of ["npm start to signed-in page, new database", "npm start to signed-in page, later start"]) {
    const { context, page } = await openPage(browser, "http://127.0.0.1");
    const started = performance.now();
    const product = await place.start();
    try {
      const readyMs = performance.now() - started;
      await page.goto(`${product.address}/`);
      await signInIsThere(page);
      await signInByHand(page);
      const seconds = (performance.now() - started) / 1000;
      await context.close();
      lines.push({
        what,
        unit: "s",
        budget: 5,
        measured: seconds,
        why: `ready after ${(readyMs / 1000).toFixed(1)} s`,
      });
      if (lines.length === 2) lines.push(await measureIdle(product));
    } finally {
      await product.stop();
    }
  }
  return lines;
}

async function measureIdle(product: Product): Promise<Line> {
  await sleep(idleSeconds * 1000);
  const why = "after a sign-in; npm included";
  return { what: "idle memory of all processes", unit: "MiB", budget: 350, measured: product.memoryMib(), why };
}

/** Chart code is loaded after the page, in separate chunks, and weighed separately. */
const isApart = /\/(chart-library|countries-110m)-[\w-]+\.js$/;

/** Sizes of the pages, each loaded with an empty cache. */
async function measureWeights(browser: Browser, address: string, storage: Storage): Promise<Line[]> {
  const chunks = await readBundle(consoleFolder);
  const visit = async (path: string, isThere: (page: Page) => Promise<unknown>, state?: Storage) => {
    const { context, page } = await openPage(browser, address, state);
    const loaded = await load(page, path, isThere).finally(() => context.close());
    return loaded;
  };
  const signInPage = await visit("/login", signInIsThere);
  const listPage = await visit(listPath, listIsThere, storage);
  const lines: Line[] = [];
  const js = await weigh(signInPage.files, "js", chunks);
  const css = await weigh(signInPage.files, "css", chunks);
  const listJs = await weigh(listPage.files, "js", chunks);
  const listCss = await weigh(listPage.files, "css", chunks);
  const fonts = await weigh(listPage.files, "woff2", chunks);
  lines.push({ what: "sign-in page: JS, gzip", unit: "kB", budget: 160, measured: js.kB, why: js.why });
  lines.push({ what: "sign-in page: CSS, gzip", unit: "kB", budget: undefined, measured: css.kB, why: css.why });
  lines.push({ what: "sign-in page: requests", unit: "", budget: undefined, measured: signInPage.requests, why: "" });
  lines.push({
    what: "shell + first list page: JS, gzip",
    unit: "kB",
    budget: 380,
    measured: listJs.kB,
    why: listJs.why,
  });
  lines.push({
    what: "shell + first list page: CSS, gzip",
    unit: "kB",
    budget: undefined,
    measured: listCss.kB,
    why: listCss.why,
  });
  lines.push({ what: "shell + first list page: fonts", unit: "kB", budget: 50, measured: fonts.kB, why: fonts.why });
  lines.push({
    what: "shell + first list page: requests",
    unit: "",
    budget: 30,
    measured: listPage.requests,
    why: `${listPage.files.length} of them files`,
  });
  const later = [
    "/dashboard/home",
    ...resources.flatMap(({ menu }) => (menu && !menu.isHide && menu.path !== listPath ? [menu.path] : [])),
  ];
  const apart = new Set<string>();
  for (const path of later) {
    const loaded = await visit(path, shellIsThere, storage);
    const extra = loaded.files.filter((file) => !listPage.files.includes(file));
    const more = await weigh(
      extra.filter((file) => !isApart.test(file)),
      "js",
      chunks,
    );
    for (const file of extra) if (isApart.test(file)) apart.add(file);
    lines.push({ what: `later page ${path}: more JS, gzip`, unit: "kB", budget: 60, measured: more.kB, why: more.why });
  }
  const charts = await weigh([...apart], "js", chunks);
  lines.push({
    what: "charts and map, chunks of their own: JS, gzip",
    unit: "kB",
    budget: undefined,
    measured: charts.kB,
    why: charts.why,
  });
  return lines;
}

async function measurePaint(browser: Browser, address: string): Promise<Line> {
  const times: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const { context, page } = await openPage(browser, address);
    await throttle(page, { cpu: 4, isSlowNetwork: true });
    await page.goto("/login");
    // Polling during loading is work for the page: throttled four times it takes a third of a second.
    await page.waitForTimeout(loadingMs);
    times.push(await largestContentfulPaintMs(page));
    await signInIsThere(page);
    await context.close();
  }
  const all = times.map((ms) => (ms / 1000).toFixed(2)).join(", ");
  return {
    what: "sign-in page: LCP, 10 Mbit/s, 40 ms, 4 × CPU (p75 of 5)",
    unit: "s",
    budget: 1.8,
    measured: quantile(times, 0.75) / 1000,
    why: all,
  };
}

/** The first list page of a signed-in visit, opened directly with an empty cache, throttled. */
async function measureListPaint(browser: Browser, address: string, storage: Storage): Promise<Line[]> {
  const rows: number[] = [];
  const paints: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const { context, page } = await openPage(browser, address, storage);
    await watchFirstRow(page);
    await throttle(page, { cpu: 4, isSlowNetwork: true });
    await page.goto(listPath);
    await page.waitForTimeout(2 * loadingMs);
    rows.push(await firstRowMs(page));
    paints.push(await largestContentfulPaintMs(page));
    await context.close();
  }
  const line = (what: string, budget: number, times: readonly number[]): Line => ({
    what: `first list page: ${what}, 10 Mbit/s, 40 ms, 4 × CPU (p75 of 5)`,
    unit: "s",
    budget,
    measured: times.every(Number.isFinite) ? quantile(times, 0.75) / 1000 : undefined,
    why: times.map((ms) => (ms / 1000).toFixed(2)).join(", "),
  });
  return [line("first row", 2, rows), line("LCP", 1.6, paints)];
}

async function measureInp(browser: Browser, address: string, storage: Storage): Promise<Line[]> {
  const { context, page } = await openPage(browser, address, storage);
  await page.addInitScript(listening);
  await page.goto(listPath);
  await listIsThere(page);
  await throttle(page, { cpu: 4, isSlowNetwork: false });
  const results = await measureInteractions(page).finally(() => context.close());
  return results.map(
    ({ name, p75Ms, worstMs, culprit }: InteractionResult): Line => ({
      what: `INP, 4 × CPU: ${name} (p75 of 5)`,
      unit: "ms",
      budget: 100,
      measured: p75Ms,
      why: `${worstMs === undefined ? "" : `worst ${worstMs}; `}${culprit}`,
    }),
  );
}

function sayLines(lines: readonly Line[]): void {
  const rows = lines.map(({ what, unit, budget, measured }) => {
    const verdict =
      measured === undefined ? "not measured" : budget === undefined ? "" : measured <= budget ? "met" : "missed";
    return [what, unit, budget === undefined ? undefined : String(budget), measured, verdict];
  });
  say(
    table(
      [
        { heading: "what" },
        { heading: "unit" },
        { heading: "budget" },
        { heading: "measured", decimals: 1 },
        { heading: "verdict" },
      ],
      rows,
    ),
  );
  const open = lines.filter(
    ({ budget, measured }) => measured === undefined || (budget !== undefined && measured > budget),
  );
  if (open.length > 0) say("\nWhere it goes:");
  for (const { what, why } of open) say(`- ${what}: ${why}`);
}

async function run(): Promise<Line[]> {
  say(`machine: ${machine()}`);
  const browser = await launch();
  const place = await openPlace();
  const lines: Line[] = [];
  try {
    lines.push(...(await measureStarts(browser, place)));
    const product = await place.start();
    try {
      await addRows(product.address);
      const { context, page } = await openPage(browser, product.address);
      await page.goto("/login");
      await signInByHand(page);
      const storage = await context.storageState();
      await context.close();
      lines.push(await measurePaint(browser, product.address));
      lines.push(...(await measureListPaint(browser, product.address, storage)));
      lines.push(...(await measureWeights(browser, product.address, storage)));
      lines.push(...(await measureInp(browser, product.address, storage)));
    } finally {
      await product.stop();
    }
  } finally {
    await browser.close();
    await place.remove();
  }
  return lines;
}

/** Fills a page of the list, so that it is not measured empty. */
async function addRows(address: string): Promise<void> {
  const api = openClient(address);
  const session = await signIn(api);
  for (let row = 1; row <= 30; row += 1) {
    await api.call(sysPos, "add", { name: `Budget position ${row}`, code: `BUDGET-${row}`, orderNo: row }, session);
  }
  api.close();
}

try {
  const lines = await run();
  sayLines(lines);
  await keep(join(root, ".cache/budgets.json"), { lines });
  process.exit(lines.some(({ measured }) => measured === undefined) ? 1 : 0);
} catch (error) {
  process.stderr.write(
    `The budgets could not be measured: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(1);
}
