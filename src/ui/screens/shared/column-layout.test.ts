import {expect, test} from 'vitest';
import type {Family} from '../../../families/shape/define-family.ts';
import {volumes} from '../../../families/storage/volumes.ts';
import {januaryLookup as lookup} from '../../../store/testing/test-collection.ts';
import {layoutColumns, sampleOf, statusCells} from './column-layout.ts';

const row = {
  id: 1,
  label: 'vol-1',
  status: 'active',
  size: 20,
  region: 'us-east',
  compute_id: null,
  compute_label: null,
  hardware_type: 'nvme',
  tags: [],
  created: '2026-03-10T10:00:00',
};
const lay = (room: number, chosen?: readonly string[]) =>
  layoutColumns({family: volumes, lookup, params: {}, sample: [row], room, chosen});

test('columns are hidden by rank from the right as the width shrinks, but never the first', () => {
  const wide = lay(120).map(({id}) => id);
  expect(wide).toEqual(['label', 'status', 'size', 'region', 'attached', 'hardware_type', 'age', 'tags']);
  expect(lay(70).map(({id}) => id)).not.toContain('tags');
  expect(lay(70).map(({id}) => id)).toContain('attached');
  expect(lay(8).map(({id}) => id)).toEqual(['label']);
});

test('the columns never exceed the width', () => {
  for (let room = 10; room < 200; room++) {
    const columns = lay(room);
    const used = columns.reduce((sum, {width}) => sum + width + 2, -2);
    if (columns.length > 1) expect(used, `${room}`).toBeLessThanOrEqual(room);
  }
});

test('bug: columns moved when the status of a row showed the progress of an operation', () => {
  const quiet = layoutColumns({family: volumes, lookup, params: {}, sample: [row], room: 100});
  const busy = layoutColumns({family: volumes, lookup, params: {}, sample: [row], room: 100, isInTransition: true});
  expect(busy.map(({width}) => width)).toEqual(quiet.map(({width}) => width));
  expect(statusCells(quiet)).toBe(16);
  const resizing = layoutColumns({
    family: volumes,
    lookup,
    params: {},
    sample: [{...row, status: 'resizing'}],
    room: 100,
  });
  expect(resizing.map(({width}) => width)).toEqual(quiet.map(({width}) => width));
});

test('room for the progress of an operation hides no column and cuts no value', () => {
  const cells = new Set<number>();
  for (let room = 40; room < 120; room++) {
    const quiet = layoutColumns({family: volumes, lookup, params: {}, sample: [row], room});
    const busy = layoutColumns({family: volumes, lookup, params: {}, sample: [row], room, isInTransition: true});
    if (statusCells(quiet) === 16) expect(quiet, `${room}`).toEqual(busy);
    cells.add(statusCells(quiet));
  }
  expect(cells).toEqual(new Set([10, 16]));
});

test('a value slightly longer than most is shown completely, and one far longer is cut', () => {
  const widthOf = (region: string) =>
    layoutColumns({family: volumes, lookup, params: {}, sample: [row, {...row, region}], room: 120}).find(
      ({id}) => id === 'region',
    )?.width;
  expect(widthOf('us-southeast')).toBe('us-southeast'.length);
  expect(widthOf('the-far-end-of-the-world')).toBeLessThan(14);
});

test('one long name is cut before an important column is hidden', () => {
  const sample = [...Array.from({length: 20}, () => row), {...row, label: 'a-name-of-thirty-two-characters-'}];
  const columns = layoutColumns({family: volumes, lookup, params: {}, sample, room: 68});
  expect(columns.map(({id}) => id)).toEqual(['label', 'status', 'size', 'region', 'attached']);
  expect(columns[0]?.width).toBeLessThan(sample.at(-1)?.label.length ?? 0);
});

test('a narrow column returns if a wide column is hidden after it', () => {
  const columns: Family['columns'] = [
    {field: 'label', title: 'Label', width: 8},
    {id: 'narrow', title: 'Size', priority: 2, width: 6, value: () => '20'},
    {id: 'wide', title: 'Region', width: 30, value: () => 'us-east'},
  ];
  const laid = layoutColumns({family: {...volumes, columns} as Family, lookup, params: {}, sample: [row], room: 20});
  expect(laid.map(({id}) => id)).toEqual(['label', 'narrow']);
});

test('bug: STATUS took room for an operation while none ran, and cut LABEL beside it', () => {
  const sample = [{...row, label: 'analytics-warehouse-volume-of-finance'}];
  const widthsOf = (isInTransition: boolean) => {
    const chosen = ['label', 'status'];
    const columns = layoutColumns({family: volumes, lookup, params: {}, sample, room: 46, chosen, isInTransition});
    return Object.fromEntries(columns.map(({id, width}) => [id, width]));
  };
  const [idle, busy] = [widthsOf(false), widthsOf(true)];
  expect(idle.status).toBe(10);
  expect(busy.status).toBe(16);
  expect(idle.label).toBeGreaterThan(busy.label ?? 0);
});

test('bug: a column was cut beside empty room', () => {
  const columns: Family['columns'] = [
    {field: 'label', title: 'Label', grow: true},
    {id: 'plan', title: 'Plan', value: ({plan}) => String(plan)},
  ];
  const [label, plan] = ['x'.repeat(70), 'y'.repeat(60)];
  const sample = [...Array.from({length: 20}, () => ({...row, plan: 'short'})), {...row, label, plan}];
  const widthsIn = (room: number) =>
    layoutColumns({family: {...volumes, columns} as Family, lookup, params: {}, sample, room}).map(({width}) => width);
  expect(widthsIn(140)).toEqual([70, 60]);
  expect(widthsIn(100)[0]).toBe(70);
});

test('chosen columns are shown in the order of the family', () => {
  expect(lay(120, ['id', 'label']).map(({id}) => id)).toEqual(['label', 'id']);
});

test('a sample is spread over the whole list', () => {
  const sample = sampleOf(
    Array.from({length: 1000}, (_, index) => index),
    10,
  );
  expect(sample).toEqual([0, 100, 200, 300, 400, 500, 600, 700, 800, 900]);
});
