import {expect, test} from 'vitest';
import type {AnyRow, Family} from '../../../families/define.ts';
import {familyOf} from '../../../families/registry.ts';
import {manualClock} from '../../../store/clock.ts';
import {TestAccount} from '../../../store/testing/account.ts';
import {instance} from '../../../store/testing/families.ts';
import {sessionOn} from '../../../store/testing/session.ts';
import type {Deck} from '../../deck.ts';
import {createSurface} from '../../terminal/index.ts';
import {createSkin, type Skin} from '../../theme/skin.ts';
import {createDetail} from './detail.ts';

function detail() {
  const lines = [
    {title: 'Label', value: (row: AnyRow) => String(row.label)},
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
  const session = sessionOn({account: new TestAccount(), clock}, {families: [family]});
  const deck = {session, clock, skin: () => skin, surface: createSurface} as unknown as Deck;
  const {surface, show, prepare} = createDetail(
    deck,
    family,
    {},
    {focused: () => false, back: () => {}, filter: undefined},
  );
  surface.place({x: 0, y: 0, width: 70, height: 30});
  return {
    prepare,
    /** What is on the screen, and which pieces of it were drawn for that. */
    show(row: AnyRow) {
      toned = [];
      show({row, id: family.key(row)});
      return {rows: [...surface.rows], toned};
    },
  };
}

test('of what was prepared, showing it draws the title alone', () => {
  const [first, second] = [instance(1, {ipv6: '2001:db8::1'}), instance(2, {ipv6: '2001:db8::2'})];
  const [cold, warm] = [detail(), detail()];
  cold.show(first);
  const expected = cold.show(second);
  warm.show(first);
  warm.prepare(second);
  const {rows: shown, toned} = warm.show(second);
  expect(shown).toEqual(expected.rows);
  expect(shown.join('\n')).toContain('2001:db8::2');
  expect(expected.toned.length).toBeGreaterThan(toned.length);
  expect(toned).toEqual([' web-2', '  ● running', '  2']);
});
