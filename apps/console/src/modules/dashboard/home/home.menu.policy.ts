/** The reader's own page: their password, second factor and sessions. It stands in no menu. */
export const userCentrePath = "/system/userCenter";

/** A page of the reader's own menu, as far as the home page needs it. */
export interface HomeMenuPage {
  readonly id: number;
  readonly path: string | null;
  readonly component: string | null;
  readonly meta: {
    readonly title: string;
    readonly titles?: Readonly<Partial<Record<string, string | undefined>>> | null | undefined;
    readonly icon: string | null;
    readonly isLink: string | null;
    readonly isHide: boolean;
  };
}

interface Node extends HomeMenuPage {
  readonly children: readonly Node[];
}

/** Pages under the directory they stand in. */
export interface PageGroup {
  readonly directory: HomeMenuPage;
  readonly pages: readonly HomeMenuPage[];
}

const isPage = ({ path, component, meta }: HomeMenuPage): boolean =>
  Boolean(path && !meta.isHide && (component || meta.isLink) && component !== "Layout");

/** Every page of the menu that is listed there. */
export const pagesOf = (menu: readonly Node[]): readonly HomeMenuPage[] =>
  menu.flatMap((node) => [...(isPage(node) ? [node] : []), ...pagesOf(node.children)]);

/** The pages of each first-level entry, without those that have none. */
export const pageGroups = (menu: readonly Node[]): readonly PageGroup[] =>
  menu.map((directory) => ({ directory, pages: pagesOf([directory]) })).filter(({ pages }) => pages.length > 0);
