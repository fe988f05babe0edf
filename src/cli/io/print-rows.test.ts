import {describe, expect, it} from 'vitest';
import {noneCell} from '../../families/format/cells.ts';
import {defineFamily} from '../../families/shape/define-family.ts';
import {emptyLookup} from '../../store/core/lookup.ts';
import {FieldNames} from './column-flag.ts';
import {type PrintOptions, renderRows} from './print-rows.ts';

const family = defineFamily('regions', {
  title: 'Regions',
  one: 'Region',
  label: ({id}) => id,
  columns: [
    {field: 'id', title: 'Id'},
    {field: 'country', title: 'Country', align: 'right', format: country => country.toUpperCase()},
    {id: 'offers', title: 'Offers', optional: true, value: ({capabilities}) => `${capabilities.length}`},
  ],
  detail: [],
  actions: {},
});
const lookup = emptyLookup({now: () => 0});
const options: PrintOptions = {
  family,
  lookup,
  params: {},
};
const rows = [
  {id: 'us-east', country: 'us', capabilities: ['Computes']},
  {id: '=cmd|x', country: null, capabilities: []},
];

describe('printing rows', () => {
  it('shows the same columns as the console in a table, without control characters', () => {
    expect(renderRows([...rows, {id: 'a\x1b[1mb'}], 'table', options)).toBe(
      'ID       COUNTRY\nus-east       US\n=cmd|x         —\nab             ?\n',
    );
    expect(renderRows(rows.slice(0, 1), 'table', {...options, columns: ['offers', 'id']})).toBe(
      'OFFERS  ID\n1       us-east\n',
    );
  });

  it('shows states in the words of the console, and null as a dash', () => {
    const state = {...family, state: () => ({condition: 'ok', word: 'in use'})} as typeof family;
    const columns = [
      {field: 'id', title: 'Id', state: true},
      {field: 'country', title: 'Country', state: true, format: String},
    ] as typeof family.columns;
    expect(renderRows(rows.slice(0, 1), 'table', {...options, family: {...state, columns}})).toBe(
      'ID      COUNTRY\nin use  us\n',
    );
    expect(
      renderRows([{id: 'a', country: null}], 'table', {...options, columns: ['id', 'country', 'country.code']}),
    ).toBe('ID  COUNTRY  COUNTRY.CODE\na         —  ?\n');
    expect(renderRows([{name: ''}], 'table', {...options, columns: ['name']})).toBe('NAME\n—\n');
  });

  it('keeps the objects unchanged in JSON and NDJSON', () => {
    expect(JSON.parse(renderRows(rows, 'json', options))).toEqual(rows);
    expect(
      renderRows(rows, 'ndjson', options)
        .trimEnd()
        .split('\n')
        .map(line => JSON.parse(line)),
    ).toEqual(rows);
    expect(renderRows([], 'json', options)).toBe('[]\n');
  });

  it('quotes CSV cells and escapes formulas', () => {
    expect(renderRows(rows, 'csv', options)).toBe(
      'id,country,capabilities\nus-east,us,"[""Computes""]"\n\'=cmd|x,,[]\n',
    );
    expect(renderRows(rows, 'csv', {...options, columns: ['country']})).toBe('country\nus\n\n');
  });

  it('bug: a computed column, such as a price, was only in tables', () => {
    const [first] = family.columns;
    const price = {id: 'price', title: 'Price', value: () => '$2.00/mo', kind: 'monthly', measure: () => 2};
    const none = {id: 'owner', title: 'Owner', value: () => noneCell};
    const wider = {...family, columns: [first, ...family.columns.slice(1), price, none]} as unknown as typeof family;
    const chosen = {...options, family: wider, columns: ['id', 'offers', 'price', 'owner']};
    expect(JSON.parse(renderRows(rows.slice(0, 1), 'json', chosen))).toEqual([
      {id: 'us-east', offers: '1', price: 2, owner: null},
    ]);
    expect(renderRows(rows.slice(0, 1), 'csv', chosen)).toBe('id,offers,price,owner\nus-east,1,2,\n');
    expect(() => renderRows(rows, 'csv', {...chosen, columns: ['nope']})).toThrow(
      /there are id, country, offers, price/,
    );
  });

  it('rejects an unknown column and lists the valid ones', () => {
    expect(() => renderRows(rows, 'table', {...options, columns: ['nope']})).toThrow(
      'No column "nope": there are id, country, offers',
    );
    expect(() =>
      renderRows(rows, 'table', {...options, columns: ['nope'], fields: new FieldNames(['id', 'country'])}),
    ).toThrow(/there are id, country, offers, capabilities$/);
    expect(() => renderRows(rows, 'csv', {...options, columns: ['nope']})).toThrow('Regions have no field "nope"');
  });
});
