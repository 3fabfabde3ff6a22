import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { NoticeText, paragraphsOf } from "./notice.text.detail.tsx";

afterEach(cleanup);

describe("paragraphsOf", () => {
  test("parts a text at empty lines only", () => {
    expect(paragraphsOf("one\r\ntwo\r\n \r\nthree\n\n\n")).toEqual(["one\ntwo", "three"]);
  });
});

describe("NoticeText", () => {
  test("shows what looks like markup as it was typed", () => {
    render(<NoticeText content={"<img src=x onerror=alert(1)> **bold**"} />);
    expect(screen.getByText("<img src=x onerror=alert(1)> **bold**")).toBeTruthy();
    expect(document.querySelector("img")).toBeNull();
  });
});
