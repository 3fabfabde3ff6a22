import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { MenuButton } from "./menu-button.tsx";

afterEach(cleanup);

const items = [
  { key: "hold", label: "Hold" },
  { key: "void", label: "Void", danger: true },
];

function draw() {
  const onChoose = vi.fn();
  const onRow = vi.fn();
  render(
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for a row, which a click opens.
    // biome-ignore lint/a11y/useKeyWithClickEvents: as above.
    <div onClick={onRow}>
      <MenuButton items={items} selectedKeys={["hold"]} onChoose={onChoose}>
        <button type="button" aria-haspopup="menu">
          More
        </button>
      </MenuButton>
    </div>,
  );
  return { onChoose, onRow, button: () => screen.getByRole("button", { name: "More" }) };
}

test("opens its menu by a click, and says which choice was made once it is closed", async () => {
  const { onChoose, onRow, button } = draw();
  expect(screen.queryByRole("menu")).toBeNull();
  await userEvent.click(button());
  const choice = await screen.findByRole("menuitem", { name: "Void" });
  onRow.mockClear();
  await userEvent.click(choice);
  expect(onChoose.mock.calls).toEqual([["void"]]);
  // The click did not reach the row.
  expect(onRow).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(screen.queryByRole("menuitem", { name: "Void" })).toBeNull());
});

test("is worked by the keyboard alone, and gives the focus back", async () => {
  const { onChoose, button } = draw();
  await userEvent.keyboard("{Tab}{Enter}");
  await screen.findByRole("menuitem", { name: "Hold" });
  expect(document.activeElement).toBe(button());
  await userEvent.keyboard("{Tab}{ArrowDown}{Enter}");
  await vi.waitFor(() => expect(onChoose).toHaveBeenCalledTimes(1));
  await userEvent.click(button());
  await screen.findByRole("menuitem", { name: "Hold" });
  await userEvent.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("menuitem", { name: "Hold" })).toBeNull());
  expect(document.activeElement).toBe(button());
});

test("closes by its own button as well", async () => {
  const { button } = draw();
  await userEvent.click(button());
  await screen.findByRole("menuitem", { name: "Hold" });
  await userEvent.click(button());
  await vi.waitFor(() => expect(screen.queryByRole("menuitem", { name: "Hold" })).toBeNull());
  await userEvent.click(button());
  await screen.findByRole("menuitem", { name: "Hold" });
});
