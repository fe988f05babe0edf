import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test, vi} from 'vitest';
import {testDouble} from '../../store/testing/test-double.ts';
import type {AccountSessions} from './account-session.ts';
import type {ConsoleOptions} from './console-options.ts';
import {loadInitialState, prepareStart} from './initial-state.ts';

const noOptions: ConsoleOptions = {
  monitor: false,
  ndjson: false,
  demo: false,
  readOnly: false,
  ascii: false,
  mouse: false,
  plain: false,
  lowBandwidth: false,
};

function settings(text: string): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'skydeck-begin-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  writeFileSync(join(folder, 'config.yaml'), text);
  return {HOME: folder, SKYDECK_CONFIG: join(folder, 'config.yaml')};
}

const broken = 'default_profile: prod\nprofiles: [\n';

test('a settings file with mistakes never opens the demo account instead', async () => {
  const env = settings(broken);
  for (const options of [noOptions, {...noOptions, profile: 'prod'}]) {
    const {refused} = (await loadInitialState(options, env)) as {refused: string};
    expect(refused).toMatch(/config\.yaml:3:1: /);
  }
});

test('a settings file with mistakes still opens the requested account', async () => {
  const env = settings(broken);
  expect(await loadInitialState({...noOptions, demo: true}, env)).toMatchObject({profile: undefined});
  expect(await loadInitialState({...noOptions, profile: 'demo'}, env)).toMatchObject({profile: undefined});
  const baseUrl = 'http://127.0.0.1:1/v4';
  expect(await loadInitialState({...noOptions, baseUrl}, env)).toMatchObject({profile: {baseUrl}});
  const partly = settings(
    'default_profile: prod\nprofiles: [{name: prod, base_url: http://127.0.0.1:1/v4}]\ntheme: 7\n',
  );
  expect(await loadInitialState(noOptions, partly)).toMatchObject({profile: {name: 'prod'}});
});

test('bug: a console that starts with a saved view had neither its order nor its columns', async () => {
  const text = 'views: {web: {view: instances, filter: "tag:web", sort: -label, columns: [label]}}\n';
  const start = await loadInitialState({...noOptions, demo: true, view: 'web'}, settings(text));
  expect(start).toMatchObject({
    destination: {
      family: 'instances',
      filter: 'tag:web',
      sort: {column: 'label', descending: true},
    },
    preferences: {columns: {instances: ['label']}},
  });
});

test('a start view named like a property of every object is an unknown view', async () => {
  const start = await loadInitialState({...noOptions, demo: true}, settings('start: constructor\n'));
  expect(start).not.toHaveProperty('refused');
  expect(start).toMatchObject({destination: undefined});
  for (const view of ['constructor', 'toString'])
    expect(await loadInitialState({...noOptions, demo: true, view}, settings(''))).toMatchObject({
      refused: expect.stringContaining(`Unknown view ${view}.`),
    });
});

test('if the first account can’t be opened, its snapshots are set aside', async () => {
  for (const [name, value] of Object.entries(settings('start: volumes\n'))) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  const start = await prepareStart(
    {...noOptions, demo: true, plain: true},
    {startDemo: () => Promise.reject(new Error('not started'))},
  );
  if ('refused' in start) throw new Error(start.refused);
  let isDiscarded = false;
  const sessions = testDouble<AccountSessions>({
    open: () => Promise.reject(new Error('damaged rows')),
    async discardSnapshots() {
      isDiscarded = true;
    },
  });
  await expect(start.openFirst(sessions)).rejects.toThrow('damaged rows');
  expect(isDiscarded).toBe(true);
});
