import {expect, test} from 'vitest';
import type {ListView} from '../../../store/list.ts';
import {instance, instances} from '../../../store/testing/families.ts';
import type {Annotation, Collection} from '../../../store/types.ts';
import type {Deck} from '../../deck.ts';
import {emptyState} from '../../testing.ts';
import {createSkin} from '../../theme/skin.ts';
import {createHeading} from './heading.ts';
import type {TableLook} from './table.ts';

test('what is being done to a row is counted as soon as it is known, though the row is the same', () => {
  let annotation: Annotation | undefined;
  const deck = {clock: {now: () => 0}, session: {look: {}}} as Deck;
  const collection = {
    family: instances,
    params: {},
    annotation: () => annotation,
    isSettled: () => !annotation,
  } as unknown as Collection;
  const rows = [instance(1)];
  const heading = createHeading(deck, {collection, count: counter => rows.forEach(row => void counter.add(row))});
  const state = {...emptyState, phase: 'ready' as const, complete: true, rows};
  const view = {ids: [1], version: 1, filter: '', marks: new Set()} as unknown as ListView;
  const table = {skin: createSkin('mono', false), columns: [], columnsWide: 60} as unknown as TableLook;
  const title = (version: number) => heading.paint({...state, version}, view, table)[0];
  expect(title(1)).toContain('1 running');
  annotation = {busy: {word: 'rebooting', percent: undefined}};
  expect(title(2)).toContain('1 rebooting');
});
