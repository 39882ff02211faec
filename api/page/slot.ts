/** A card whose content is rebuilt only when its data has changed. A card that stands still delays that while
 *  the user points at it or has the focus in it, so that a link does not move away under the pointer. */

import { type Child, h, setText } from './dom.js';
import { card } from './parts.js';

export class Slot {
  readonly body = h('div', { class: 'slot' });
  readonly element: HTMLElement;
  readonly #name: HTMLElement;
  #shown: string | undefined;
  #waiting: (() => void) | undefined;

  constructor(
    title: string,
    private readonly still = false,
    ...more: readonly Child[]
  ) {
    this.#name = h('span', {}, title);
    this.element = card(title, this.body);
    const sign = still ? h('span', { class: 'still', 'aria-hidden': 'true' }, 'standing still') : undefined;
    this.element.firstElementChild?.replaceChildren(
      ...[this.#name, ...more, sign].filter((child) => child instanceof Node),
    );
    if (!still) return;
    const goOn = (): void => {
      setTimeout(() => this.#waiting?.());
    };
    this.body.addEventListener('mouseleave', goOn);
    this.body.addEventListener('focusout', goOn);
  }

  set title(text: string) {
    setText(this.#name, text);
  }

  /** @param version a value that changes when the content does. @param now rebuild even while it stands still. */
  show(version: unknown, content: () => Child, now = false): void {
    const text = JSON.stringify(version) ?? '';
    const held = this.still && !now && this.#shown !== undefined && this.body.matches(':hover, :focus-within');
    const changed = text !== this.#shown;
    this.#waiting = held && changed ? () => this.show(version, content) : undefined;
    this.element.classList.toggle('held', held && changed);
    if (held || !changed) return;
    this.#shown = text;
    this.body.replaceChildren(content() as Node);
  }
}
