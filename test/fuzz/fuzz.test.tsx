/**
 * Random input wherever input comes from outside: answers, keys, typed text, files. The quick form runs with the suite;
 * `npm run fuzz` runs some hundred thousand cases. A failure prints the seed and the smallest case.
 */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {contract} from '../../src/contract/index.ts';
import {read, readPage} from '../../src/contract/reading/reader.ts';
import {endpointsOf} from '../../src/contract/schema/family.ts';
import {maxFilterDepth, parseFilter} from '../../src/contract/wire/filter.ts';
import {planZoneEdit} from '../../src/families/domains/zone-text.ts';
import {families, familyOf} from '../../src/families/registry.ts';
import {parseSettings} from '../../src/profiles/parse-settings.ts';
import {parseFilterQuery} from '../../src/store/list/filter.ts';
import {fitting} from '../contract/values.ts';
import {jsonResponse, openAccount} from '../harness/account.ts';
import {openConsole} from '../harness/console.ts';
import {instance} from '../harness/fleet.ts';
import {hostile, nasty, spoilt} from './values.ts';

/** The number of runs, relative to the regular test suite. */
const FACTOR = Number(process.env.SKYDECK_FUZZ ?? 1);
const runs = (quick: number) => ({numRuns: quick * FACTOR});
const timeout = 20_000 + FACTOR * 10_000;

describe('every reader of damaged answers', () => {
  const operations = [...endpointsOf(contract)];
  const pages = operations.flatMap(({id, spec}) => (spec.page ? [[id, spec.page] as const] : []));
  const singles = operations.flatMap(({id, spec}) => (spec.responseModel ? [[id, spec.responseModel] as const] : []));

  test.each(pages)('%s: does not crash, keeps the list, and reports each lost row', {timeout}, (_, model) => {
    const body = fc
      .array(fitting(model, {text: hostile}), {minLength: 1, maxLength: 3})
      .chain(data => spoilt({data, page: 1, pages: 1, results: data.length}));
    fc.assert(
      fc.property(body, answer => {
        const {page, mismatches, unreadable, isUnreadable: lost} = readPage(model, answer);
        const data = (answer as {data?: unknown} | null)?.data;
        expect(Array.isArray(page.data)).toBe(true);
        expect(lost).toBe(!Array.isArray(data));
        if (Array.isArray(data)) expect(page.data.length + unreadable.length).toBe(data.length);
        if (lost || unreadable.length > 0) expect(mismatches.length).toBeGreaterThan(0);
      }),
      runs(10),
    );
  });

  test.each(singles)('%s: does not crash, and reports an unreadable answer', {timeout}, (_, model) => {
    fc.assert(
      fc.property(fitting(model, {text: hostile}).chain(spoilt), answer => {
        const {value, mismatches, isUnreadable: lost} = read(model, answer);
        if (lost) expect(mismatches.length).toBeGreaterThan(0);
        else expect(typeof value === 'object' && value !== null).toBe(true);
        // A repaired value is valid, unless it couldn't be repaired.
        if (!lost) expect(read(model, value).isUnreadable).toBe(false);
      }),
      runs(5),
    );
  });
});

describe('the parser of random user text does not throw for', () => {
  const grammar = (...words: string[]) =>
    fc
      .array(fc.oneof({weight: 4, arbitrary: fc.constantFrom(...words)}, {weight: 1, arbitrary: nasty}), {
        maxLength: 30,
      })
      .map(parts => parts.join(''));

  test('a filter of the console', {timeout}, () => {
    const typed = grammar(
      'status',
      ':',
      '>',
      '<=',
      '!',
      '-',
      '"',
      ' ',
      'or',
      '(',
      ')',
      '20',
      'GB',
      'tag',
      '..',
      '/',
      '*',
      '\\',
    );
    const family = familyOf('instances');
    fc.assert(
      fc.property(typed, text => {
        expect(Array.isArray(parseFilterQuery(text, family, {...instance(1)}).terms)).toBe(true);
      }),
      runs(300),
    );
  });

  test('a filter header', {timeout}, () => {
    const header = fc.oneof(
      grammar('{', '}', '[', ']', '"+or"', '"+and"', '"label"', ':', ',', '"+gt"', '1', 'null', '"+order_by"'),
      fc.jsonValue().map(value => JSON.stringify(value)),
      fc.nat(3 * maxFilterDepth).map(depth => `${'{"+or":['.repeat(depth)}${']}'.repeat(depth)}`),
    );
    fc.assert(
      fc.property(header, text => void parseFilter(text, ['label', 'status'])),
      runs(300),
    );
  });

  test('settings', {timeout}, () => {
    const yaml = grammar(
      'profiles',
      ':',
      '\n',
      '  ',
      '- ',
      'name',
      'base_url',
      'https://x',
      '{',
      '}',
      '[',
      ']',
      '&a',
      '*a',
      '<<',
      '!!',
      '|',
      '"',
      "'",
      '#',
      'keys',
      'monitor',
      'ssh',
      'theme',
    );
    fc.assert(
      fc.property(yaml, text => {
        const {settings, mistakes} = parseSettings(text);
        expect(Array.isArray(settings.profiles)).toBe(true);
        for (const {line, column} of mistakes) expect(Math.min(line, column)).toBeGreaterThanOrEqual(1);
      }),
      runs(300),
    );
  });

  test('a zone file', {timeout}, () => {
    const zone = grammar(
      '$TTL',
      '$ORIGIN',
      ' ',
      '\n',
      '@',
      'www',
      'IN',
      'A',
      'MX',
      'TXT',
      'SRV',
      'CAA',
      '192.0.2.1',
      '10',
      '"',
      '(',
      ')',
      ';',
      '\\',
      '3600',
      '.',
      '; id=',
    );
    fc.assert(
      fc.property(zone, text => void planZoneEdit(text, [], {domain: 'example.org', ttl_sec: 3600})),
      runs(300),
    );
  });
});

/** The Esc key, as keyboards send it that leave no doubt. */
const ESC = '\x1b[27u';

/** Sequences that the program itself writes; the rest of the stream is text and a few cursor moves. */
const OWN =
  /\x1b\[[0-9;:]*[ABCDEFGHJKLMPSTXdfm@bru]|\x1b\[[0-9;]* ?q|\x1b\[[?>=<][0-9;$]*[a-zA-Z]|\x1b\[!p|\x1b\](?:0|1|2|8|9|22|23|52|777);[^\x00-\x1f\x7f-\x9f]*(?:\x07|\x1b\\)|\x1b[78EDM=>]|\x1b\[[0-9]*[nc]/g;
const PLANTED = /(?:\x1b\[|\x9b)[0-9;]*7777|(?:\x1b\]|\x9d)(?:52;c|0);planted/g;
const others = (stream: string): string[] => [
  ...(stream.match(PLANTED) ?? []),
  ...new Set(
    stream.replace(OWN, '').match(/\x1b.{0,12}|[\x00-\x07\x0e-\x1a\x1c-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/gs) ??
      [],
  ),
];

describe('the console', () => {
  const endpoints = new Map([...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint] as const));
  const listed = families.flatMap(family => {
    const endpoint = endpoints.get(family.source);
    const model = endpoint?.spec.page;
    return model && family.group !== undefined ? [{family: family.id, path: endpoint.path, model}] : [];
  });

  test('shows hostile text in every field of every resource type as text', {timeout}, async () => {
    const account = openAccount();
    const screen = await openConsole({account, size: [100, 30], view: 'instances'});
    expect(listed.length).toBeGreaterThan(20);
    const anywhere = fc
      .constantFrom(...listed)
      .chain(({family, path, model}) =>
        fc
          .array(fitting(model, {text: hostile}), {minLength: 1, maxLength: 5})
          .map(data => ({family, path, page: {data, page: 1, pages: 1, results: data.length}})),
      );
    await fc.assert(
      fc.asyncProperty(anywhere, async ({family, path, page}) => {
        screen.takeBytes();
        let answered = 0;
        account.intercept(received => {
          // Some operations are of the beta version of the API.
          if (received.path.split('?')[0]?.replace(/^\/v4(beta)?/, '') !== path) return undefined;
          answered++;
          return jsonResponse(200, page);
        });
        // A dialog that the row before left open would take the keys.
        while (screen.context.overlays.stack.getState().length > 0) await screen.send(ESC);
        screen.context.navigation.go({family});
        await screen.settle();
        // In tickets r replies.
        await screen.send('R');
        // A catalogue is read again by r alone.
        if (answered === 0) await screen.send('r');
        expect(answered).toBeGreaterThan(0);
        // The row as JSON, the row, its second tab, and back.
        for (const keys of ['y', `${ESC}\r`, ']', `${ESC}a`, ESC]) await screen.send(keys);
        expect(screen.row(0)).toContain('skydeck');
        expect(others(screen.takeBytes())).toEqual([]);
      }),
      // The suite takes the same cases each time; `npm run fuzz` takes others.
      {...runs(15), ...(FACTOR === 1 ? {seed: 20_261_124} : {})},
    );
  });

  test('still answers after random keys, bytes, pastes and resizes', {timeout: 2 * timeout}, async () => {
    const screen = await openConsole({size: [100, 30], view: 'instances'});
    const keys = fc.constantFrom(
      'j',
      'k',
      'g',
      'G',
      'enter',
      'esc',
      'tab',
      '/',
      ':',
      'y',
      'a',
      'n',
      'e',
      'd',
      '?',
      ' ',
      ']',
      '[',
      '1',
      '2',
      'u',
      'ctrl-d',
      'ctrl-p',
      'ctrl-o',
      'left',
      'right',
    );
    const action = fc.oneof(
      {weight: 6, arbitrary: keys.map(key => ({key}))},
      {weight: 3, arbitrary: hostile.map(bytes => ({bytes: bytes.replaceAll('\x03', '').replaceAll('\x1a', '')}))},
      {weight: 1, arbitrary: hostile.map(paste => ({paste: paste.replaceAll('\x1b', '')}))},
      {weight: 1, arbitrary: fc.record({columns: fc.integer({min: 1, max: 250}), rows: fc.integer({min: 1, max: 80})})},
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, {maxLength: 25}), async actions => {
        screen.takeBytes();
        for (const act of actions) {
          if ('key' in act) await screen.press(act.key);
          else if ('bytes' in act) await screen.send(act.bytes);
          else if ('paste' in act) await screen.paste(act.paste);
          else await screen.resize(act.columns, act.rows);
        }
        // Ends a string or a paste that may be open.
        await screen.send('\x07\x1b\\\x1b[201~');
        await screen.resize(100, 30);
        screen.context.overlays.closeAll();
        await screen.settle();
        expect(screen.row(0)).toContain('skydeck');
        expect(others(screen.takeBytes())).toEqual([]);
      }),
      runs(10),
    );
  });
});
