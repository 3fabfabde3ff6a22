import { sysFile } from "@countinghouse/contract/operations/file/file.ts";
import { filePartBytes } from "@countinghouse/contract/platform/file-parts.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type FakeServer, startFakeServer } from "../../../../test/fake-server.ts";
import { endPage, renderPage, signInFor } from "../../../../test/render-page.tsx";
import { cellsOf } from "./file.cells.detail.ts";
import { FileUpload } from "./file.upload.form.tsx";

describe("cellsOf", () => {
  test("reads quotes, delimiters and line ends inside them, and no more rows than asked for", () => {
    expect(cellsOf('\uFEFFa,"b,1"\r\n"x ""y""","two\nlines"\r\n', ",", 10)).toEqual([
      ["a", "b,1"],
      ['x "y"', "two\nlines"],
    ]);
    expect(cellsOf("a\tb\n1\t2\n3\t4\n", "\t", 2)).toEqual([
      ["a", "b"],
      ["1", "2"],
    ]);
    expect(cellsOf("", ",", 5)).toEqual([]);
  });
});

let server: FakeServer;
beforeEach(async () => {
  await page.viewport(1440, 900);
  signInFor([sysFile]);
  server = startFakeServer();
});
afterEach(() => {
  endPage();
  server.stop();
});

describe("FileUpload", () => {
  test("goes on where an upload was cut off, and sends the rest alone", async () => {
    server.answer(sysFile, "uploadFile", () => ({ id: 7, receivedBytes: filePartBytes }));
    server.answer(sysFile, "uploadPart", ({ part }) => ({ receivedBytes: filePartBytes + (part === 2 ? 10 : 0) }));
    let isClosed = false;
    await renderPage(
      <FileUpload
        record={undefined}
        onClose={() => {
          isClosed = true;
        }}
      />,
    );
    const choice = new DataTransfer();
    choice.items.add(new File([new Uint8Array(filePartBytes + 10)], "big.png", { type: "image/png" }));
    const input = document.querySelector<HTMLInputElement>("input[type=file]");
    if (input) input.files = choice.files;
    input?.dispatchEvent(new Event("change", { bubbles: true }));
    await page.getByRole("button", { name: "Upload" }).click();
    await expect.poll(() => isClosed).toBe(true);
    expect(server.inputs(sysFile, "uploadFile")).toMatchObject([
      { fileName: "big.png", fileBytes: filePartBytes + 10, isPublic: false, fileType: null },
    ]);
    expect(server.inputs(sysFile, "uploadPart").map(({ part }) => part)).toEqual([2]);
  });
});
