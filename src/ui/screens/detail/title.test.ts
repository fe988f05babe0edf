import {expect, test} from 'vitest';
import {familyOf} from '../../../families/registry.ts';
import {manualClock} from '../../../store/clock.ts';
import {TestAccount} from '../../../store/testing/account.ts';
import {instance} from '../../../store/testing/families.ts';
import {sessionOn} from '../../../store/testing/session.ts';
import type {Deck} from '../../deck.ts';
import {createSkin} from '../../theme/skin.ts';
import {detailTitle} from './title.ts';

test('an ID stands there whole, or not at all', () => {
  const family = familyOf('instances');
  const session = sessionOn({account: new TestAccount(), clock: manualClock()}, {families: [family]});
  const deck = {session, skin: () => createSkin('dark', false)} as unknown as Deck;
  const title = (room: number) =>
    detailTitle(deck, {family, params: {}}, instance(12345), room)
      .map(({text}) => text)
      .join('');
  const whole = title(80);
  expect(whole).toMatch(/ {2}12345$/);
  expect(title(whole.length + 1)).toBe(whole);
  expect(title(whole.length)).toMatch(/running$/);
});
