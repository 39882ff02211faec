/** A list by pages of what the chain has of a kind: tokens, pools or collections in the order of their creation, contracts newest
 *  first. */

import { type Child, h } from '../dom.js';
import { count } from '../format.js';
import { type Column, empty, pager, table } from '../parts.js';
import { type Failure, read } from '../reading.js';
import { Refresher } from '../refresher.js';
import { Slot } from '../slot.js';
import { failed, heading, type Place, pageHref, pageQuery, type View, waiting } from '../view.js';

/** Members that every such answer has in addition to its list. */
interface ListAnswer {
  readonly total: number;
  readonly next_cursor: string | null;
}

/** The differences between the lists. */
export interface AssetListKind<Answer, Item> {
  readonly title: string;
  readonly heading: string;
  /** Above the heading; `Assets` where it is absent. */
  readonly section?: string;
  /** `token`, for sentences. */
  readonly one: string;
  readonly many: string;
  /** Path of the route, and of the view in the page's address. */
  readonly path: string;
  readonly href: string;
  readonly perPage: number;
  readonly refreshMs: number;
  readonly columns: readonly Column[];
  items(answer: Answer): readonly Item[];
  row(item: Item): readonly Child[];
}

export class AssetListView<Answer extends ListAnswer, Item> implements View {
  readonly title: string;
  readonly element = h('article', {}, waiting());
  readonly ends = new AbortController();
  readonly #list: Slot;
  readonly #refresher: Refresher;

  constructor(
    private readonly kind: AssetListKind<Answer, Item>,
    private readonly place: Place,
  ) {
    this.title = kind.title;
    this.#list = new Slot(`All ${kind.many}`, true);
    this.#refresher = new Refresher(place.feed, kind.refreshMs, () => this.#load());
    void this.#load().then((failure) => {
      if (failure) this.element.replaceChildren(failed(failure, 'No such page'));
      else {
        this.element.replaceChildren(heading(kind.section ?? 'Assets', kind.heading), this.#list.element);
        this.#refresher.begin();
      }
    });
  }

  async #load(): Promise<Failure | undefined> {
    const { kind, place } = this;
    const reply = await read<Answer>(`${kind.path}?${pageQuery(place, kind.perPage)}`, this.ends.signal);
    if (!reply.ok) return reply;
    const { total, next_cursor } = reply.value;
    const items = kind.items(reply.value);
    this.#list.title = `All ${kind.many} (${count(total)})`;
    this.#list.show(reply.value, () =>
      items.length === 0
        ? empty(total === 0 ? `There is no ${kind.one} yet.` : `There are no ${kind.many} on this page.`)
        : h(
            'div',
            {},
            table(
              kind.heading,
              kind.columns,
              items.map((item) => kind.row(item)),
              'stacks',
            ),
            pager(place.page, total, kind.perPage, pageHref(kind.href, place, next_cursor)),
          ),
    );
    return undefined;
  }

  update(): void {
    this.#refresher.update();
  }
}
