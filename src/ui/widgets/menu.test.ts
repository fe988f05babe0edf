import {expect, test} from 'vitest';
import type {ConsoleContext} from '../context/console-context.ts';
import {createOverlayStack} from '../context/overlay-stack.ts';
import {type Surface, stripStyles} from '../terminal/index.ts';
import {createSkin} from '../theme/skin.ts';
import {type MenuItem, openMenu} from './menu.ts';

const reason = 'the volume is attached to analytics-warehouse-03: detach it first, then try it again';
const items: readonly MenuItem[] = [
  {key: 'B', text: 'Boot', unless: 'already running', run() {}},
  {key: 'D', text: 'Delete the volume', unless: reason, run() {}},
  {key: 'e', text: 'Edit', run() {}},
];

/** The menu as painted in 60 columns, with the cursor on one entry. */
function paint(at: number): readonly string[] {
  const overlays = createOverlayStack(
    () => ({repaint() {}}) as unknown as Surface,
    () => [],
  );
  const skin = createSkin('mono', false);
  const context = {overlays, skin: () => skin, say() {}} as unknown as ConsoleContext;
  const overlay = openMenu(context, {title: 'Actions', items: () => items, at});
  const {columns, rows} = overlay.size(62, 24);
  const lines = overlay.paint(columns, rows);
  expect(lines.length).toBeLessThanOrEqual(rows);
  return lines.map(line => stripStyles(line).trim());
}

test('bug: a menu cuts the long reason of the selected entry: it is shown in full on lines below', () => {
  const lines = paint(1);
  expect(lines[1]).toBe('D  Delete the volume');
  expect(lines.slice(2, -1).join(' ')).toBe(reason);
  expect(lines.at(-1)).toBe('e  Edit');
});

test('a menu keeps one line for each entry whose reason is not selected, or fits beside it', () => {
  expect(paint(0)).toHaveLength(items.length);
  expect(paint(0)[0]).toMatch(/^B {2}Boot +already running$/);
});
