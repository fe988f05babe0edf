import {expect, test} from 'vitest';
import type {Deck} from '../../deck.ts';
import {createSkin} from '../../theme/skin.ts';
import {sectionsTab, valueLines} from './sections.ts';

const texts = (value: Parameters<typeof valueLines>[0], columns: number) =>
  valueLines(value, columns).map(spans =>
    spans
      .map(({text}) => text)
      .join('')
      .trimEnd(),
  );

test('a sentence breaks between its words, and no line of it begins with a blank', () => {
  const sentence = [
    {text: 'web-01', tone: 'strong' as const},
    ' was rebooted by ',
    'wsmith',
    ' · 11h ago · 2026-11-20',
  ];
  expect(texts(sentence, 80)).toEqual(['web-01 was rebooted by wsmith · 11h ago · 2026-11-20']);
  expect(texts(sentence, 30)).toEqual(['web-01 was rebooted by wsmith', '· 11h ago · 2026-11-20']);
});

test('values that stand side by side go to the next line whole', () => {
  expect(texts(['192.0.2.1', '192.0.2.2', '192.0.2.3'], 20)).toEqual(['192.0.2.1  192.0.2.2', '192.0.2.3']);
});

test('values that lead somewhere each stand below each other, and each opens its own', () => {
  const deck = {skin: () => createSkin('dark', false), session: {look: {}}} as unknown as Deck;
  const ids = [101, 102];
  const line = {
    title: 'Instances',
    value: () => ids.map(id => `web-${id}`),
    eachOpens: () => ids.map(id => ({family: 'instances' as const, id})),
  };
  const tab = sectionsTab(deck, {sections: [{title: 'Routing', lines: [line]}]}, {}, {}, () => false);
  const shown = tab.lines(60).filter(({heading}) => !heading);
  expect(shown.map(({text}) => text.trim().split(/ +/).slice(0, 2))).toEqual([
    ['Instances', 'web-101'],
    ['web-102', expect.any(String)],
  ]);
  expect(shown.map(({opens}) => opens?.())).toEqual(ids.map(id => ({family: 'instances', id})));
});
