/** Filters find a resource by the label of another one, whose list may arrive later. */
import {expect, test} from 'vitest';
import type {Family} from '../../families/shape/define-family.ts';
import {manualClock} from '../testing/manual-clock.ts';
import {TestAccount} from '../testing/test-account.ts';
import {instance, instances} from '../testing/test-families.ts';
import {createTestSession} from '../testing/test-session.ts';
import {createFinder} from './finder.ts';
import {createListModel} from './list-model.ts';

/** Volumes that show the label of their instance. */
const volumes: Family = {
  ...instances,
  id: 'volumes',
  source: 'volumes.list',
  entity: 'volume',
  columns: [
    {field: 'label', title: 'Label'},
    {
      id: 'instance',
      title: 'Instance',
      value: (row, lookup) => ownerLabel(lookup.find('instances', row.owner as number)),
    },
  ],
};

const ownerLabel = (owner: {readonly label?: unknown} | undefined): string => String(owner?.label ?? '');

/** Volumes of an account whose instances arrive on command. */
async function open(count = 2) {
  const account = new TestAccount();
  const clock = manualClock();
  account.lists.set(
    'volumes.list',
    Array.from({length: count}, (_, index) =>
      instance(index + 1, {label: `disk-${index + 1}`, owner: 101 + (index % 2)}),
    ),
  );
  account.lists.set('instances.list', [instance(101, {label: 'shop'}), instance(102, {label: 'blog'})]);
  const session = createTestSession({account, clock}, {families: [volumes, instances]});
  const list = session.collection('volumes');
  list.subscribe(() => {});
  await clock.settle();
  const readInstances = async () => {
    session.collection('instances').subscribe(() => {});
    await clock.settle();
  };
  return {account, clock, session, list, readInstances};
}

test('a filter for the label of an instance finds its volume when the instances arrive', async () => {
  const {list, session, readInstances} = await open();
  const model = createListModel(list, session.lookup, {filter: 'shop'});
  model.subscribe(() => {});
  expect(model.getState().ids).toEqual([]);
  await readInstances();
  expect(model.getState()).toMatchObject({ids: [1], isFuzzy: false});
});

test('volumes sorted by their instance are sorted again when the instances arrive', async () => {
  const {list, session, readInstances} = await open(3);
  const model = createListModel(list, session.lookup, {sort: {column: 'instance', descending: false}});
  model.subscribe(() => {});
  expect(model.getState().ids).toEqual([1, 2, 3]);
  model.setFilter('disk');
  await readInstances();
  expect(model.getState().ids).toEqual([2, 1, 3]);
});

test('Find finds a volume by the label of its instance when the instances arrive', async () => {
  const {list, session, readInstances} = await open();
  const finder = createFinder(() => [list], session.lookup);
  const found = () => {
    const steps = finder.find('blog');
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value.map(({label}) => label);
    }
  };
  expect(found()).toEqual([]);
  await readInstances();
  expect(found()).toEqual(['disk-2']);
});

test('an unchanged list of instances doesn’t let volumes be searched again', async () => {
  const {list, session, account, clock, readInstances} = await open();
  const model = createListModel(list, session.lookup, {filter: 'shop'});
  model.subscribe(() => {});
  await readInstances();
  const {version} = list.getState();
  await session.collection('instances').refetch();
  await clock.settle();
  expect(list.getState().version).toBe(version);
  account.setFacts('instances.list', 102, {label: 'shop-2'});
  await session.collection('instances').refetch();
  expect(model.getState().ids).toEqual([1, 2]);
});

test('a filter finds a volume by the new label of its instance', async () => {
  const {list, session, account, clock, readInstances} = await open();
  const model = createListModel(list, session.lookup, {filter: 'bakery'});
  model.subscribe(() => {});
  await readInstances();
  expect(model.getState().ids).toEqual([]);
  const read = async (facts: Readonly<Record<string, unknown>>) => {
    account.setFacts('instances.list', 102, facts);
    await session.collection('instances').refetchRows?.([102], 'user');
    await clock.settle();
    return list.getState().version;
  };
  const version = await read({label: 'bakery'});
  expect(model.getState().ids).toEqual([2]);
  // A new status of the instance must not search all volumes again: only its label is in their texts.
  expect(await read({status: 'offline'})).toBe(version);
});
