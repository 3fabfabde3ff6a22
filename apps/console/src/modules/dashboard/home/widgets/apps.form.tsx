import { sysUserMenu } from "@countinghouse/contract/dashboard/user-menu/user-menu.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import { MenuIcon } from "@countinghouse/ui/icons/menu-icon.tsx";
import { Button } from "antd";
import { ChevronDown, ChevronUp, GripVertical, X } from "lucide-react";
import { useRef, useState } from "react";
import { useOperation } from "../../../../platform/api/use-operation.ts";
import { titleIn, useLocale, useWords } from "../../../../platform/i18n/use-words.ts";
import { FormFrame } from "../../../../platform/pages/form-frame.tsx";
import { useSession, useUser } from "../../../../platform/session/session.ts";
import { useDrag } from "../home.drag.hook.ts";
import { type HomeMenuPage, pageGroups, pagesOf } from "../home.menu.policy.ts";
import { homeMessages } from "../home.messages.ts";
import { widgetMessages } from "../home.widgets.messages.ts";

interface Props {
  readonly chosen: readonly number[];
  readonly onClose: () => void;
}

const useTitle = () => {
  const locale = useLocale();
  return ({ meta }: HomeMenuPage): string => titleIn(meta.titles ?? meta.title, locale) || meta.title;
};

/** Chooses shortcuts among the reader's own pages and puts them in order. */
export function AppsAdd({ chosen, onClose }: Props) {
  const words = useWords(widgetMessages).apps;
  const { id: userId } = useUser();
  const [list, setList] = useState(chosen);
  const { attempt, isRunning } = useOperation(sysUserMenu, "add", { success: words.saved });
  const save = async (): Promise<void> => {
    if (await attempt({ userId, menuIdList: [...list] })) onClose();
  };
  return (
    <FormFrame
      kind="modal"
      title={words.choose}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="primary" loading={isRunning} onClick={() => void save()}>
            {words.save}
          </Button>
        </>
      }
    >
      <div className="home-choose">
        <Choices list={list} onChange={setList} />
        <Order list={list} onChange={setList} />
      </div>
    </FormFrame>
  );
}

interface ListProps {
  readonly list: readonly number[];
  readonly onChange: (list: readonly number[]) => void;
}

function Choices({ list, onChange }: ListProps) {
  const words = useWords(widgetMessages).apps;
  const groups = pageGroups(useSession((session) => session.menu));
  const titleOf = useTitle();
  const toggle = (id: number): void => onChange(list.includes(id) ? list.filter((one) => one !== id) : [...list, id]);
  return (
    <fieldset className="home-choices">
      <legend>{words.pages}</legend>
      {groups.map(({ directory, pages }) => (
        <div key={directory.id}>
          <h3 className="home-choices-area">{titleOf(directory)}</h3>
          {pages.map((page) => (
            <label key={page.id}>
              <input
                type="checkbox"
                className="ch-check"
                checked={list.includes(page.id)}
                onChange={() => toggle(page.id)}
              />
              <MenuIcon name={page.meta.icon} />
              <span className="ch-cut">{titleOf(page)}</span>
            </label>
          ))}
        </div>
      ))}
    </fieldset>
  );
}

function Order({ list, onChange }: ListProps) {
  const words = useWords(widgetMessages).apps;
  const pages = new Map(pagesOf(useSession((session) => session.menu)).map((page) => [page.id, page]));
  const board = useRef<HTMLElement>(null);
  const put = (id: number, index: number): void => onChange(list.filter((one) => one !== id).toSpliced(index, 0, id));
  const { drag, handleOf } = useDrag(board, (id, { index }) => put(Number(id), index));
  return (
    <section ref={board} aria-label={words.chosen}>
      <h3 className="home-choose-title">{words.chosen}</h3>
      {list.length === 0 && <p className="home-empty">{words.none}</p>}
      <ol className="home-order" data-zone="">
        {list.map((id, index) => (
          <OrderLine
            key={id}
            page={pages.get(id)}
            id={id}
            isDragged={drag?.id === String(id)}
            isDropTarget={drag?.place?.index === index && drag.id !== String(id)}
            handle={handleOf(String(id))}
            onUp={index > 0 ? () => put(id, index - 1) : undefined}
            onDown={index < list.length - 1 ? () => put(id, index + 1) : undefined}
            onRemove={() => onChange(list.filter((one) => one !== id))}
          />
        ))}
      </ol>
    </section>
  );
}

interface LineProps {
  readonly id: number;
  readonly page: HomeMenuPage | undefined;
  readonly isDragged: boolean;
  readonly isDropTarget: boolean;
  readonly handle: ReturnType<ReturnType<typeof useDrag>["handleOf"]>;
  readonly onUp: (() => void) | undefined;
  readonly onDown: (() => void) | undefined;
  readonly onRemove: () => void;
}

function OrderLine({ id, page, isDragged, isDropTarget, handle, onUp, onDown, onRemove }: LineProps) {
  const words = useWords(homeMessages);
  const titleOf = useTitle();
  const name = page ? titleOf(page) : String(id);
  const steps = [
    [words.moveUp, ChevronUp, onUp],
    [words.moveDown, ChevronDown, onDown],
    [words.remove, X, onRemove],
  ] as const;
  return (
    <li data-item={id} data-dragged={isDragged || undefined} data-drop={isDropTarget || undefined}>
      <span className="home-grip" title={fill(words.drag, { name })} {...handle}>
        <GripVertical size={16} aria-hidden />
      </span>
      <span className="ch-grow ch-cut">{name}</span>
      {steps.map(([label, Icon, act]) => (
        <button
          key={label}
          type="button"
          className="ch-icon-btn"
          aria-label={fill(label, { name })}
          title={fill(label, { name })}
          aria-disabled={act === undefined}
          onClick={act}
        >
          <Icon size={16} aria-hidden />
        </button>
      ))}
    </li>
  );
}
