import { describe, expect, test } from "vitest";
import { type CourseData, type CourseWords, courseOption } from "./course.ts";

const colours = {
  text: "#111111",
  muted: "#777777",
  line: "#dddddd",
  surface: "#ffffff",
  track: "#eeeeee",
  font: "sans-serif",
  series: ["#3366ff", "#ff6633"],
};
const told = (kind: CourseWords["kind"], more: Partial<CourseWords> = {}): CourseWords => ({
  kind,
  colours,
  thisPeriod: "This week",
  periodBefore: "The week before",
  change: "Change",
  textOf: (value) => (value === null ? "–" : `${value}.00 EUR`),
  shortOf: (value) => `${value}`,
  changeOf: (now, before) => (now === null || before === null ? "" : `+${now - before}`),
  ...more,
});
const course = (more: Partial<CourseData> = {}): CourseData => ({
  names: ["Mon", "Tue", "Wed"],
  namesBefore: ["Mon 9", "Tue 10", "Wed 11"],
  now: [5, 7, 2],
  before: [4, 4, 4],
  open: undefined,
  ...more,
});
const seriesOf = (data: CourseData, words: CourseWords) =>
  courseOption(data, words).series as readonly {
    readonly name: string;
    readonly type: string;
    readonly data: unknown;
  }[];

describe("a course over a period", () => {
  test("draws the period before dashed behind this one", () => {
    expect(seriesOf(course(), told("line")).map(({ name, data }) => [name, data])).toEqual([
      ["The week before", [4, 4, 4]],
      ["This week", [5, 7, 2]],
    ]);
  });

  test("cuts a longer period before to the length of this one", () => {
    const [before] = seriesOf(course({ before: [1, 2, 3, 4, 5] }), told("line"));
    expect(before?.data).toEqual([1, 2, 3]);
  });

  test("draws the day that is not over apart, joined to the one before it", () => {
    const found = seriesOf(course({ open: 2 }), told("line"));
    expect(found.map(({ data }) => data)).toEqual([
      [4, 4, 4],
      [5, 7, null],
      [null, 7, 2],
    ]);
  });

  test("draws bars whole, with nothing apart", () => {
    const found = seriesOf(course({ open: 2 }), told("bar"));
    expect(found.map(({ type }) => type)).toEqual(["line", "bar"]);
    expect(found[1]?.data).toEqual([5, 7, 2]);
    expect(courseOption(course(), told("bar")).xAxis.boundaryGap).toBe(true);
  });

  test("keeps gaps, and shows a lone value as a point", () => {
    const [, now] = seriesOf(course({ now: [null, 7, null] }), told("line"));
    expect(now?.data).toEqual([null, 7, null]);
    const lone = course({ names: ["Mon"], now: [5], before: [4] });
    expect(seriesOf(lone, told("line"))[1]).toMatchObject({ showSymbol: true });
  });
});

describe("the tooltip of a course", () => {
  const tooltipAt = (data: CourseData, at: number, more: Partial<CourseWords> = {}) =>
    courseOption(data, told("line", more)).tooltip.formatter([{ dataIndex: at }]);

  test("tells both periods and the change between them", () => {
    const text = tooltipAt(course(), 1);
    for (const said of ["Tue", "7.00 EUR", "Tue 10", "4.00 EUR", "Change", "+3"]) expect(text).toContain(said);
  });

  test("leaves the change out where there is none to tell", () => {
    expect(tooltipAt(course({ before: [null, null, null] }), 1)).not.toContain("Change");
  });

  test("names the period before as a whole where it has no such day", () => {
    expect(tooltipAt(course({ namesBefore: [] }), 0)).toContain("The week before");
  });

  test("writes names and values as text, whatever they hold", () => {
    const text = tooltipAt(course({ names: ["<img src=x onerror=alert(1)>", "b", "c"] }), 0, {
      textOf: () => `"5" & <b>6</b>`,
    });
    expect(text).not.toContain("<img");
    expect(text).not.toContain("<b>6");
    expect(text).toContain("&#60;img");
  });
});
