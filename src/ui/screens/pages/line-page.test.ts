import {expect, test} from 'vitest';
import {createDispatcher} from '../../../keymap/dispatch.ts';
import {createKeymap} from '../../../keymap/keymap.ts';
import {createLayer} from '../../../keymap/layer.ts';
import {createTracedStore} from '../../../store/core/traced-store.ts';
import {manualClock} from '../../../store/testing/manual-clock.ts';
import {testDouble} from '../../../store/testing/test-double.ts';
import {createSkin} from '../../theme/skin.ts';
import {span} from '../../widgets/spans.ts';
import {LinePage} from './line-page.ts';
import {type PageContent, pageText} from './page-lines.ts';

/** Lines with these numbers; every third has a target. */
const numbered = (from: number, count: number) =>
  Array.from({length: count}, (_, index) => {
    const number = from + index;
    return pageText([span(`line ${number}`)], number % 3 === 2 ? {family: 'volumes'} : undefined);
  });

function open(content: PageContent, {rows = 5, columns = 40, nextRepaintMs = 1000} = {}) {
  const clock = manualClock();
  const source = createTracedStore('source', 0);
  let computations = 0;
  const skin = createSkin('mono');
  const context = testDouble<ConstructorParameters<typeof LinePage>[0]>({
    clock,
    skin: () => skin,
    batch: work => work(),
    repaintFooter() {},
    repaintSidebar() {},
  });
  const page = new LinePage(context, {
    kind: 'net',
    title: 'Network',
    content() {
      computations++;
      return content;
    },
    sources: () => [source],
    nextRepaintMs: () => nextRepaintMs,
    keys: () => createLayer('net', {back() {}}, {title: 'Network'}),
  });
  page.setArea({x: 0, y: 0, columns, rows});
  const keymap = createKeymap({});
  const {press} = createDispatcher({keymap: () => keymap, layers: () => page.layers(), refuse() {}, fail() {}});
  return {
    ...{page, clock, source},
    computations: () => computations,
    shown: () => page.texts().map(text => text.trim().replace(/ {2,}/g, ' | ')),
    cursor: () => page.current()?.spans[0]?.text,
    press: (...keys: readonly string[]) => {
      for (const key of keys) press({key});
    },
  };
}

test('a step goes to the next line with a target, and beyond the last one the page scrolls', () => {
  const {cursor, shown, press} = open({left: numbered(0, 7)});
  expect(cursor()).toBe('line 2');
  press('j');
  expect(cursor()).toBe('line 5');
  expect(shown()).toEqual(['line 1', 'line 2', 'line 3', 'line 4', 'line 5']);
  press('j');
  expect(cursor()).toBe('line 6');
  expect(shown().at(-1)).toBe('line 6');
});

test('a page without a target in sight starts at its top', () => {
  expect(open({left: numbered(0, 7)}, {rows: 2}).cursor()).toBe('line 0');
});

test('two columns share the window, and the cursor goes down one and then the other', () => {
  const {cursor, shown, press} = open({left: numbered(0, 4), right: numbered(10, 7)});
  expect(shown()[0]).toBe('line 0 | line 10');
  press('j', 'j');
  expect(cursor()).toBe('line 14');
  press('G');
  expect(cursor()).toBe('line 16');
  expect(shown()).toEqual(['line 2 | line 12', 'line 3 | line 13', 'line 14', 'line 15', 'line 16']);
});

test('the window and the cursor move up when lines are removed', () => {
  const lines = numbered(0, 20);
  const {page, shown, cursor, press} = open({left: lines});
  press('G');
  expect(cursor()).toBe('line 19');
  lines.length = 3;
  page.repaint();
  expect(shown()).toEqual(['line 0', 'line 1', 'line 2']);
  expect(cursor()).toBe('line 2');
});

test('the lines are computed once for each change of the data, and not for each key', async () => {
  const {page, clock, source, computations, shown, press} = open({left: numbered(0, 20)});
  const stop = page.activate();
  press('j', 'j', 'k');
  shown();
  expect(computations()).toBe(1);
  source.update('changed', 1);
  source.update('changed', 2);
  await Promise.resolve();
  shown();
  expect(computations()).toBe(2);
  await clock.advance(1000);
  shown();
  expect(computations()).toBe(3);
  stop();
  source.update('changed', 3);
  await clock.advance(5000);
  shown();
  expect(computations()).toBe(3);
});
