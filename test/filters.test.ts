/** Filters over every column of every family, with the rows of the demo account. */
import * as fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {cellText} from '../src/families/format/cells.ts';
import {isQuantity, type Quantity, quantities} from '../src/families/format/quantities.ts';
import {families, familyOf} from '../src/families/registry.ts';
import {cellOf} from '../src/families/shape/column.ts';
import {
  type AnyColumn,
  type AnyRow,
  columnId,
  type Family,
  type FamilyId,
  type PathParams,
} from '../src/families/shape/define-family.ts';
import {createMatcher, parseFilterQuery} from '../src/store/list/filter.ts';
import {fieldNames, findFilterField} from '../src/store/list/filter-fields.ts';
import {type DemoRows, readDemoRows} from './support/demo-rows.ts';

let demo: DemoRows;
beforeAll(async () => {
  demo = await readDemoRows();
}, 180_000);
afterAll(() => demo.close());

interface Placed {
  readonly row: AnyRow;
  readonly params: PathParams;
}

/** The rows that match a filter; fails for a refused filter. */
function kept(family: Family, filter: string): readonly AnyRow[] {
  const query = parseFilterQuery(filter, family, demo.of(family.id)[0]?.row);
  if (query.hint !== undefined) throw new Error(query.hint);
  return demo
    .of(family.id)
    .flatMap(({row, params}) => (createMatcher(query, {lookup: demo.lookup, params})({row, text: ''}) ? [row] : []));
}

const refusalOf = (family: Family, filter: string): string | undefined =>
  parseFilterQuery(filter, family, demo.of(family.id)[0]?.row).hint;

const shownIn = (column: AnyColumn, {row, params}: Placed): string =>
  cellText(cellOf(column, row, demo.lookup, params));

const ids = (rows: readonly AnyRow[], family: Family) => rows.map(row => family.key(row));
const where = (id: FamilyId, holds: (row: AnyRow) => boolean) =>
  demo.of(id).flatMap(({row}) => (holds(row) ? [familyOf(id).key(row)] : []));

const numeric = families.flatMap(family =>
  fieldNames(family).flatMap(name => {
    const field = findFilterField(family, name.toLowerCase(), undefined);
    return field && isQuantity(field.kind)
      ? [[`${family.id} ${name}`, family, name.toLowerCase(), field] as const]
      : [];
  }),
);

test('every resource type has rows, or is known to have none in the demo account', () => {
  // The demo account has an older API, without the resource types of today.
  const empty = families.filter(({id, today}) => !today && demo.of(id).length === 0).map(({id}) => id);
  expect(empty).toEqual(['networking.ipv6.ranges', 'databases.postgresql', 'databases.postgresql.backups']);
});

describe('a comparison and its negation split the rows that have a value, for', () => {
  test.each(numeric)('%s', (_, family, name, field) => {
    if (!isQuantity(field.kind)) throw new Error('no quantity');
    const {read, examples}: Quantity = quantities[field.kind];
    const rows = demo.of(family.id);
    const numbers = rows.flatMap(({row, params}) => read(field.measure?.(row, {lookup: demo.lookup, params})) ?? []);
    const written = [...examples, ...numbers.slice(0, 5).map(number => writtenAs(field.kind, number))];
    for (const value of written)
      for (const operator of ['>', '>=', '<', '<=']) {
        const [yes, no] = [kept(family, `${name}${operator}${value}`), kept(family, `!${name}${operator}${value}`)];
        expect(yes.length + no.length, `${name}${operator}${value}`).toBe(numbers.length);
        expect(yes.filter(row => no.includes(row))).toEqual([]);
      }
  });
});

/** A value of the API as a filter may name it. */
function writtenAs(kind: string, number: number): string {
  if (kind === 'moment' || kind === 'deadline') return new Date(number).toISOString();
  if (kind === 'version') return '5.10';
  if (kind === 'duration') return `${number}s`;
  const units: Readonly<Record<string, string>> = {
    megabytes: 'MB',
    gigabytes: 'GB',
    allotment: 'GB',
    bytes: 'B',
    bits: 'bit/s',
  };
  return `${number}${units[kind] ?? ''}`;
}

const named = families.flatMap(family =>
  fieldNames(family).flatMap(name => {
    const field = findFilterField(family, name.toLowerCase(), undefined);
    return field ? [[`${family.id} ${name}`, family, name.toLowerCase(), field] as const] : [];
  }),
);

test('an invalid comparison is refused with a valid example', () => {
  const values = ['web', '5', 'yes', '30d', '5GB', '$5', '2026-11-01', '8.0'];
  fc.assert(
    fc.property(
      fc.constantFrom(...named),
      fc.constantFrom(...values),
      fc.constantFrom('>', '<=', '='),
      (one, value, operator) => {
        const [, family, name, {kind}] = one;
        const filter = `${name}${operator}${value}`;
        const refused = refusalOf(family, filter);
        if (refused === undefined) return isQuantity(kind) || operator === '=';
        const [, example = ''] = /Example: (\S+?),?(?: |$)/.exec(refused) ?? [];
        expect(example, refused).not.toBe('');
        expect(refusalOf(family, example), `${filter}: ${refused}`).toBeUndefined();
        return true;
      },
    ),
    {numRuns: 2000},
  );
});

test('less, equal and greater split the rows that have a number', () => {
  const compared = numeric.filter(([, , , {kind, texts}]) => !texts && kind !== 'moment' && kind !== 'deadline');
  fc.assert(
    fc.property(fc.constantFrom(...compared), fc.nat(2000), ([, family, name, {kind, measure}], number) => {
      const value = kind === 'bits' ? `${number}k` : String(number);
      const counts = ['<', '=', '>'].map(operator => kept(family, `${name}${operator}${value}`));
      const all = demo
        .of(family.id)
        .filter(({row, params}) => isRead(kind, measure?.(row, {lookup: demo.lookup, params})));
      expect(counts.flat().length).toBe(all.length);
    }),
  );
});

const isRead = (kind: string, value: unknown): boolean => quantities[kind as 'number'].read(value) !== undefined;

test('before, on and after a date split the rows that have a date', () => {
  const dated = numeric.filter(([, , , {kind}]) => kind === 'moment' || kind === 'deadline');
  const dates = ['2024', '2026-10', '2026-11-20', '2026-11-24T12', '2026-11-24T12:30Z', '2026-01-01T00:00+02:00'];
  fc.assert(
    fc.property(fc.constantFrom(...dated), fc.constantFrom(...dates), ([, family, name, {kind, measure}], date) => {
      const [before, within, after] = ['<', '=', '>'].map(operator => kept(family, `${name}${operator}${date}`));
      const all = demo
        .of(family.id)
        .filter(({row, params}) => isRead(kind, measure?.(row, {lookup: demo.lookup, params})));
      expect([...(before ?? []), ...(within ?? []), ...(after ?? [])].length).toBe(all.length);
      expect(kept(family, `${name}<=${date}`)).toHaveLength((before?.length ?? 0) + (within?.length ?? 0));
      expect(kept(family, `${name}>=${date}`)).toHaveLength((after?.length ?? 0) + (within?.length ?? 0));
    }),
  );
});

test('a filter by age and a filter by date find the same rows', () => {
  let checked = 0;
  for (const family of families)
    for (const column of family.columns) {
      if (columnId(column) !== 'age' || !demo.of(family.id).some(({row}) => 'created' in row)) continue;
      for (const length of ['1h', '2d', '30d', '100d', '1y'])
        for (const operator of ['>', '<', '>=', '<=']) {
          expect(kept(family, `age${operator}${length}`)).toEqual(kept(family, `created${operator}${length}`));
          checked++;
        }
    }
  expect(checked).toBeGreaterThan(200);
});

test('a filter with the text of a cell finds its row', () => {
  for (const family of families)
    for (const column of family.columns) {
      const rows = demo.of(family.id);
      const cells = new Map(rows.map(placed => [shownIn(column, placed), placed]));
      for (const [cell, {row}] of [...cells].slice(0, 20)) {
        if (cell === '' || cell === '?' || cell.includes('"') || column.sample) continue;
        const wanted = cell === '—' ? 'none' : `"${cell}"`;
        const name = columnId(column).toLowerCase();
        expect(kept(family, `${name}:${wanted}`), `${family.id} ${name}:${wanted}`).toContain(row);
      }
    }
});

test('columns of numbers are compared as numbers', () => {
  const texts = families.flatMap(family =>
    family.columns
      .filter(({align, sample}) => align === 'right' && sample === undefined)
      .filter(column => !isQuantity(findFilterField(family, columnId(column).toLowerCase(), undefined)?.kind ?? 'text'))
      .map(column => `${family.id} ${columnId(column)}`),
  );
  expect(texts).toEqual([]);
});

test('every state is a known value of the filter by status', () => {
  const strange = families.flatMap(family => {
    const {state, stateWords} = family;
    const choices = findFilterField(family, 'status', undefined)?.choices;
    if (!state || !choices) return state && !stateWords ? [`${family.id} has any words`] : [];
    return demo.of(family.id).flatMap(({row, params}) => {
      const {word} = state(row, demo.lookup, params);
      return choices.includes(word.toLowerCase()) ? [] : [`${family.id} ${word}`];
    });
  });
  expect(strange).toEqual(['account has any words']);
});

const day = 86_400_000;
const hour = 3_600_000;
const at = (date: unknown): number => Date.parse(`${date}Z`);
const ago = (date: unknown): number => demo.now - at(date);
/** Fields that the meanings below are said in; each family has some of them. */
interface Row {
  readonly created: string;
  readonly updated: string;
  readonly datetime: string;
  readonly when: string;
  readonly eol: string | null;
  readonly expiry: string | null;
  readonly specs: {readonly memory: number; readonly vcpus: number};
  readonly backups: {readonly last_successful: string | null};
  readonly price: {readonly monthly: number; readonly hourly: number};
  readonly size: number;
  readonly objects: number;
  readonly duration: number | null;
  readonly ttl_sec: number;
  readonly network_out: number;
  readonly transfer: number;
  readonly total: number;
  readonly unit_price: string;
  readonly version: string;
}

/** The meanings of filters, in the API's own fields and units. */
const meanings: readonly (readonly [FamilyId, string, (row: Row) => boolean])[] = [
  ['instances', 'age>30d', ({created}) => ago(created) > 30 * day],
  ['instances', 'age<1d', ({created}) => ago(created) < day],
  ['instances', 'age>1y', ({created}) => ago(created) > 365.25 * day],
  ['instances', 'age>"1 day" age<2w', ({created}) => ago(created) > day && ago(created) < 14 * day],
  ['instances', 'age>36 hours', ({created}) => ago(created) > 36 * hour],
  ['instances', 'updated<1d', ({updated}) => ago(updated) < day],
  ['instances', 'created>2026-11-01', ({created}) => at(created) >= Date.UTC(2026, 10, 2)],
  ['instances', 'created<2026-11', ({created}) => at(created) < Date.UTC(2026, 10, 1)],
  ['instances', 'ram>8GB', ({specs}) => specs.memory > 8192],
  ['instances', 'ram>8', ({specs}) => specs.memory > 8192],
  ['instances', 'ram>=8 GiB', ({specs}) => specs.memory >= 8192],
  ['instances', 'ram<=4096mb', ({specs}) => specs.memory <= 4096],
  ['instances', 'ram=4', ({specs}) => specs.memory === 4096],
  ['instances', 'specs.memory>8000', ({specs}) => specs.memory > 8000],
  ['instances', 'specs.memory>8GB', ({specs}) => specs.memory > 8192],
  ['instances', 'vcpus:2', ({specs}) => specs.vcpus === 2],
  ['instances', 'vcpus!=2', ({specs}) => specs.vcpus !== 2],
  ['instances', 'backed_up<1d', ({backups}) => backups.last_successful !== null && ago(backups.last_successful) < day],
  ['instances', 'backed_up>1d', ({backups}) => backups.last_successful !== null && ago(backups.last_successful) > day],
  [
    'instances',
    '!backed_up>1d',
    ({backups}) => backups.last_successful !== null && ago(backups.last_successful) <= day,
  ],
  ['instances', 'backed_up:none', ({backups}) => backups.last_successful === null],
  ['volumes', 'size>100GB', ({size}) => size > 100],
  ['volumes', 'size>100', ({size}) => size > 100],
  ['volumes', 'size>0.1TB', ({size}) => size > 102.4],
  ['volumes', 'size:100,40', ({size}) => size === 100 || size === 40],
  ['volumes', 'age<1d', ({created}) => ago(created) < day],
  ['images', 'size>2', ({size}) => size > 2048],
  ['images', 'size>2gb', ({size}) => size > 2048],
  ['images', 'size:"2.1 GB"', ({size}) => Math.round((size / 1024) * 10) === 21],
  ['images', 'size<500 MB', ({size}) => size < 500],
  ['images', 'eol<1y', ({eol}) => eol !== null && at(eol) - demo.now < 365.25 * day],
  ['objectStorage.buckets', 'size>10MB', ({size}) => size > 10 * 1024 ** 2],
  ['objectStorage.buckets', 'objects>1,000', ({objects}) => objects > 1000],
  ['account.logins', 'when<1d', ({datetime}) => ago(datetime) < day],
  ['account.logins', 'when<1h', ({datetime}) => ago(datetime) < hour],
  ['account.events', 'when>1d when<7d', ({created}) => ago(created) > day && ago(created) < 7 * day],
  [
    'account.events',
    'when>2026-11-15 when<2026-11-20',
    ({created}) => at(created) >= Date.UTC(2026, 10, 16) && at(created) < Date.UTC(2026, 10, 20),
  ],
  ['account.events', 'duration>1m', ({duration}) => duration !== null && duration > 60],
  ['account.events', 'duration>0:30', ({duration}) => duration !== null && duration > 30],
  ['domains', 'ttl>1h', ({ttl_sec}) => ttl_sec === 0 || ttl_sec > 3600],
  ['domains', 'ttl>3600', ({ttl_sec}) => ttl_sec === 0 || ttl_sec > 3600],
  ['domains.records', 'ttl<=300', ({ttl_sec}) => ttl_sec > 0 && ttl_sec <= 300],
  ['types', 'price<$20', ({price}) => price.monthly < 20],
  ['types', 'price<=20/mo', ({price}) => price.monthly <= 20],
  ['types', 'hourly>0.05', ({price}) => price.hourly > 0.05],
  ['types', 'network_out>=4Gbit/s', ({network_out}) => network_out >= 4000],
  ['types', 'transfer>4TB', ({transfer}) => transfer > 4000],
  ['account.invoices', 'total>$1,000', ({total}) => total > 1000],
  ['account.invoices.items', 'unit_price<0.01', ({unit_price}) => Number(unit_price) < 0.01],
  ['databases.engines', 'version>=8.0', ({version}) => Number.parseInt(version, 10) >= 8],
  ['profile.tokens', 'expires<30d', ({expiry}) => expiry !== null && at(expiry) - demo.now < 30 * day],
  ['account.maintenance', 'when<3d', ({when}) => at(when) - demo.now < 3 * day],
];

describe('filters compare values and not texts', () => {
  test.each(meanings)('%s %s', (id, filter, holds) => {
    const family = familyOf(id);
    expect(ids(kept(family, filter), family)).toEqual(where(id, row => holds(row as unknown as Row)));
  });
});

describe('an invalid filter is refused with an example', () => {
  test.each([
    ['instances', 'age>30', 'age>30 has no unit. Example: age>30d'],
    ['instances', 'age>soon', '“soon” isn’t a length of time or a date. Example: age>30d'],
    ['instances', 'age=3d', 'age=3d means one instant. Example: age:3d, or age>=3d'],
    ['instances', 'label>web', 'label is text and has no order. Example: label:web'],
    ['instances', 'status<running', 'status is one of a list of words and has no order. Example: status:running'],
    ['instances', 'ram>big', '“big” isn’t a size. Example: ram>8GB'],
    ['instances', 'ram:8x', '“8x” isn’t a size. Example: ram:8GB'],
    [
      'instances',
      'watchdog_enabled>0',
      'watchdog_enabled is yes or no and has no order. Example: watchdog_enabled:yes',
    ],
    ['types', 'price<$1/h', '“$1/h” isn’t an amount of money. Example: price<$20'],
    ['instances', 'created>2026-11-31', '“2026-11-31” isn’t a length of time or a date. Example: created>30d'],
  ] as const)('%s %s', (id, filter, words) => {
    expect(refusalOf(familyOf(id), filter)).toBe(words);
  });
});
