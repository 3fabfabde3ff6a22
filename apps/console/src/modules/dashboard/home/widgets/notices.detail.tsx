import { sysHome } from "@countinghouse/contract/dashboard/home/home.ts";
import { fill } from "@countinghouse/contract/kit/locale.ts";
import type { ResultOf } from "@countinghouse/contract/kit/resource.ts";
import { sysNotice } from "@countinghouse/contract/system/notice/notice.ts";
import { NoticeType } from "@countinghouse/contract/system-enumerations.ts";
import { TimeCell } from "@countinghouse/ui/cells/time-cell.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { Modal } from "antd";
import { useEffect, useState } from "react";
import { Link } from "react-router";
import { onServerEvent } from "../../../../platform/api/events.ts";
import { useOperation } from "../../../../platform/api/use-operation.ts";
import { useLocale, useWords } from "../../../../platform/i18n/use-words.ts";
import { useSession } from "../../../../platform/session/session.ts";
import { useWidgetAnswer } from "../home.answer.hook.ts";
import { WidgetCard } from "../home.card.detail.tsx";
import { pagesOf } from "../home.menu.policy.ts";
import { widgetMessages } from "../home.widgets.messages.ts";

type Received = ResultOf<(typeof sysNotice)["operations"]["pageReceived"]>["items"][number];

const shown = 6;
const [unread, read] = [0, 1] as const;

/** Renews what is known of notices when one is published or withdrawn anywhere. */
function useNoticeNews(): void {
  const client = useQueryClient();
  useEffect(
    () =>
      onServerEvent("*", ({ topic }) => {
        if (!/^(sysN|n)otice\b/.test(topic)) return;
        for (const { name } of [sysNotice, sysHome]) void client.invalidateQueries({ queryKey: [name] });
      }),
    [client],
  );
}

/** Notices the reader received: unread ones first, then the latest. Opening one marks it as read. */
export function NoticesWidget() {
  const words = useWords(widgetMessages).notices;
  const waiting = useWidgetAnswer(sysNotice, "pageReceived", { readStatus: unread, pageSize: shown });
  const known = useWidgetAnswer(sysNotice, "pageReceived", { readStatus: read, pageSize: shown });
  const menu = useSession((session) => session.menu);
  const { attempt } = useOperation(sysNotice, "setRead", { success: null, alsoChanges: [sysHome] });
  const [open, setOpen] = useState<Received>();
  const page = pagesOf(menu).find(({ component }) => component?.startsWith("notice/"));
  useNoticeNews();
  const list = [...waiting.items, ...known.items].slice(0, shown);
  const show = (notice: Received): void => {
    setOpen(notice);
    if (notice.readStatus === unread) void attempt({ id: notice.noticeId });
  };
  return (
    <WidgetCard
      hint={waiting.total > 0 ? fill(words.unreadCount, { count: waiting.total }) : undefined}
      tools={page?.path && <Link to={page.path}>{words.all}</Link>}
    >
      {list.length === 0 && <p className="home-empty">{words.empty}</p>}
      <ul className="home-notices">
        {list.map((notice) => (
          <NoticeLine key={notice.id} notice={notice} onOpen={() => show(notice)} />
        ))}
      </ul>
      <Modal
        open={open !== undefined}
        width={640}
        centered
        title={open?.sysNotice.title}
        footer={null}
        onCancel={() => setOpen(undefined)}
      >
        {open && <NoticeText notice={open} />}
      </Modal>
    </WidgetCard>
  );
}

function NoticeLine({ notice, onOpen }: { readonly notice: Received; readonly onOpen: () => void }) {
  const words = useWords(widgetMessages).notices;
  const { title, content, publicTime } = notice.sysNotice;
  const isUnread = notice.readStatus === unread;
  return (
    <li className={isUnread ? "ch-tone-info" : "ch-tone-neutral home-read"}>
      <span className={`ch-dot ch-dot-${isUnread ? "filled" : "hollow"}`} aria-hidden="true" />
      <div className="ch-grow">
        <button type="button" className="home-notice" onClick={onOpen}>
          {title}
          {isUnread && <span className="ch-sr"> – {words.unread}</span>}
        </button>
        <p className="home-quiet ch-cut">{content}</p>
      </div>
      {publicTime && (
        <span className="home-quiet">
          <TimeCell value={publicTime} />
        </span>
      )}
    </li>
  );
}

function NoticeText({ notice: { sysNotice: notice } }: { readonly notice: Received }) {
  const locale = useLocale();
  const author = [notice.publicUserName, notice.publicOrgName].filter(Boolean).join(" · ");
  return (
    <article>
      <p className="home-quiet home-byline">
        {NoticeType.memberOf(notice.type)?.text[locale]}
        {author && ` · ${author} · `}
        {notice.publicTime && <TimeCell value={notice.publicTime} />}
      </p>
      <p className="home-notice-text">{notice.content}</p>
    </article>
  );
}
