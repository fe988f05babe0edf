/** `get --filter` sends a filter to the API, and prints the same rows as a filter without the API. */
import {readFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {join} from 'node:path';
import fc from 'fast-check';
import {afterAll, beforeAll, expect, it} from 'vitest';
import {endpointOf} from '../src/cli/args/action-names.ts';
import {parseFilter} from '../src/cli/args/filter-flag.ts';
import {FieldNames} from '../src/cli/io/column-flag.ts';
import {apiFilterOf} from '../src/cli/read/api-filter.ts';
import {fieldNamesOf} from '../src/cli/read/row-filter.ts';
import {filterable} from '../src/contract/schema/endpoint.ts';
import {matches, parseFilter as parseHeader, serializeFilter} from '../src/contract/wire/filter.ts';
import {isQuantity} from '../src/families/format/quantities.ts';
import {familyOf} from '../src/families/registry.ts';
import type {AnyRow, FamilyId} from '../src/families/shape/define-family.ts';
import {valueAt} from '../src/store/core/dotted-paths.ts';
import {emptyLookup} from '../src/store/core/lookup.ts';
import {createMatcher} from '../src/store/list/filter.ts';
import {findFilterField} from '../src/store/list/filter-fields.ts';
import {createRowText} from '../src/store/list/row-text.ts';
import {type CommandLine, openCommandLine} from './support/cli.ts';
import {forward, listenForTest} from './support/forward.ts';

let line: CommandLine;
beforeAll(async () => {
  line = await openCommandLine();
});
afterAll(() => line.close());

const familyIds: readonly FamilyId[] = [
  'instances',
  'volumes',
  'images',
  'types',
  'kernels',
  'stackscripts',
  'nodebalancers',
  'networking.firewalls',
  'networking.ips',
  'support.tickets',
  'account.events',
  'account.maintenance',
  'profile.tokens',
];
const rowsOf = async (id: FamilyId): Promise<readonly AnyRow[]> => {
  const {out} = await line.run(['get', id, '--all', '--json']);
  return JSON.parse(out) as readonly AnyRow[];
};

function filterOf(text: string, id: FamilyId, now: number) {
  const family = familyOf(id);
  const source = endpointOf(family.source);
  const query = parseFilter(text, family, new FieldNames(fieldNamesOf(family, source)));
  return {query, sent: apiFilterOf(query, {family, source, hasPrefix: false, now})};
}

/** A typed value of a field: one from a row, part of one, or a similar one. */
function texts(name: string, id: FamilyId, rows: readonly AnyRow[]): fc.Arbitrary<string> {
  const values = rows.flatMap(row => valueAt(row, name) ?? []).map(String);
  const kind = findFilterField(familyOf(id), name, rows[0])?.kind;
  if (kind === 'moment') return fc.constantFrom('1d', '36h', '30d', '400d', '2026-01-01', '2025-11-20', '2026');
  if (kind && isQuantity(kind)) return fc.constantFrom(...values, '0', '4', '100', '2GB', '8192');
  return fc.oneof(
    fc.constantFrom(...values, 'none', 'x'),
    fc.constantFrom(...values, 'x').map(value => value.slice(1, 4).replaceAll(/[^\w-]/g, '') || 'x'),
    fc.constantFrom(...values, 'x').map(value => value.toUpperCase()),
  );
}

function operatorsOf(name: string, id: FamilyId, rows: readonly AnyRow[]): readonly string[] {
  const kind = findFilterField(familyOf(id), name, rows[0])?.kind;
  return kind && isQuantity(kind) ? ['<', '<=', '>', '>=', '=', ':'] : [':', ':', '=', '=', '!='];
}

it('the API never leaves out a row that the whole filter matches', async () => {
  const now = line.account.clock.now();
  const context = {lookup: emptyLookup({now: () => now}), params: {}};
  let sentCount = 0;
  for (const id of familyIds) {
    const family = familyOf(id);
    const rows = await rowsOf(id);
    const names = [...new Set([...filterable(endpointOf(family.source)), 'id', 'age', 'status', 'tag'])];
    const textOf = createRowText(family, context.lookup, {});
    const items = rows.map(row => ({row, text: textOf(row)}));
    const term = fc
      .constantFrom(...names)
      .chain(name =>
        fc.tuple(
          fc.constant(name),
          fc.constantFrom('', '', '', '!'),
          fc.constantFrom(...operatorsOf(name, id, rows)),
          texts(name, id, rows),
        ),
      );
    fc.assert(
      fc.property(fc.array(term, {minLength: 1, maxLength: 3}), terms => {
        const text = terms
          .map(
            ([name, not, operator, value]) =>
              `${not}${name}${operator}${/^[\w.:-]+$/.test(value) ? value : `"${value.replaceAll('"', '')}"`}`,
          )
          .join(' ');
        let parsed: ReturnType<typeof filterOf>;
        try {
          parsed = filterOf(text, id, now);
        } catch {
          // An invalid filter is never sent.
          return;
        }
        const {query, sent} = parsed;
        if (sent === undefined) return;
        sentCount++;
        expect(parseHeader(serializeFilter(sent), filterable(endpointOf(family.source))).fieldErrors).toEqual([]);
        const lost = items.filter(createMatcher(query, context)).filter(({row}) => !matches(sent, row));
        expect(
          lost.map(({row}) => row),
          text,
        ).toEqual([]);
      }),
      {numRuns: 100},
    );
  }
  expect(sentCount).toBeGreaterThan(150);
});

it.each([
  ['instances', 'region:us-east'],
  ['instances', 'region=us-east,eu-west status:running'],
  ['instances', 'id=101,102'],
  ['images', 'size>2GB'],
  ['kernels', 'architecture=i386'],
  ['account.events', 'created>2026-01-10'],
])('bug: a filter transferred the whole list: %s %s', async (family, filter) => {
  const id = family as FamilyId;
  const {sent} = filterOf(filter, id, line.account.clock.now());
  expect(sent).toBeDefined();
  const log = join(line.folder, `${family}.log`);
  const read = async (...words: string[]) => {
    const {code, out, err} = await line.run(['--log', log, 'get', family, '--all', '--json', ...words]);
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out) as readonly AnyRow[];
  };
  const found = await read('--filter', filter);
  expect(readFileSync(log, 'utf8')).toContain(`"filter":${JSON.stringify(JSON.stringify(sent))}`);
  const whole = await read();
  const {query} = filterOf(filter, id, line.account.clock.now());
  const test = createMatcher(query, {lookup: emptyLookup({now: () => line.account.clock.now()}), params: {}});
  const wanted = whole.filter(row => test({row, text: ''}));
  expect(found).toEqual(wanted);
  expect(wanted.length).toBeGreaterThan(0);
  expect(wanted.length).toBeLessThan(whole.length);
});

it('sends no filter for an endless list, because the filter applies to its newest rows', async () => {
  const log = join(line.folder, 'events.log');
  await line.run(['--log', log, 'get', 'account.events', '--filter', 'created>2026-01-10']);
  expect(readFileSync(log, 'utf8')).toContain('/v4/account/events');
  expect(readFileSync(log, 'utf8')).not.toContain('"filter":"');
});

it.each([
  'instances label:web',
  'instances tag=prod',
  'instances !region=us-east',
  'instances status=running',
  'instances web',
])('sends nothing that the API may compare in another way: %s', text => {
  const [id = '', ...terms] = text.split(' ');
  expect(filterOf(terms.join(' '), id as FamilyId, 0).sent).toBeUndefined();
});

it('reads all rows from an API that refuses the filter', async () => {
  let requests = 0;
  const server = createServer((request, response) => {
    requests++;
    if (request.headers['x-filter'] !== undefined) {
      response
        .writeHead(400, {'content-type': 'application/json'})
        .end('{"errors": [{"reason": "Cannot filter on region"}]}');
      return;
    }
    forward(request, response, line.account.url);
  });
  const env = {SKYDECK_BASE_URL: `${await listenForTest(server)}/v4`};
  const words = ['get', 'instances', '--filter', 'region:us-east', '--json'];
  const {code, out} = await line.run(words, env);
  expect([code, requests]).toEqual([0, 2]);
  expect(out).toBe((await line.run(words)).out);
});
