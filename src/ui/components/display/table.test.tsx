import {expect, test} from 'vitest';
import {createSkin} from '../../theme/skin.ts';
import {renderComponent} from '../testing.tsx';
import {Table, tableWidth} from './table.tsx';

const rows = [
  {NAME: 'prod', ADDRESS: 'https://api.acme.example/v4'},
  {NAME: 'lab', ADDRESS: 'http://127.0.0.1:4401/v4'},
];

test('a table is as wide as its calculated width', () => {
  using screen = renderComponent(<Table rows={rows} />);
  const [top, heads, , first] = screen.rows();
  expect(top).toHaveLength(tableWidth(rows));
  expect(heads).toMatch(/^│ NAME +│ ADDRESS +│$/);
  expect(first).toMatch(/^│ prod +│ https:\/\/api\.acme\.example\/v4 +│$/);
});

test('the widest column is cut where a table has little room', () => {
  using screen = renderComponent(<Table rows={rows} columns={24} />);
  expect(screen.rows().filter(row => row.length > 24)).toEqual([]);
  expect(screen.rows()[3]).toMatch(/^│ prod │ https.*… │$/);
});

test('a table in ASCII has no other characters', () => {
  using screen = renderComponent(<Table rows={rows} columns={24} />, {skin: createSkin('mono', {isAscii: true})});
  expect(screen.rows().join('')).toMatch(/^[\x20-\x7e]+$/);
  expect(screen.rows()[0]).toMatch(/^\+-+\+-+\+$/);
});

test('control characters in a text change neither the table nor the terminal', () => {
  using screen = renderComponent(<Table rows={[{NAME: 'a\x1b[2Jb'}]} />);
  expect(screen.frame()).not.toContain('\x1b[2J');
});
