import {expect, test} from 'vitest';
import type {AnyRow} from '../../../../families/shape/define-family.ts';
import {createKeymap} from '../../../../keymap/keymap.ts';
import type {Session} from '../../../../store/session/session.ts';
import {januaryLookup} from '../../../../store/testing/test-collection.ts';
import {testDouble} from '../../../../store/testing/test-double.ts';
import {createSkin, type Skin} from '../../../theme/skin.ts';
import {sectionsTab, valueLines} from './sections.ts';

const texts = (value: Parameters<typeof valueLines>[0], columns: number) =>
  valueLines(value, columns).map(spans =>
    spans
      .map(({text}) => text)
      .join('')
      .trimEnd(),
  );

test('a sentence breaks between words, and no line starts with a blank', () => {
  const sentence = [
    {text: 'web-01', tone: 'strong' as const},
    ' was rebooted by ',
    'wsmith',
    ' · 11h ago · 2026-11-20',
  ];
  expect(texts(sentence, 80)).toEqual(['web-01 was rebooted by wsmith · 11h ago · 2026-11-20']);
  expect(texts(sentence, 30)).toEqual(['web-01 was rebooted by wsmith', '· 11h ago · 2026-11-20']);
});

test('a value that doesn’t fit beside others moves to the next line as a whole', () => {
  expect(texts(['192.0.2.1', '192.0.2.2', '192.0.2.3'], 20)).toEqual(['192.0.2.1  192.0.2.2', '192.0.2.3']);
});

test('values with targets have a line each, and each line opens its target', () => {
  const context = {
    keymap: createKeymap(),
    skin: () => createSkin('dark'),
    session: testDouble<Session>({lookup: januaryLookup}),
  };
  const ids = [101, 102];
  const line = {
    title: 'Instances',
    value: () => ids.map(id => `web-${id}`),
    links: () => ids.map(id => ({family: 'instances' as const, id})),
  };
  const tab = sectionsTab(
    context,
    {sections: [{title: 'Routing', lines: [line]}]},
    {row: {}, params: {}, revealed: () => false},
  );
  const shown = tab.lines(60).filter(({isHeading}) => !isHeading);
  expect(shown.map(({text}) => text.trim().split(/ +/).slice(0, 2))).toEqual([
    ['Instances', 'web-101'],
    ['web-102', expect.any(String)],
  ]);
  expect(shown.map(({link}) => link?.())).toEqual(ids.map(id => ({family: 'instances', id})));
});

test('a single value with a target opens its target', () => {
  const context = {
    keymap: createKeymap(),
    skin: () => createSkin('dark'),
    session: testDouble<Session>({lookup: januaryLookup}),
  };
  const line = {title: 'Instance', value: () => 'web-101', links: () => [{family: 'instances' as const, id: 101}]};
  const tab = sectionsTab(
    context,
    {sections: [{title: 'Routing', lines: [line]}]},
    {row: {}, params: {}, revealed: () => false},
  );
  const [shown] = tab.lines(60).filter(({isHeading}) => !isHeading);
  expect(shown?.link?.()).toEqual({family: 'instances', id: 101});
});

test('a line with equal text for another resource isn’t painted again, but opens its own target', () => {
  let painted = 0;
  const plain = createSkin('dark');
  const skin: Skin = {
    ...plain,
    tone(tone, text) {
      painted++;
      return plain.tone(tone, text);
    },
  };
  const context = {keymap: createKeymap(), skin: () => skin, session: testDouble<Session>({lookup: januaryLookup})};
  const line = {
    title: 'Plan',
    value: (row: AnyRow) => [String(row.plan), {text: String(row.price), tone: 'dim' as const}],
    link: (row: AnyRow) => ({family: 'types' as const, id: String(row.id)}),
  };
  const sections = [{title: 'Instance', lines: [line]}];
  const last = (row: AnyRow, columns = 40) => {
    const [, shown] = sectionsTab(context, {sections}, {row, params: {}, revealed: () => false}).lines(columns);
    return {text: shown?.paint('none', columns), bar: shown?.paint('bar', columns), opens: shown?.link?.()?.id};
  };
  const first = last({id: 1, plan: 'Nanode 1 GB', price: '$5'});
  const before = painted;
  expect(last({id: 2, plan: 'Nanode 1 GB', price: '$5'})).toEqual({...first, opens: '2'});
  expect(painted).toBe(before);
  const other = last({id: 3, plan: 'Nanode 1 GB', price: '$6'});
  expect(other.text).toContain('$6');
  expect(other.bar).toContain('$6');
  expect(painted).toBeGreaterThan(before);
  expect(last({id: 3, plan: 'Nanode 1 GB', price: '$6'}, 24).text).not.toBe(other.text);
});
