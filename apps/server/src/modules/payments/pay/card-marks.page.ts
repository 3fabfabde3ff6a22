import { html, type Markup } from "../../../platform/http/html.ts";

/** Letters of one colour; units are those of the mark's 34 by 22 box. */
interface Letters {
  readonly text: string;
  readonly x: number;
  readonly fill: string;
}

interface Mark {
  readonly ground: string;
  readonly size: number;
  readonly isSlanted?: boolean;
  readonly letters: readonly Letters[];
}

/** Short scheme names in their usual colours; drawn here, without the schemes' own artwork. */
const marks: Readonly<Record<string, Mark>> = {
  visa: { ground: "#fff", size: 11, isSlanted: true, letters: [{ text: "VISA", x: 17, fill: "#1a3a8f" }] },
  mastercard: {
    ground: "#fff",
    size: 12,
    letters: [
      { text: "M", x: 12.5, fill: "#c9252d" },
      { text: "C", x: 22.5, fill: "#c2620a" },
    ],
  },
  amex: { ground: "#2566ad", size: 9, letters: [{ text: "AMEX", x: 17, fill: "#fff" }] },
  jcb: {
    ground: "#fff",
    size: 11,
    letters: [
      { text: "J", x: 9, fill: "#0b5fa8" },
      { text: "C", x: 17, fill: "#c5222f" },
      { text: "B", x: 25.5, fill: "#177a35" },
    ],
  },
  unionpay: {
    ground: "#fff",
    size: 11,
    letters: [
      { text: "U", x: 12.5, fill: "#c41f2d" },
      { text: "P", x: 21.5, fill: "#00696f" },
    ],
  },
  discover: { ground: "#fff", size: 10, letters: [{ text: "DISC", x: 17, fill: "#a8500a" }] },
  diners: { ground: "#fff", size: 7.5, letters: [{ text: "DINERS", x: 17, fill: "#0a4a7c" }] },
};

/**
 * The mark of a card scheme, labelled for screen readers; unlabelled beside text that says the same; empty for other
 * schemes.
 */
export function cardMark(scheme: string, name: string): Markup | undefined {
  const mark = Object.hasOwn(marks, scheme) ? marks[scheme] : undefined;
  if (!mark) return undefined;
  const { ground, size, isSlanted, letters } = mark;
  return html`<svg class="mk" data-brand="${scheme}" viewBox="0 0 34 22" ${name ? html`role="img" aria-label="${name}"` : html`aria-hidden="true"`}><rect x=".5" y=".5" width="33" height="21" rx="3.5" fill="${ground}" stroke="#cdd4dc"/><g font-size="${size}" font-weight="650" text-anchor="middle"${isSlanted && html` font-style="italic"`}>${letters.map(
    ({ text, x, fill }) => html`<text x="${x}" y="${11 + size * 0.36}" fill="${fill}">${text}</text>`,
  )}</g></svg>`;
}

const drawings: Readonly<Record<string, string>> = {
  card: "M3.5 6h17v12h-17zM3.5 10h17",
  wallet: "M4 7.500h14.500v11H4zM4 7.500 15 4v3.500M14.500 13h.1",
  bank: "M4 9.500 12 5l8 4.500M5.500 10v7M10 10v7M14 10v7M18.500 10v7M4 19h16",
  voucher: "M4 7h16v3.500a1.500 1.500 0 0 0 0 3V17H4v-3.500a1.500 1.500 0 0 0 0-3zM14 7v10",
  later: "M12 7.500V12l3 2M12 3.500a8.500 8.500 0 1 0 0 17 8.500 8.500 0 0 0 0-17",
  lock: "M6 11h12v8.500H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
};

/** A small decorative drawing beside text that says the same. */
export const smallDrawing = (name: keyof typeof drawings): Markup =>
  html`<svg class="i" viewBox="0 0 24 24" aria-hidden="true"><path d="${drawings[name]}"/></svg>`;
