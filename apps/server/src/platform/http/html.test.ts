import { describe, expect, test } from "vitest";
import { html, trusted } from "./html.ts";

describe("html", () => {
  test("escapes every value that is not markup", () => {
    const name = `<img src=x onerror="alert('1')">&`;
    expect(html`<p title="${name}">${name}</p>`.text).toBe(
      `<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>`,
    );
  });

  test("nests markup and lists without escaping them twice", () => {
    const rows = ["<a>", "b"].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${rows}</ul>${trusted("<br>")}`.text).toBe("<ul><li>&lt;a&gt;</li><li>b</li></ul><br>");
  });

  test("writes nothing for what is absent, and zero for zero", () => {
    expect(html`[${null}${undefined}${false}${0}${10n}]`.text).toBe("[010]");
  });
});
