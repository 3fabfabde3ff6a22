import type { InputProps } from "@countinghouse/ui/fields/inputs.tsx";
import { MenuIcon } from "@countinghouse/ui/icons/menu-icon.tsx";
import { menuIcons } from "@countinghouse/ui/icons/menu-icons.ts";
import { Button, Input, Popover } from "antd";
import { Search, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useWords } from "../i18n/use-words.ts";
import { pickersMessages } from "./pickers.messages.ts";
import "./pickers.css";

const iconNames = Object.keys(menuIcons).sort();

/** An icon of the menu's set, chosen from a grid that can be searched by name. */
export function IconPicker({ facts, value, onChange, isDisabled = false }: InputProps<string>) {
  const words = useWords(pickersMessages);
  const [isOpen, setOpen] = useState(false);
  const choose = (name: string | null) => {
    onChange(name);
    setOpen(false);
  };
  return (
    <span className="ch-input-line">
      <Popover
        trigger="click"
        placement="bottomLeft"
        open={isOpen}
        onOpenChange={setOpen}
        destroyOnHidden
        content={<IconGrid value={value} onChoose={choose} />}
      >
        <Button
          id={facts.id}
          className="ch-icon-field"
          disabled={isDisabled}
          aria-label={value ? `${words.chooseIcon}: ${value}` : words.chooseIcon}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
        >
          {value ? <MenuIcon name={value} /> : null}
          {value ?? words.chooseIcon}
        </Button>
      </Popover>
      {value ? (
        <Button
          aria-label={words.noIcon}
          title={words.noIcon}
          disabled={isDisabled}
          icon={<X size={14} aria-hidden="true" />}
          onClick={() => onChange(null)}
        />
      ) : null}
    </span>
  );
}

/** The grid itself: one stop for Tab, arrow keys inside. */
function IconGrid({ value, onChoose }: { readonly value: string | null | undefined; onChoose(name: string): void }) {
  const words = useWords(pickersMessages);
  const [text, setText] = useState("");
  const grid = useRef<HTMLDivElement>(null);
  const shown = iconNames.filter((name) => name.includes(text.trim().toLowerCase()));
  const stop = value && shown.includes(value) ? value : shown[0];
  const walk = (event: KeyboardEvent) => {
    const buttons = [...(grid.current?.querySelectorAll("button") ?? [])];
    const at = buttons.findIndex((button) => button.matches(":focus"));
    const columns = Math.max(
      1,
      buttons.findIndex((button) => button.offsetTop > (buttons[0]?.offsetTop ?? 0)),
    );
    const steps: Readonly<Record<string, number>> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      ArrowDown: columns,
      ArrowUp: -columns,
    };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    buttons[at + step]?.focus();
  };
  return (
    <div className="ch-icon-panel">
      <Input
        autoFocus
        allowClear
        prefix={<Search size={14} aria-hidden="true" />}
        placeholder={words.search}
        aria-label={words.search}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onPressEnter={(event) => {
          event.preventDefault();
          if (shown[0]) onChoose(shown[0]);
        }}
      />
      <div ref={grid} className="ch-icon-grid" role="radiogroup" aria-label={words.chooseIcon} onKeyDown={walk}>
        {shown.map((name) => (
          // biome-ignore lint/a11y/useSemanticElements: a drawing to press; a native radio could not be one stop with arrows in two directions.
          <button
            key={name}
            type="button"
            role="radio"
            aria-checked={name === value}
            aria-label={name}
            title={name}
            tabIndex={name === stop ? 0 : -1}
            className="ch-icon-btn"
            onClick={() => onChoose(name)}
          >
            <MenuIcon name={name} size={18} />
          </button>
        ))}
      </div>
      {shown.length === 0 ? <p role="status">{words.noMatch}</p> : null}
    </div>
  );
}
