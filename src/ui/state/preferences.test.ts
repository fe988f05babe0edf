import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {mkdir} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {createStore} from 'zustand/vanilla';
import type {Preferences} from '../context/console-types.ts';
import {loadPreferences, persistPreferences} from './preferences.ts';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'skydeck-home-'));
});
afterEach(() => rmSync(home, {recursive: true}));
const env = () => ({XDG_STATE_HOME: home});

const preferences: Preferences = {
  theme: 'dark',
  isAscii: false,
  hasLightBackground: false,
  cursor: 'bar',
  jump: true,
  sorts: {},
  columns: {},
  bookmarks: [],
  views: {},
  editAs: 'yaml',
  lowBandwidth: false,
  read: {},
  uses: {},
};

test('chosen preferences are restored at the next start, except those that follow the terminal', async () => {
  const cell = createStore(() => preferences);
  const stop = persistPreferences(cell, env());
  cell.setState({theme: 'light', jump: false});
  cell.setState({sorts: {volumes: {column: 'size', descending: true}}, columns: {volumes: ['label', 'id']}});
  cell.setState({bookmarks: [{family: 'volumes', id: 7, label: 'vol', word: 'active'}]});
  cell.setState({uses: {'go volumes': {weight: 2, at: 1}}});
  cell.setState({read: {'prod/7': '2026-03-01T09:00:00'}});
  await stop();
  expect(await loadPreferences(env())).toEqual({
    views: {},
    uses: {'go volumes': {weight: 2, at: 1}},
    theme: 'light',
    sorts: {volumes: {column: 'size', descending: true}},
    columns: {volumes: ['label', 'id']},
    bookmarks: [{family: 'volumes', id: 7, label: 'vol', word: 'active'}],
    read: {'prod/7': '2026-03-01T09:00:00'},
  });
});

test('changes that two consoles make at the same time are all kept', async () => {
  const bookmark = (id: number) => ({family: 'volumes', id, label: `vol-${id}`, word: 'active'}) as const;
  const before: Preferences = {...preferences, bookmarks: [bookmark(1), bookmark(2)], columns: {volumes: ['id']}};
  const [one, other] = [createStore(() => before), createStore(() => before)];
  const first = createStore(() => preferences);
  const stops = [persistPreferences(first, env())];
  first.setState({bookmarks: before.bookmarks, columns: before.columns});
  await Promise.all(stops.map(stop => stop()));

  const stopBoth = [persistPreferences(one, env()), persistPreferences(other, env())];
  one.setState({theme: 'light'});
  other.setState({sorts: {volumes: {column: 'size', descending: true}}});
  one.setState({bookmarks: [bookmark(1), bookmark(2), bookmark(3)]});
  other.setState({bookmarks: [bookmark(2)]});
  one.setState({read: {'prod/7': '2026-03-01T09:00:00'}});
  other.setState({columns: {}});
  await Promise.all(stopBoth.map(stop => stop()));
  expect(await loadPreferences(env())).toEqual({
    views: {},
    uses: {},
    theme: 'light',
    sorts: {volumes: {column: 'size', descending: true}},
    columns: {},
    bookmarks: expect.toSatisfy(
      (list: readonly {id: number}[]) =>
        list
          .map(({id}) => id)
          .sort()
          .join() === '2,3',
    ),
    read: {'prod/7': '2026-03-01T09:00:00'},
  });
});

test('a preference that follows the terminal writes no file', async () => {
  const cell = createStore(() => preferences);
  const stop = persistPreferences(cell, env());
  cell.setState({cursor: 'gutter'});
  await stop();
  expect(() => readFileSync(join(home, 'skydeck', 'console.json'))).toThrow();
});

test('a damaged file is renamed with one message, and invalid values are ignored', async () => {
  expect(await loadPreferences(env())).toEqual({});
  const folder = join(home, 'skydeck');
  await mkdir(folder);
  for (const text of ['{', '[]']) {
    writeFileSync(join(folder, 'console.json'), text);
    const reports: string[] = [];
    expect(await loadPreferences(env(), message => reports.push(message))).toEqual({});
    expect(reports).toEqual([expect.stringMatching(/^console\.json is damaged; renamed to console\.json\.damaged-/)]);
    expect(readFileSync(join(folder, reports[0]?.split(' ').at(-1) ?? ''), 'utf8')).toBe(text);
  }
  writeFileSync(join(folder, 'console.json'), '{"theme": 7, "sorts": {"volumes": 3}, "bookmarks": [1]}');
  expect(await loadPreferences(env())).toEqual({sorts: {}, bookmarks: []});
});

test('a file that is damaged while the console runs is renamed before a write', async () => {
  const folder = join(home, 'skydeck');
  await mkdir(folder);
  const cell = createStore(() => preferences);
  const reports: string[] = [];
  const stop = persistPreferences(cell, env(), {report: message => reports.push(message)});
  writeFileSync(join(folder, 'console.json'), 'nonsense');
  cell.setState({theme: 'light'});
  await stop();
  expect(reports).toHaveLength(1);
  expect((await loadPreferences(env())).theme).toBe('light');
});

test('an unwritable home folder doesn’t stop the console', async () => {
  const cell = createStore(() => preferences);
  writeFileSync(join(home, 'skydeck'), 'a file in the way');
  const stop = persistPreferences(cell, env());
  cell.setState({theme: 'mono'});
  await expect(stop()).resolves.toBeUndefined();
});
