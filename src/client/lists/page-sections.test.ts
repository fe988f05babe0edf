import fc from 'fast-check';
import {expect, test} from 'vitest';
import {type PreviousPage, parseSections} from './page-sections.ts';

interface Item {
  readonly id: number;
  readonly [field: string]: unknown;
}

/** The whitespace that some servers write between the parts of JSON. */
const spacings = [
  (page: unknown) => JSON.stringify(page),
  (page: unknown) => JSON.stringify(page).replaceAll(',{', ', {').replaceAll('":', '": '),
  (page: unknown) => JSON.stringify(page, undefined, 1),
];
type Spacing = (typeof spacings)[number];

const pageOf = (data: readonly Item[]) => ({data, page: 1, pages: 7, results: data.length});
const bodyOf = (data: readonly Item[], stringify: Spacing = JSON.stringify) => Buffer.from(stringify(pageOf(data)));
const filler = 'x'.repeat(700);
const items = (count: number, rest: (id: number) => object = () => ({})): Item[] =>
  Array.from({length: count}, (_, index) => ({id: index + 1, label: `web-${index + 1}`, filler, ...rest(index + 1)}));

function parse(body: Buffer, former?: PreviousPage) {
  const work = parseSections(body, former);
  let step = work.next();
  while (!step.done) step = work.next();
  const parsed = step.value;
  if (!parsed) return undefined;
  const changed = (parsed.json as {readonly data: readonly unknown[]}).data;
  return {...parsed, changed, items: parsed.merge(changed)};
}

const itemsOf = (body: Buffer) => (JSON.parse(body.toString()) as {readonly data: readonly unknown[]}).data;

function read(body: Buffer): PreviousPage {
  const parsed = parse(body);
  if (!parsed) throw new Error('it has no sections');
  return {bytes: body, sections: parsed.sections, items: parsed.items};
}

test('the sections of a page contain all of its items', () => {
  const data = items(100);
  const page = parse(bodyOf(data));
  expect(page?.items).toEqual(data);
  expect(page?.json).toMatchObject({page: 1, pages: 7, results: 100});
  expect(page?.isReusing).toBe(false);
  expect(page?.sections.counts.length).toBeGreaterThan(10);
});

test('after one item of a page changed, only its section is parsed again and the rest are the same objects', () => {
  const data = items(100);
  const former = read(bodyOf(data));
  const now = parse(bodyOf(data.with(42, {...data[42], id: 43, label: 'a longer name'})), former);
  expect(now?.items[42]).toMatchObject({label: 'a longer name'});
  expect(now?.changed.length).toBeLessThan(8);
  const same = now?.items.filter((item, index) => item === former.items[index]) ?? [];
  expect(same.length).toBe(100 - (now?.changed.length ?? 0));
});

test('items shifted by an added or removed item are found again', () => {
  const data = items(100);
  const former = read(bodyOf(data));
  const others = data.filter(({id}) => id !== 2 && id !== 60);
  for (const changed of [others, [...others.slice(0, 30), {id: 1000, label: 'new', filler}, ...others.slice(30)]]) {
    const now = parse(bodyOf(changed), former);
    expect(now?.items).toEqual(changed);
    expect(now?.changed.length).toBeLessThan(30);
  }
});

test('after any edit of a page, its sections contain the same items as a full parse', () => {
  const nested = fc.oneof(
    fc.string({unit: 'grapheme'}),
    fc.constant('},{"id":1,"label":"web"},'),
    fc.array(fc.record({id: fc.nat(), label: fc.string()}), {maxLength: 4}),
    fc.array(fc.array(fc.record({id: fc.nat()}), {maxLength: 2}), {maxLength: 2}),
  );
  const edit = fc.record({
    kind: fc.constantFrom('change', 'drop', 'insert', 'swap'),
    at: fc.nat(99),
    to: fc.nat(99),
    value: nested,
  });
  let divided = 0;
  fc.assert(
    fc.property(
      fc.constantFrom(...spacings),
      fc.array(nested, {minLength: 1, maxLength: 5}),
      fc.array(edit, {maxLength: 12}),
      (stringify, values, edits) => {
        const data = items(100, id => ({more: values[id % values.length]}));
        const now = [...data];
        for (const {kind, at, to, value} of edits) {
          const item = now[at % now.length] as Item;
          const place = now.indexOf(item);
          if (kind === 'change') now[place] = {...item, more: value};
          else if (kind === 'drop') now.splice(place, 1);
          else if (kind === 'insert') now.splice(place, 0, {...item, more: value});
          else {
            now[place] = now[to % now.length] as Item;
            now[to % now.length] = item;
          }
        }
        const [first, second] = [bodyOf(data, stringify), bodyOf(now, stringify)];
        const read = parse(first);
        const again = parse(second, read && {...read, bytes: first});
        const back = again && parse(first, {...again, bytes: second});
        if (read) expect(read.items).toEqual(itemsOf(first));
        if (again) expect(again.items).toEqual(itemsOf(second));
        if (back) expect(back.items).toEqual(itemsOf(first));
        if (back?.isReusing) divided++;
      },
    ),
  );
  // Only pages whose nested lists look like the list itself are not divided.
  expect(divided).toBeGreaterThan(25);
});

test('nested lists that look like the list itself are not read as its items', () => {
  const node = (id: number) => ({id, label: 'a'});
  for (const stringify of spacings) {
    const body = bodyOf(
      items(60, id => ({nodes: [node(id), node(id + 1)]})),
      stringify,
    );
    expect(parse(body)?.items).toEqual(itemsOf(body));
  }
});

test.each([
  ['a short page', bodyOf(items(3))],
  ['text that isn’t JSON', Buffer.from(`<html>[${filler.repeat(60)}]</html>`)],
  ['a list without a page', Buffer.from(JSON.stringify(items(100)))],
  ['a page with an incomplete list', bodyOf(items(100)).subarray(0, 50_000)],
  ['a page with an extra comma', Buffer.from(bodyOf(items(100)).toString().replace('],"page"', ',],"page"'))],
  ['a page without a comma', Buffer.from(bodyOf(items(100)).toString().replace('},{"id":50,', '}{"id":50,'))],
  ['another list after the page', Buffer.from(JSON.stringify({...pageOf(items(100)), warnings: ['one']}))],
  ['another list before the page', Buffer.from(JSON.stringify({warnings: ['one'], ...pageOf(items(100))}))],
  ['an object in place of the list', Buffer.from(JSON.stringify({data: {list: items(100)}, page: 1}))],
])('%s is not divided into sections', (_, body) => {
  expect(parse(body)).toBeUndefined();
  expect(parse(body, read(bodyOf(items(100))))).toBeUndefined();
});
