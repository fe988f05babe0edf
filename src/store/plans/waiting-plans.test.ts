import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {openStateFiles} from '../../platform/files/state-files.ts';
import {planOf} from '../testing/test-plan.ts';
import {waitingPlanPath, waitingPlansPath} from './plan-paths.ts';
import {type WaitingPlanFiles, waitingPlanFiles} from './waiting-plans.ts';

const now = Date.UTC(2026, 2, 1, 12);

function openPlans() {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-plans-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const reports: string[] = [];
  const files = openStateFiles(folder, words => reports.push(words));
  const index = join(folder, waitingPlansPath('demo'));
  return {
    reports,
    files,
    plans: waitingPlanFiles(files, 'demo'),
    damage: () => writeFileSync(index, '[{"name": "half'),
    add: (plans: WaitingPlanFiles, title: string) =>
      plans.add({...planOf(title, now), agent: 'helper', reason: '', now}),
    /** The texts of the files beside the index that have its name. */
    setAside: () =>
      readdirSync(join(index, '..'))
        .filter(name => name.startsWith('index.json') && name !== 'index.json')
        .map(name => readFileSync(join(index, '..', name), 'utf8')),
  };
}

test('bug: a new plan replaced a damaged index', async () => {
  const {plans, add, damage, setAside, reports} = openPlans();
  await add(plans, 'Edit');
  damage();
  const {name} = await add(plans, 'Rename');
  expect((await plans.list()).map(plan => plan.name)).toEqual([name]);
  expect(setAside()).toEqual(['[{"name": "half']);
  expect(reports).toHaveLength(1);
});

test('bug: a decision replaced a damaged index', async () => {
  const {plans, add, damage, setAside} = openPlans();
  const {name} = await add(plans, 'Edit');
  damage();
  expect(await plans.decide(name, ['waiting'], {state: 'refused'})).toBe(false);
  expect(setAside()).toEqual(['[{"name": "half']);
});

test('a damaged index that cannot be set aside is not changed', async () => {
  const {plans, add, damage, files} = openPlans();
  const {name} = await add(plans, 'Edit');
  damage();
  const unmovable = waitingPlanFiles({...files, quarantineDamaged: async () => {}}, 'demo');
  await expect(unmovable.decide(name, ['waiting'], {state: 'refused'})).rejects.toThrow(
    'The index of plans is damaged',
  );
  await expect(add(unmovable, 'Rename')).rejects.toThrow('The index of plans is damaged');
  expect(await files.read(waitingPlansPath('demo'))).toBe('[{"name": "half');
});

test('bug: a plan that waited lost its file if the same plan could not be added again', async () => {
  const {plans, add, files} = openPlans();
  const {name} = await add(plans, 'Edit');
  const full = waitingPlanFiles({...files, update: () => Promise.reject(new Error('no space left'))}, 'demo');
  await expect(add(full, 'Edit')).rejects.toThrow('no space left');
  expect((await plans.read(name)).entry).toMatchObject({name, state: 'waiting'});
});

test('a plan that could not be added leaves no file', async () => {
  const {add, files} = openPlans();
  const full = waitingPlanFiles({...files, update: () => Promise.reject(new Error('no space left'))}, 'demo');
  await expect(add(full, 'Edit')).rejects.toThrow('no space left');
  const {digest} = planOf('Edit', now).plan;
  expect(await files.read(waitingPlanPath('demo', `volumes.update-${digest.slice(-8)}`))).toBeUndefined();
});

test('a file with another plan than its entry in the list is refused', async () => {
  const {plans, add, files} = openPlans();
  const {name} = await add(plans, 'Edit');
  await files.write(waitingPlanPath('demo', name), planOf('Delete', now).text);
  await expect(plans.read(name)).rejects.toThrow(`${name} is not the plan of its entry in the list`);
});
