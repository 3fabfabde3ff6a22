import { Component, type ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { lazyPart } from "./lazy-part.tsx";

interface Props {
  readonly name: string;
}
const Part = ({ name }: Props) => <p>here is {name}</p>;
const Bones = ({ name }: Props) => <p>bones of {name}</p>;

class Boundary extends Component<{ readonly children: ReactNode }, { readonly failure?: string }> {
  override state: { readonly failure?: string } = {};
  static getDerivedStateFromError = (error: Error) => ({ failure: error.message });
  override render() {
    return this.state.failure ? <p>failed: {this.state.failure}</p> : this.props.children;
  }
}

let place: HTMLElement;
let root: Root;
const shown = () => place.textContent;

beforeEach(() => {
  place = document.createElement("div");
  document.body.append(place);
  root = createRoot(place, { onCaughtError: () => {} });
});

afterEach(() => {
  root.unmount();
  place.remove();
});

describe("a lazy part", () => {
  test("shows what stands in with the same properties, then the part, as soon as it has come", async () => {
    let come: (part: typeof Part) => void = () => {};
    const Later = lazyPart(() => new Promise<typeof Part>((resolve) => (come = resolve)), Bones);
    root.render(<Later name="one" />);
    await expect.poll(shown).toBe("bones of one");
    const began = performance.now();
    come(Part);
    await vi.waitFor(() => expect(shown()).toBe("here is one"), { interval: 1 });
    // A Suspense boundary would keep it back for 300 ms after its fallback.
    expect(performance.now() - began).toBeLessThan(200);
  });

  test("fetches once, however often and wherever it is drawn, and draws a part that is there at once", async () => {
    const load = vi.fn(async () => Part);
    const Later = lazyPart(load);
    root.render(
      <>
        <Later name="one" />
        <Later name="two" />
      </>,
    );
    await expect.poll(shown).toBe("here is onehere is two");
    root.render(<Later key="again" name="three" />);
    await expect.poll(shown).toBe("here is three");
    expect(load).toHaveBeenCalledTimes(1);
  });

  test("can be fetched before it is drawn", async () => {
    const load = vi.fn(async () => Part);
    const Later = lazyPart(load, Bones);
    await Later.ahead();
    root.render(<Later name="one" />);
    await expect.poll(shown).toBe("here is one");
    expect(load).toHaveBeenCalledTimes(1);
  });

  test("hands a failure to the boundary, and asks again when it is drawn anew", async () => {
    const load = vi.fn(async () => Part).mockRejectedValueOnce(new Error("no line"));
    const Later = lazyPart(load);
    root.render(
      <Boundary key="first">
        <Later name="one" />
      </Boundary>,
    );
    await expect.poll(shown).toBe("failed: no line");
    root.render(
      <Boundary key="second">
        <Later name="one" />
      </Boundary>,
    );
    await expect.poll(shown).toBe("here is one");
  });

  test("fetching ahead never fails: whoever draws it is told", async () => {
    const load = vi.fn(async () => Part).mockRejectedValue(new Error("no line"));
    const Later = lazyPart(load);
    await expect(Later.ahead()).resolves.toBeUndefined();
    root.render(
      <Boundary>
        <Later name="one" />
      </Boundary>,
    );
    await expect.poll(shown).toBe("failed: no line");
  });
});
