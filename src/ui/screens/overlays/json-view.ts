/**
 * The object as the API returned it: foldable, searchable, copyable. Secrets are masked until the user reveals them.
 */

import type {AnyRow, Family} from '../../../families/shape/define-family.ts';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import {mask, visibleId} from '../../../store/core/secret-fields.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {openPainted} from '../../models/painted-overlay.ts';
import type {Skin} from '../../theme/skin.ts';
import {AT_TOP, clampScroll} from '../../widgets/scroll.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {cell, paintSpans, type Span, span} from '../../widgets/spans.ts';
import {editLine, type InputLine, inputLine, paintPrompt} from '../../widgets/text-input.ts';
import {copyText} from '../shared/copy-to-clipboard.ts';
import {isFoldable, matchesWords, type TreeLine, treeLines} from '../shared/json-tree.ts';

/** Opens a row as the API has it, titled by its ID, or by its label if the ID is a secret. */
export function openRowJson(context: ConsoleContext, family: Family, row: AnyRow): void {
  const {lookup} = context.session;
  const name = visibleId(family, row) === undefined ? family.label(row, lookup) : family.idText(row, lookup);
  context.session.whenSpelled(() => openJson(context, family.spelled(row, lookup), `${family.one} ${name}`));
}

export function openJson(context: ConsoleContext, whole: unknown, title: string): void {
  const hidden = mask(whole);
  let value = hidden;
  const folded = new Set<string>();
  let lines = treeLines(value, folded);
  let scroll = AT_TOP;
  let height = 1;
  let typing: InputLine | undefined;
  let words = '';

  const renew = (): void => {
    lines = treeLines(value, folded);
    overlay.repaint();
  };
  const to = (cursor: number): void => {
    scroll = clampScroll({cursor, top: scroll.top}, lines.length, height);
    overlay.repaint();
  };
  const current = (): TreeLine | undefined => lines[scroll.cursor];
  /** Unfolds every part; returns the new index of the line under the cursor. */
  const unfold = (): number => {
    const line = current();
    folded.clear();
    lines = treeLines(value, folded);
    return lines.findIndex(({path, opens}) => path === line?.path && opens === line.opens);
  };
  /** Matches inside folded parts count too, so that the search finds everything. */
  const find = (beside: 0 | 1 | -1, by: 1 | -1): void => {
    if (words === '') {
      context.say('search with / first', 'attention');
      return;
    }
    const from = unfold() + beside;
    for (let step = 0; step < lines.length; step++) {
      const index = (from + by * step + lines.length * 2) % lines.length;
      const line = lines[index];
      if (line !== undefined && matchesWords(line, words)) {
        to(index);
        return;
      }
    }
    context.say(`nothing holds ${words}`, 'attention');
  };

  const scrollKeys = scrollLayer(
    by => to(scroll.cursor + by),
    () => height,
  );
  const keys = createLayer(
    'json',
    {
      fold() {
        const line = current();
        if (line === undefined) return;
        const path = line.opens || line.closes ? line.path : line.path.slice(0, line.path.lastIndexOf('/'));
        if (!folded.delete(path)) folded.add(path);
        lines = treeLines(value, folded);
        to(lines.findIndex(other => other.path === path));
      },
      foldAll() {
        if (folded.size > 0) folded.clear();
        else for (const path of isFoldable(value)) folded.add(path);
        renew();
        to(scroll.cursor);
      },
      search() {
        typing = inputLine('');
        overlay.repaint();
      },
      next: () => find(1, 1),
      previous: () => find(-1, -1),
      copy() {
        const line = current();
        if (line === undefined) return;
        const {value} = line;
        copyText(context, typeof value === 'string' ? value : JSON.stringify(value, null, 2), 'this value');
      },
      reveal: {
        run() {
          value = value === hidden ? whole : hidden;
          renew();
        },
        unless: () => (hidden === whole ? 'no secrets in this resource' : undefined),
        absent: () => hidden === whole,
      },
      copyAll: () => copyText(context, JSON.stringify(value, null, 2), 'JSON'),
      close: () => overlay.close(),
    },
    {title: 'JSON'},
  );
  const search: Layer = createLayer(
    'search',
    {
      accept() {
        words = typing?.text ?? '';
        typing = undefined;
        find(0, 1);
        overlay.repaint();
      },
      cancel() {
        typing = undefined;
        overlay.repaint();
      },
    },
    {
      modal: true,
      typing: () => true,
      text(stroke) {
        const next = typing && editLine(typing, stroke);
        if (next === undefined) return false;
        typing = next;
        overlay.repaint();
        return true;
      },
    },
  );
  const overlay = openPainted(context, {
    prompt: {kind: 'text', title: () => title, lines: () => JSON.stringify(value, null, 2).split('\n')},
    title: () => title,
    size: (columns, rows) => ({columns: columns - 6, rows: Math.min(rows - 4, Math.max(lines.length, 10))}),
    layers: () => (typing === undefined ? [{...scrollKeys, modal: true}, keys] : [search]),
    paint(columns, rows) {
      const skin = context.skin();
      height = rows - (typing === undefined ? 0 : 1);
      scroll = clampScroll(scroll, lines.length, height);
      const body = lines.slice(scroll.top, scroll.top + height).map((line, index) => {
        const spans = lineSpans(line, skin, words);
        if (scroll.top + index === scroll.cursor) return skin.bar(cell(spans.map(({text}) => text).join(''), columns));
        return paintSpans(skin, spans, columns);
      });
      if (typing === undefined) return body;
      while (body.length < rows - 1) body.push('');
      return [...body, paintPrompt(skin, ' /', typing, columns)];
    },
  });
}

function lineSpans(line: TreeLine, skin: Skin, words: string): Span[] {
  const {depth, name, value, opens, closes, size, last} = line;
  const list = Array.isArray(value);
  const [begin, end] = list ? ['[', ']'] : ['{', '}'];
  const comma = last ? '' : ',';
  const fold = opens && size > 0 ? skin.symbol(line.folded ? 'folded' : 'unfolded') : ' ';
  const head: Span[] = [span(` ${'  '.repeat(depth)}`), span(`${fold} `, 'dim')];
  if (name !== undefined) {
    const isMatch = words !== '' && matchesWords(line, words);
    head.push(span(JSON.stringify(name), isMatch ? 'attention' : 'accent'), span(': '));
  }
  if (opens && closes)
    return [...head, span(size === 0 ? `${begin}${end}` : `${begin} ${size} ${end}`), span(comma, 'dim')];
  if (opens) return [...head, span(begin)];
  if (closes) return [...head, span(end), span(comma, 'dim')];
  const tone =
    typeof value === 'string' ? 'ok' : value === null ? 'dim' : typeof value === 'boolean' ? 'busy' : 'attention';
  return [...head, span(JSON.stringify(value) ?? 'undefined', tone), span(comma, 'dim')];
}
