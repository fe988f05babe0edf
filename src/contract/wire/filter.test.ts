import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {contract} from '../index.ts';
import {filterable} from '../schema/endpoint.ts';
import {
  type Filter,
  type FilterCondition,
  filterAndSort,
  matches,
  maxFilterDepth,
  operators,
  parseFilter,
  serializeFilter,
} from './filter.ts';

const names = ['id', 'label', 'tags', 'size', 'created', 'entity.id', 'entity.type'];
const parse = (filter: unknown) => parseFilter(JSON.stringify(filter), names);

const scalar = fc.oneof(
  fc.string({unit: 'binary'}),
  fc.double({noNaN: true, noDefaultInfinity: true}),
  fc.boolean(),
  fc.constant(null),
);
const ordered = fc.oneof(fc.string(), fc.integer());
const comparison = fc
  .record(
    {'+gt': ordered, '+gte': ordered, '+lt': ordered, '+lte': ordered, '+neq': scalar, '+contains': fc.string()},
    {requiredKeys: []},
  )
  .filter(entry => Object.keys(entry).length > 0);
const operand = fc.oneof(scalar, comparison, fc.record({'+or': fc.array(fc.oneof(scalar, comparison))}));
const {condition} = fc.letrec<{condition: FilterCondition}>(tie => ({
  condition: fc
    .tuple(
      fc.dictionary(fc.constantFrom(...names), operand, {maxKeys: 3}),
      fc.record(
        {
          '+and': fc.array(tie('condition'), {maxLength: 2, depthIdentifier: 'filter'}),
          '+or': fc.array(tie('condition'), {maxLength: 2, depthIdentifier: 'filter'}),
        },
        {requiredKeys: []},
      ),
    )
    .map(([members, groups]) => ({...members, ...groups}) as FilterCondition),
}));
const filter = fc
  .tuple(condition, fc.constantFrom<Filter>({}, {'+order_by': 'label'}, {'+order_by': 'id', '+order': 'desc'}))
  .map(([members, order]) => ({...members, ...order}) as Filter);

describe('parseFilter', () => {
  it('accepts the whole grammar', () => {
    const whole = {
      label: 'a',
      size: {'+gte': 20, '+lt': 100},
      created: {'+or': ['2024-01-01T00:00:00', {'+gt': '2025-01-01T00:00:00'}]},
      '+or': [{tags: 'prod'}, {'+and': [{'entity.type': 'compute'}, {id: {'+neq': 7}}]}],
      '+order_by': 'created',
      '+order': 'desc',
    };
    expect(parse(whole)).toEqual({filter: whole, fieldErrors: []});
    expect(parse({})).toEqual({filter: {}, fieldErrors: []});
  });

  it.each([
    ['is not valid JSON', '{label: 1}'],
    ['must be a JSON object', '["label"]'],
    ['must be a JSON object', 'null'],
    [`cannot filter or order by "colour": only by ${names.join(', ')}`, '{"colour": "red"}'],
    [`cannot filter or order by "__proto__": only by ${names.join(', ')}`, '{"__proto__": "red"}'],
    [`cannot filter or order by "colour": only by ${names.join(', ')}`, '{"+order_by": "colour"}'],
    ['+order must be asc or desc', '{"+order_by": "label", "+order": "up"}'],
    ['+order needs +order_by', '{"+order": "asc"}'],
    ['+order_by may stand at the top only', '{"+and": [{"+order_by": "label"}]}'],
    ['+or needs a list', '{"+or": {"label": "a"}}'],
    ['+and and +or hold objects', '{"+and": ["a"]}'],
    ['"+gt" needs a field before it, or isn’t an operator', '{"+gt": 3}'],
    [`"+like" isn’t an operator. Use one of ${operators.join(', ')}`, '{"label": {"+like": "a"}}'],
    ['+contains on "label" needs text', '{"label": {"+contains": 3}}'],
    ['+gt on "size" needs a number or a date', '{"size": {"+gt": null}}'],
    ['+neq on "size" needs a value', '{"size": {"+neq": []}}'],
    ['"label" must be compared with a value, not with a list', '{"label": ["a"]}'],
    ['"label" is compared with nothing', '{"label": {}}'],
  ])('reports: %s', (reason, header) => {
    expect(parseFilter(header, names).fieldErrors).toEqual([{field: 'X-Filter', reason}]);
  });

  it('rule 16: accepts the fields that the list marks, and no others', () => {
    const marked = filterable(contract.volumes.list);
    expect(parseFilter('{"label": "a", "tags": "b"}', marked).fieldErrors).toEqual([]);
    expect(parseFilter('{"size": 20}', marked).fieldErrors).toHaveLength(1);
    expect(parseFilter('{"size": 20}', []).fieldErrors[0]?.reason).toContain('this list cannot be filtered');
  });

  it('limits the depth of nested conditions and operators', () => {
    const nest = (levels: number) => `${'{"+and":['.repeat(levels)}{"id":1}${']}'.repeat(levels)}`;
    expect(parseFilter(nest(maxFilterDepth - 2), names).fieldErrors).toEqual([]);
    for (const header of [
      nest(maxFilterDepth),
      nest(200_000),
      `{"id":${'{"+or":['.repeat(200_000)}1${']}'.repeat(200_000)}}`,
    ])
      expect(parseFilter(header, names).fieldErrors.map(({reason}) => reason)).toEqual([
        `is nested more than ${maxFilterDepth} levels deep`,
      ]);
  });

  it('never throws for any header', () => {
    const almost = filter
      .map(serializeFilter)
      .chain(text =>
        fc
          .tuple(fc.nat(text.length), fc.nat(3), fc.string({maxLength: 3}))
          .map(([at, cut, extra]) => text.slice(0, at) + extra + text.slice(at + cut)),
      );
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), almost), header => {
        const parsed = parseFilter(header, names);
        if (parsed.fieldErrors.length === 0) matches(parsed.filter, {id: 1, label: 'a', tags: ['x'], entity: null});
      }),
    );
  });
});

describe('serializeFilter', () => {
  it('writes a filter that parseFilter reads back unchanged', () => {
    fc.assert(
      fc.property(filter, written => {
        const header = serializeFilter(written);
        expect(header).toMatch(/^[\x20-\x7e]*$/);
        // JSON writes -0 as 0.
        expect(parseFilter(header, names)).toEqual({filter: JSON.parse(JSON.stringify(written)), fieldErrors: []});
      }),
    );
  });

  it('escapes characters that a header can’t hold', () => {
    expect(serializeFilter({label: 'é🚀\n'})).toBe('{"label":"\\u00e9\\ud83d\\ude80\\n"}');
  });
});

describe('matches', () => {
  it('follows a dotted name into each entry of a list', () => {
    const config = {
      interfaces: [
        {label: 'backend', purpose: 'vlan'},
        {label: null, purpose: 'public'},
      ],
    };
    expect(matches({'interfaces.label': 'backend'}, config)).toBe(true);
    expect(matches({'interfaces.purpose': {'+contains': 'pub'}}, config)).toBe(true);
    expect(matches({'interfaces.label': 'other'}, config)).toBe(false);
    expect(matches({'interfaces.label': 'backend'}, {interfaces: []})).toBe(false);
  });

  const item = {
    id: 7,
    label: 'data-1',
    size: 40,
    is_public: false,
    tags: ['prod', 'web'],
    created: '2024-05-31T13:45:00',
    entity: {id: 3, type: 'compute'},
    nothing: null,
  };
  it.each<[FilterCondition, boolean]>([
    [{}, true],
    [{label: 'data-1'}, true],
    [{label: 'data'}, false],
    [{label: 'Data-1'}, false],
    [{id: 7}, true],
    [{id: '7'}, true],
    [{is_public: false}, true],
    [{is_public: true}, false],
    [{tags: 'web'}, true],
    [{tags: 'we'}, false],
    [{tags: {'+contains': 'we'}}, true],
    [{tags: {'+neq': 'web'}}, false],
    [{tags: {'+neq': 'other'}}, true],
    [{'entity.type': 'compute', 'entity.id': 3}, true],
    [{'entity.type': {'+neq': 'compute'}}, false],
    [{'entity.missing': 'x'}, false],
    [{'label.length': 6}, false],
    [{nothing: null}, true],
    [{missing: null}, true],
    [{label: null}, false],
    [{nothing: {'+neq': 'x'}}, true],
    [{nothing: {'+gt': -1}}, false],
    [{size: {'+gt': 39, '+lt': 41}}, true],
    [{size: {'+gt': 40}}, false],
    [{size: {'+gte': 40}}, true],
    [{size: {'+lte': 39}}, false],
    [{size: {'+lt': '100'}}, true],
    [{label: {'+contains': 'ta-'}}, true],
    [{label: {'+contains': 'TA-'}}, false],
    [{created: {'+gt': '2024-01-01T00:00:00'}}, true],
    [{created: {'+or': ['2023-01-01T00:00:00', {'+gte': '2024-05-31T13:45:00'}]}}, true],
    [{created: {'+and': [{'+gt': '2024'}, {'+lt': '2024-02'}]}}, false],
    [{'+or': [{id: 1}, {id: 7}]}, true],
    [{'+or': []}, false],
    [{'+and': []}, true],
    [{'+and': [{id: 7}, {label: 'other'}]}, false],
    [{id: 7, '+or': [{label: 'x'}]}, false],
    [JSON.parse('{"__proto__": "x"}') as FilterCondition, false],
  ])('%j: %s', (condition, expected) => {
    expect(matches(condition, item)).toBe(expected);
  });

  it('is true for +or if one entry is true, and for +and if all entries are true', () => {
    const any = fc.record({id: fc.nat(3), label: fc.constantFrom('a', 'b', null), tags: fc.subarray(['a', 'b'])});
    fc.assert(
      fc.property(fc.array(condition), any, (entries, thing) => {
        expect(matches({'+or': entries}, thing)).toBe(entries.some(entry => matches(entry, thing)));
        expect(matches({'+and': entries}, thing)).toBe(entries.every(entry => matches(entry, thing)));
      }),
    );
  });
});

describe('filterAndSort', () => {
  const items = [
    {id: 1, label: 'b'},
    {id: 10, label: null},
    {id: 2, label: 'a'},
    {id: 3, label: 'b'},
  ];
  const ids = (filter: Filter) => filterAndSort(filter, items).map(({id}) => id);

  it('accepts a range of one field with +and', () => {
    const sizes = [10, 20, 30, 40].map(size => ({size}));
    const range = {size: {'+and': [{'+gte': 20}, {'+lt': 40}]}} as Filter;
    expect(sizes.filter(row => matches(range, row))).toEqual([{size: 20}, {size: 30}]);
  });

  it('distinguishes the text “null” from a missing value, and sorts numbers before texts', () => {
    expect(matches({label: null}, {label: 'null'})).toBe(false);
    expect(matches({label: 'null'}, {label: null})).toBe(false);
    expect(matches({label: null}, {label: null})).toBe(true);
    const rows = [{size: 'b'}, {size: 2}, {size: 'a'}, {size: 1}];
    const ordered = filterAndSort({'+order_by': 'size'}, rows);
    expect(ordered).toEqual([{size: 1}, {size: 2}, {size: 'a'}, {size: 'b'}]);
  });

  it('keeps the order of the list without +order_by', () => {
    expect(ids({})).toEqual([1, 10, 2, 3]);
    expect(ids({id: {'+lt': 10}})).toEqual([1, 2, 3]);
  });

  it('sorts by one field: equal rows keep their order, rows without a value come last', () => {
    expect(ids({'+order_by': 'id'})).toEqual([1, 2, 3, 10]);
    expect(ids({'+order_by': 'id', '+order': 'desc'})).toEqual([10, 3, 2, 1]);
    expect(ids({'+order_by': 'label'})).toEqual([2, 1, 3, 10]);
    expect(ids({'+order_by': 'label', '+order': 'desc'})).toEqual([1, 3, 2, 10]);
  });

  it('does not change the given list', () => {
    const frozen = Object.freeze([...items]);
    expect(filterAndSort({'+order_by': 'id'}, frozen)).not.toBe(frozen);
  });
});
