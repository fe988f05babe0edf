/** A short list to choose from: by moving, by the key in front, or by typing a name. */
import type {Tone} from '../../families/format/cells.ts';
import {withoutEllipsis} from '../../families/format/format.ts';
import {keyName} from '../../keymap/keymap.ts';
import {createLayer, type ExtraBinding, type KeyStroke} from '../../keymap/layer.ts';
import type {ConsoleContext} from '../context/console-context.ts';
import type {Overlay} from '../context/overlay-stack.ts';
import {cellWidth, fitToCells} from '../terminal/index.ts';
import {choiceWindow} from './choice-lines.ts';
import {rankMatches} from './fuzzy.ts';
import {AT_TOP, clampScroll} from './scroll.ts';
import {scrollLayer} from './scroll-keys.ts';
import {cell, paintEnds, paintSpans, type Span, span, wrap} from './spans.ts';
import {editLine, type InputLine, inputLine, paintPrompt} from './text-input.ts';

export interface MenuItem {
  readonly key?: string | undefined;
  readonly text: string;
  readonly detail?: string | undefined;
  readonly tone?: Tone;
  /** The reason why it is disabled: the item is dimmed, and the reason shows if it is taken anyway. */
  readonly unless?: string | undefined;
  /** Returns a promise if it takes time: the accessible dialogue waits for it, the screen doesn't. */
  readonly run: () => unknown;
}

export interface MenuSpec {
  readonly title: string;
  readonly items: () => readonly MenuItem[];
  /**
   * True if entries are chosen by typing their names: a letter that starts a name is typed text even if it is a key
   * elsewhere. Otherwise the rest of "edit" would be typed into the form that its first letter opened.
   */
  readonly named?: boolean;
  readonly at?: number;
}

/** The number of entries at which typing a name becomes faster; the menu then says so. */
const MANY = 6;
const howWords = (items: readonly MenuItem[]): string =>
  items.some(({key}) => key !== undefined) ? 'type a name, or press the key before it' : 'type a name';

export function openMenu(context: ConsoleContext, {title, items: all, named = false, at = 0}: MenuSpec): Overlay {
  let scroll = {...AT_TOP, cursor: at};
  let height = 1;
  let filter: InputLine | undefined;
  const items = (): readonly MenuItem[] =>
    filter === undefined ? all() : rankMatches(filter.text, all(), ({text}) => text);
  const filterBy = (next: InputLine | undefined): void => {
    filter = next;
    scroll = AT_TOP;
    overlay.resize();
  };
  const take = (item: MenuItem | undefined): unknown => {
    if (item === undefined) return undefined;
    if (item.unless !== undefined) {
      context.say(`${withoutEllipsis(item.text)}: ${item.unless}`, 'attention');
      return undefined;
    }
    overlay.close();
    return item.run();
  };
  const chosen = (): MenuItem | undefined => items()[scroll.cursor];
  const moving = scrollLayer(
    by => {
      scroll = clampScroll({cursor: scroll.cursor + by, top: scroll.top}, items().length, height);
      overlay.repaint();
    },
    () => height,
  );
  const isTyped = (key: string): boolean =>
    named && /^[a-z]$/.test(key) && all().some(({text}) => text.toLowerCase().startsWith(key));
  const extras = (): readonly ExtraBinding[] =>
    all().flatMap((item, index) =>
      item.key === undefined || isTyped(item.key)
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
  const keys = createLayer(
    'menu',
    {
      choose: () => take(chosen()),
      filter: {run: () => filterBy(inputLine()), hidden: () => filter !== undefined},
      close: () => (filter === undefined ? overlay.close() : filterBy(undefined)),
    },
    {
      title,
      extras,
      typing: () => filter !== undefined,
      text(stroke) {
        const next = filter && editLine(filter, stroke);
        if (next === undefined) return false;
        filterBy(next);
        return true;
      },
    },
  );
  // A letter that is the key of an action or a movement is handled before this.
  const begins = (stroke: KeyStroke): boolean => {
    if (filter !== undefined || stroke.text === undefined || stroke.text.trim() === '') return false;
    filterBy(editLine(inputLine(), stroke));
    return true;
  };
  const isLong = (): boolean => all().length >= MANY;
  const overlay = context.overlays.open({
    prompt: {kind: 'menu', title, items: all, take},
    title: () => title,
    size(columns, rows) {
      const entries = all();
      const widest = Math.max(
        cellWidth(title) + 4,
        entries.length === 0 ? cellWidth(nothingWords()) + 2 : 0,
        isLong() ? cellWidth(howWords(entries)) + 2 : 0,
        ...entries.map(item => cellWidth(item.text) + cellWidth(item.unless ?? item.detail ?? '') + 10),
      );
      const width = Math.min(widest, columns - 2);
      const keyed = keyWidth(entries);
      const extra = Math.max(0, ...entries.map(item => reasonLines(item, keyed, width).length));
      return {
        columns: width,
        rows: Math.min(Math.max(1, entries.length) + extra + (filter || isLong() ? 1 : 0), rows - 4),
      };
    },
    paint(columns, rows) {
      const skin = context.skin();
      const shown = items();
      const how = isLong() ? [paintSpans(skin, [span(` ${howWords(all())}`, 'dim')], columns)] : [];
      const prompt = filter === undefined ? how : [paintPrompt(skin, ' /', filter, columns)];
      height = Math.max(1, rows - prompt.length);
      const keyed = keyWidth(shown);
      // Only the selected entry shows its reason in full.
      const current = Math.max(0, Math.min(scroll.cursor, shown.length - 1));
      const reason = reasonLines(shown[current], keyed, columns);
      const window = choiceWindow(scroll, shown.length, height, at => (at === current ? 1 + reason.length : 1));
      scroll = window.scroll;
      const nothing =
        shown.length === 0 ? [paintSpans(skin, [span(` ${nothingWords(filter?.text)}`, 'dim')], columns)] : [];
      const lines = shown.slice(scroll.top, scroll.top + window.shown).flatMap((item, index): string[] => {
        const key = fitToCells(item.key === undefined ? '' : keyName(item.key), keyed);
        const off = item.unless !== undefined;
        const aside = item.unless ?? item.detail ?? '';
        if (scroll.top + index === scroll.cursor) {
          const beside = reason.length > 0 ? '' : aside;
          const right = cell(
            beside,
            Math.max(0, Math.min(cellWidth(beside), columns - keyed - cellWidth(item.text) - 4)),
          );
          const left = cell(` ${key}${item.text}`, columns - cellWidth(right) - 1);
          return [
            skin.bar(`${left}${right} `),
            ...reason.map(line => skin.bar(cell(`${REASON_INDENT}${line}`, columns))),
          ];
        }
        const spans: Span[] = [span(` ${key}`, off ? 'dim' : 'accent'), span(item.text, off ? 'dim' : item.tone)];
        return [paintEnds(skin, spans, [span(` ${aside} `, 'dim')], columns)];
      });
      return [...prompt, ...lines.slice(0, height), ...nothing];
    },
    layers: () => [{...moving, modal: true, text: begins}, keys],
  });
  return overlay;
}

const REASON_INDENT = '    ';

const keyWidth = (items: readonly MenuItem[]): number =>
  Math.max(0, ...items.map(({key}) => (key === undefined ? 0 : cellWidth(keyName(key)) + 2)));

/** The reason why it is disabled, in separate lines; none if it fits beside the text. */
function reasonLines(item: MenuItem | undefined, keyed: number, columns: number): readonly string[] {
  if (item?.unless === undefined) return [];
  const fits = keyed + cellWidth(item.text) + cellWidth(item.unless) + 4 <= columns;
  return fits ? [] : wrap(item.unless, Math.max(1, columns - REASON_INDENT.length - 1));
}

const nothingWords = (typed = ''): string => (typed === '' ? 'no entries' : `no match for ${typed}`);
