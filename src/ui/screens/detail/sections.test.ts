import {expect, test} from 'vitest';
import {valueLines} from './sections.ts';

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
