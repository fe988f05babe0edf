/** A short list to take one thing from: by moving, or by the key that stands before it. */
import type {Tone} from '../../families/cells.ts';
import {keyName} from '../../keymap/keymap.ts';
import {type Extra, layer} from '../../keymap/layer.ts';
import type {Deck} from '../deck.ts';
import type {Overlay} from '../overlay.ts';
import {movingLayer} from '../screens/moving.ts';
import {fit, width} from '../terminal/index.ts';
import {AT_TOP, scrolled} from './scroll.ts';
import {cell, paintEnds, type Span, span} from './spans.ts';

export interface MenuItem {
  readonly key?: string | undefined;
  readonly text: string;
  readonly detail?: string | undefined;
  readonly tone?: Tone;
  /** Why it cannot be taken: dims it, and answers when it is taken all the same. */
  readonly unless?: string | undefined;
  readonly run: () => void;
}

export interface MenuSpec {
  readonly title: string;
  readonly items: () => readonly MenuItem[];
  /** Stays open; what is taken is switched. */
  readonly stays?: boolean;
  readonly at?: number;
}

export function openMenu(deck: Deck, {title, items, stays = false, at = 0}: MenuSpec): Overlay {
  let scroll = {...AT_TOP, cursor: at};
  let height = 1;
  const take = (item: MenuItem | undefined): void => {
    if (item === undefined) return;
    if (item.unless !== undefined) {
      deck.say(item.unless, 'attention');
      return;
    }
    if (!stays) overlay.close();
    item.run();
    if (stays) overlay.repaint();
  };
  const chosen = (): MenuItem | undefined => items()[scroll.cursor];
  const moving = movingLayer(
    by => {
      scroll = scrolled({cursor: scroll.cursor + by, top: scroll.top}, items().length, height);
      overlay.repaint();
    },
    () => height,
  );
  const extras = (): readonly Extra[] =>
    items().flatMap((item, index) =>
      item.key === undefined
        ? []
        : [
            {
              keys: [item.key],
              title: item.text,
              help: item.text,
              order: 60 + index,
              hidden: () => true,
              run: () => take(item),
            },
          ],
    );
  const keys = layer(
    'menu',
    {
      choose: () => take(chosen()),
      toggle: {run: () => take(chosen()), hidden: () => !stays},
      close: () => overlay.close(),
    },
    {title, extras},
  );
  const overlay = deck.overlays.open({
    title: () => title,
    size(columns, rows) {
      const all = items();
      const widest = Math.max(
        width(title) + 4,
        ...all.map(item => width(item.text) + width(item.unless ?? item.detail ?? '') + 10),
      );
      return {columns: Math.min(widest, columns - 4), rows: Math.min(all.length, rows - 4)};
    },
    paint(columns, rows) {
      const skin = deck.skin();
      const all = items();
      height = rows;
      scroll = scrolled(scroll, all.length, height);
      const keyed = Math.max(0, ...all.map(item => (item.key === undefined ? 0 : width(keyName(item.key)) + 2)));
      return all.slice(scroll.top, scroll.top + rows).map((item, index) => {
        const key = fit(item.key === undefined ? '' : keyName(item.key), keyed);
        const off = item.unless !== undefined;
        const aside = item.unless ?? item.detail ?? '';
        if (scroll.top + index === scroll.cursor) {
          const right = cell(aside, Math.max(0, Math.min(width(aside), columns - keyed - width(item.text) - 4)));
          const left = cell(` ${key}${item.text}`, columns - width(right) - 1);
          return skin.bar(`${left}${right} `);
        }
        const spans: Span[] = [span(` ${key}`, off ? 'dim' : 'accent'), span(item.text, off ? 'dim' : item.tone)];
        return paintEnds(skin, spans, [span(` ${aside} `, 'dim')], columns);
      });
    },
    layers: () => [{...moving, modal: true}, keys],
  });
  return overlay;
}
