import {expect, test} from 'vitest';
import {familyOf} from '../../../families/registry.ts';
import type {AnyRow, Family} from '../../../families/shape/define-family.ts';
import {manualClock} from '../../../store/core/clock.ts';
import {TestAccount} from '../../../store/testing/test-account.ts';
import {instance} from '../../../store/testing/test-families.ts';
import {createTestSession} from '../../../store/testing/test-session.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import {createSurface} from '../../terminal/index.ts';
import {createSkin, type Skin} from '../../theme/skin.ts';
import {createDetail} from './detail-view.ts';

function detail() {
  const lines = [
    {title: 'Label', value: (row: AnyRow) => String(row.label)},
    {title: 'Tags', value: (row: AnyRow) => String(row.tags), secret: true as const},
    {title: 'Address', value: (row: AnyRow) => ({text: String(row.ipv6), tone: 'dim' as const})},
  ];
  const family: Family = {
    ...familyOf('instances'),
    detail: [{title: 'Overview', sections: [{title: 'General', lines}]}],
  };
  const plain = createSkin('dark', false);
  let toned: string[] = [];
  const skin: Skin = {
    ...plain,
    tone(tone, text) {
      toned.push(text);
      return plain.tone(tone, text);
    },
  };
  const clock = manualClock();
  const session = createTestSession({account: new TestAccount(), clock}, {families: [family]});
  const context = {session, clock, skin: () => skin, surface: createSurface} as unknown as ConsoleContext;
  const {surface, show, prepare, layers, activate} = createDetail(
    context,
    family,
    {},
    {focused: () => false, back: () => {}, filter: undefined},
  );
  surface.place({x: 0, y: 0, width: 70, height: 30});
  return {
    prepare,
    awake: activate,
    clock,
    reveal: () =>
      layers()
        .map(layer => layer.handler('reveal'))
        .find(handler => handler !== undefined)
        ?.run('v'),
    rows: () => surface.rows.join('\n'),
    /** The text on screen, with the pieces that were painted for it. */
    show(row: AnyRow) {
      toned = [];
      show({row, id: family.key(row)});
      return {rows: [...surface.rows], toned};
    },
  };
}

test('of what was prepared, showing it draws nothing anew', () => {
  const [first, second] = [instance(1, {ipv6: '2001:db8::1'}), instance(2, {ipv6: '2001:db8::2'})];
  const [cold, warm] = [detail(), detail()];
  cold.show(first);
  const expected = cold.show(second);
  warm.show(first);
  warm.prepare(second);
  const {rows: shown, toned} = warm.show(second);
  expect(shown).toEqual(expected.rows);
  expect(shown.join('\n')).toContain('2001:db8::2');
  expect(expected.toned).toContain(' web-2');
  expect(toned).toEqual([]);
});

test('secrets that were revealed of one are asked for anew of the next, also where that was prepared', () => {
  const {show, prepare, reveal, rows} = detail();
  show(instance(1, {tags: ['first-secret']}));
  reveal();
  expect(rows()).toContain('first-secret');
  const second = instance(2, {tags: ['second-secret']});
  prepare(second);
  show(second);
  expect(rows()).not.toContain('second-secret');
  reveal();
  expect(rows()).toContain('second-secret');
});

test('what was prepared says what is true by then as soon as the cursor rests', async () => {
  const tab = detail();
  const stop = tab.awake();
  tab.show(instance(1));
  const second = {...instance(2), ipv6: '2001:db8::2'};
  tab.prepare(second);
  // A row is never changed in place; what its lines look up elsewhere is, and this stands for it.
  second.ipv6 = '2001:db8::99';
  tab.show(second);
  await tab.clock.advance(200);
  expect(tab.rows()).toContain('2001:db8::99');
  stop();
});
