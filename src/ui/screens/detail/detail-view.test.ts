import {expect, test} from 'vitest';
import {familyOf} from '../../../families/registry.ts';
import type {AnyRow, Family} from '../../../families/shape/define-family.ts';
import {createKeymap} from '../../../keymap/keymap.ts';
import {manualClock} from '../../../store/testing/manual-clock.ts';
import {TestAccount} from '../../../store/testing/test-account.ts';
import {testDouble} from '../../../store/testing/test-double.ts';
import {instance} from '../../../store/testing/test-families.ts';
import {createTestSession} from '../../../store/testing/test-session.ts';
import type {DetailPorts} from '../../context/ports.ts';
import {createSurface} from '../../terminal/index.ts';
import {createSkin} from '../../theme/skin.ts';
import {createDetail} from './detail-view.ts';

function detail() {
  const texts = {note: 'first note', drawn: 0};
  const lines = [
    {
      title: 'Note',
      value() {
        texts.drawn++;
        return texts.note;
      },
    },
    {title: 'Label', value: (row: AnyRow) => String(row.label)},
    {title: 'Tags', value: (row: AnyRow) => String(row.tags), secret: true as const},
    {title: 'Address', value: (row: AnyRow) => ({text: String(row.ipv6), tone: 'dim' as const})},
  ];
  const family: Family = {
    ...familyOf('instances'),
    detail: [{title: 'Overview', sections: [{title: 'General', lines}]}],
  };
  const skin = createSkin('dark');
  const clock = manualClock();
  const session = createTestSession({account: new TestAccount(), clock}, {families: [family]});
  const context = testDouble<DetailPorts>({
    session,
    clock,
    keymap: createKeymap(),
    skin: () => skin,
    surface: createSurface,
  });
  const {surface, show, layers, repaint} = createDetail(
    context,
    family,
    {},
    {focused: () => false, back: () => {}, filter: undefined},
  );
  surface.setArea({x: 0, y: 0, width: 70, height: 30});
  return {
    reveal: () =>
      layers()
        .map(layer => layer.handler('reveal'))
        .find(handler => handler !== undefined)
        ?.run('v'),
    ...{clock, texts, repaint},
    rows: () => surface.rows.join('\n'),
    show: (row: AnyRow) => show({family, params: {}, row, id: family.key(row)}),
  };
}

test('revealing the secrets of one resource doesn’t reveal those of the next', () => {
  const {show, reveal, rows} = detail();
  show(instance(1, {tags: ['first-secret']}));
  reveal();
  expect(rows()).toContain('first-secret');
  const second = instance(2, {tags: ['second-secret']});
  show(second);
  expect(rows()).not.toContain('second-secret');
  reveal();
  expect(rows()).toContain('second-secret');
});

test('a detail is drawn when the cursor rests, and not for the rows that it passes', async () => {
  const {clock, texts, show, rows} = detail();
  show(instance(1));
  const drawn = texts.drawn;
  show(instance(2));
  show(instance(3, {label: 'web-3'}));
  expect(texts.drawn).toBe(drawn);
  await clock.advance(72);
  expect(rows()).toContain('web-3');
  expect(texts.drawn).toBe(drawn + 1);
});

test('a change of the row under the cursor is drawn at once', () => {
  const {show, rows} = detail();
  show(instance(1, {label: 'old-name'}));
  show(instance(1, {label: 'new-name'}));
  expect(rows()).toContain('new-name');
});

test('the first row of a list is drawn at once', () => {
  const {show, rows} = detail();
  show(instance(1, {label: 'web-1'}));
  expect(rows()).toContain('web-1');
});
