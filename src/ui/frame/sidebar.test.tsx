import {expect, test} from 'vitest';
import {createStore} from 'zustand/vanilla';
import type {Condition} from '../../families/format/cells.ts';
import type {Family, SidebarGroup} from '../../families/shape/define-family.ts';
import {createDispatcher} from '../../keymap/dispatch.ts';
import {createKeymap} from '../../keymap/keymap.ts';
import type {Collection} from '../../store/cache/collection-state.ts';
import type {Session} from '../../store/session/session.ts';
import {emptyState, januaryLookup} from '../../store/testing/test-collection.ts';
import {testDouble} from '../../store/testing/test-double.ts';
import {renderComponent, type StageProps} from '../components/testing.tsx';
import type {Destination, Navigation, View} from '../context/navigation.ts';
import {createSkin} from '../theme/skin.ts';
import {Sidebar, Switcher} from './sidebar.tsx';
import {SidebarModel} from './sidebar-model.ts';

const familyOf = (id: string, title: string, group: SidebarGroup): Family =>
  ({
    id,
    title,
    group,
    single: false,
    state: ({condition}: {condition: Condition}) => ({condition, word: condition}),
  }) as never;

const families = [
  familyOf('instances', 'Instances', 'compute'),
  familyOf('images', 'Images', 'compute'),
  familyOf('volumes', 'Volumes', 'storage'),
];
const vpcs: Family = {...familyOf('vpcs', 'VPCs', 'compute'), today: true};
/** The lines of the sidebar from the top. */
const LINES = ['Overview', 'COMPUTE', 'Instances', 'Images', 'STORAGE', 'Volumes'];

/** A sidebar, or with one row a switcher, at the left edge below a header. */
function open({
  rows = 6,
  columns = 20,
  shown = families,
  ...stage
}: {rows?: number; columns?: number; shown?: readonly Family[]} & Omit<StageProps, 'children'> = {}) {
  const conditions = new Map<string, readonly Condition[]>();
  const focus = createStore<'sidebar' | 'main'>(() => 'sidebar');
  let destination: Destination = {family: 'instances'};
  const unsupported = new Set<string>();
  const context = testDouble<ConstructorParameters<typeof SidebarModel>[0]>({
    families: shown,
    session: testDouble<Session>({
      lookup: januaryLookup,
      collection: id =>
        testDouble<Collection>({
          getState: () => ({
            ...emptyState,
            isComplete: conditions.has(id),
            rows: (conditions.get(id) ?? []).map(condition => ({condition})),
            isUnsupported: unsupported.has(id),
          }),
        }),
    }),
    focus,
    navigation: testDouble<Navigation>({
      current: testDouble<Navigation['current']>({getState: () => testDouble<View>({destination})}),
      go: next => {
        destination = next;
      },
    }),
    repaintFooter: () => {},
    repaintAll: () => model.refresh(),
  });
  const model = new SidebarModel(context);
  const area = {x: 0, y: 1, width: columns, height: rows};
  const element = rows === 1 ? <Switcher model={model} area={area} /> : <Sidebar model={model} area={area} />;
  const screen = renderComponent(element, stage);
  const keymap = createKeymap({});
  const {press} = createDispatcher({keymap: () => keymap, layers: model.layers, refuse() {}, fail() {}});
  // Components follow a store outside of a React event one turn later.
  const nextTurn = () => new Promise(resolve => setImmediate(resolve));
  return {
    model,
    screen,
    nextTurn,
    rows: () => screen.rows().slice(0, rows),
    refuse: (id: string): void => void unsupported.add(id),
    set: (id: string, ...next: readonly Condition[]): void => void conditions.set(id, next),
    destination: () => destination,
    focus: () => focus.getState(),
    async press(...keys: readonly string[]) {
      for (const key of keys) press({key});
      await nextTurn();
    },
    [Symbol.dispose]: screen[Symbol.dispose],
  };
}

test('resource types show in their groups, with the cursor at the current view', () => {
  using sidebar = open();
  expect(sidebar.rows().map(row => row.replace(/^. /, '').trim())).toEqual(LINES);
  expect(sidebar.rows()[2]).toMatch(/^▌ Instances/);
});

test('a resource type shows the number of its rows, and of the rows in the worst condition', async () => {
  using sidebar = open();
  sidebar.set('instances', 'ok', 'failed', 'attention', 'failed');
  sidebar.model.refresh();
  await sidebar.nextTurn();
  expect(sidebar.rows()[2]).toMatch(/^▌ Instances +4 ✗2$/);
  expect(sidebar.rows()[3]).toBe('  Images');
});

test('bug: a long name in the sidebar hid the number of rows and the sign of a problem', async () => {
  const groups = familyOf('placement.groups', 'Placement groups', 'compute');
  using sidebar = open({columns: 22, shown: [groups, familyOf('tokens', 'Share group tokens', 'compute')]});
  sidebar.set('placement.groups', 'ok', 'attention', 'ok');
  sidebar.set('tokens', 'ok', 'ok');
  sidebar.model.refresh();
  await sidebar.nextTurn();
  expect(sidebar.rows().slice(2, 4)).toEqual(['  Placement gro… 3 ▲1', '  Share group toke… 2']);
  sidebar.set('tokens', 'busy', 'failed');
  sidebar.model.refresh();
  await sidebar.nextTurn();
  expect(sidebar.rows()[3]).toBe('  Share group t… 2 ✗1');
});

test('a newer resource type shows after its list was read, and the cursor keeps its item', async () => {
  using sidebar = open({rows: 7, shown: [vpcs, ...families]});
  const titles = () => sidebar.rows().map(row => row.replace(/^. /, '').trim());
  await sidebar.press('j');
  expect(titles()).toEqual([...LINES, '']);
  expect(sidebar.rows()[3]).toMatch(/^▌ Images/);
  sidebar.set('vpcs');
  sidebar.model.refresh();
  await sidebar.nextTurn();
  expect(titles().map(title => title.replace(/ +0$/, ''))).toEqual(['Overview', 'COMPUTE', 'VPCs', ...LINES.slice(2)]);
  expect(sidebar.rows()[4]).toMatch(/^▌ Images/);
  sidebar.refuse('vpcs');
  sidebar.model.refresh();
  await sidebar.nextTurn();
  expect(titles()).toEqual([...LINES, '']);
  expect(sidebar.rows()[3]).toMatch(/^▌ Images/);
});

test('a type that becomes offered while another becomes unsupported takes its place', async () => {
  const keys: Family = {...familyOf('lke', 'Kubernetes', 'compute'), today: true};
  using sidebar = open({rows: 7, shown: [vpcs, keys, ...families]});
  sidebar.set('vpcs');
  sidebar.model.refresh();
  sidebar.refuse('vpcs');
  sidebar.set('lke');
  sidebar.model.refresh();
  await sidebar.nextTurn();
  expect(sidebar.rows().join('\n')).toContain('Kubernetes');
  expect(sidebar.rows().join('\n')).not.toContain('VPCs');
});

test('keys move the cursor past headings, and enter opens the item and leaves the sidebar', async () => {
  using sidebar = open();
  await sidebar.press('j', 'j');
  expect(sidebar.rows()[5]).toMatch(/^▌ Volumes/);
  await sidebar.press('enter');
  expect(sidebar.destination()).toEqual({family: 'volumes'});
  expect(sidebar.focus()).toBe('main');
});

test('a click opens the item below the mouse; a heading opens nothing, and other panes get their clicks', () => {
  using sidebar = open();
  expect(sidebar.model.click({x: 3, y: 2})).toBe(true);
  expect(sidebar.destination()).toEqual({family: 'instances'});
  expect(sidebar.model.click({x: 3, y: 4})).toBe(true);
  expect(sidebar.destination()).toEqual({family: 'images'});
  expect(sidebar.model.click({x: 20, y: 4})).toBe(false);
  sidebar.screen[Symbol.dispose]();
  expect(sidebar.model.click({x: 3, y: 4})).toBe(false);
});

test('a short sidebar scrolls with its cursor', async () => {
  using sidebar = open({rows: 3});
  await sidebar.press('G');
  expect(sidebar.rows().at(-1)).toMatch(/^▌ Volumes/);
  await sidebar.press('g');
  expect(sidebar.rows()[0]).toMatch(/^▌ Overview/);
});

test('bug: the item below the last row was invisible', async () => {
  using sidebar = open({rows: 5});
  await sidebar.press('G');
  expect(sidebar.rows().at(-1)).toMatch(/^▌ Volumes/);
});

test('in one row the current item is between its neighbors, and right moves the cursor', async () => {
  using sidebar = open({rows: 1, columns: 60});
  expect(sidebar.rows()[0]).toBe('   Overview  Instances  Images  Volumes');
  await sidebar.press('right', 'enter');
  expect(sidebar.destination()).toEqual({family: 'images'});
});

test('the cursor is a bar while the sidebar has the focus, and below a dialog everything is dimmed', async () => {
  const skin = createSkin('dark');
  using focused = open({skin});
  focused.model.refresh();
  await focused.nextTurn();
  expect(focused.screen.frame()).toMatch(/\x1b\[30m\x1b\[46m▌ Instances/);
  using covered = open({skin, isCovered: true});
  expect(covered.screen.frame().split('\n')[3]).toContain('\x1b[2mImages');
});
