/**
 * `do` on several rows and `do --resume`, as scripts see them: output, exit code, requests and journal are compared with
 * the files in `test/golden/do-batch/`. A file may change only with a change that is meant for users.
 */
import {existsSync, mkdirSync, readFileSync, renameSync, writeFileSync} from 'node:fs';
import {hostname} from 'node:os';
import {join} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {Credentials} from '../src/emulator/engine/access/actors.ts';
import type {TestAccount} from '../src/emulator/testing/test-account.ts';
import {openStateFiles} from '../src/platform/files/state-files.ts';
import {BatchJournals, batchJournalPath} from '../src/store/changes/batch/batch-journal.ts';
import type {BatchRecord, BatchRow, RowOutcome} from '../src/store/changes/batch/interrupted-batch.ts';
import {addressProfile, bareEnv, openCommandLine, runCommandLine} from './support/cli.ts';
import {startRecorder} from './support/recorder.ts';

/** No process has this number. */
const NOBODY = 2 ** 30;

const volumes = ['batch-scratch-free', 'staging-data', 'crm-archive-2014'];
const tagged = ['do', 'volumes.update', ...volumes, '--tags', 'kept', '--yes'];
const resumed = ['do', '--resume', '--yes'];

interface Stage {
  readonly account: TestAccount;
  readonly stop: () => void;
  /** The folder of the journal. */
  readonly state: string;
  /** The name of the profile. */
  readonly profile: string;
}

interface Scene {
  readonly line: readonly string[];
  /** Runs when this number of changes has arrived, before the account sees the last one. */
  readonly at?: number;
  readonly happens?: (stage: Stage) => unknown;
  /** Prepares the account and the journal. */
  readonly before?: (stage: Stage) => unknown;
  /** Another interrupted batch keeps the file of the journal in its place. */
  readonly isAlone?: boolean;
  /** False if the folder of the journal can't be created. */
  readonly hasFolder?: boolean;
}

const journalsIn = ({state, profile}: Pick<Stage, 'state' | 'profile'>) =>
  new BatchJournals({
    files: openStateFiles(state, () => {}),
    path: batchJournalPath(profile),
    writer: {pid: NOBODY, host: hostname()},
    isRunning: () => false,
  });

const bystander: BatchRecord = {
  at: 1,
  family: 'instances',
  action: 'reboot',
  title: 'Reboot',
  params: {},
  values: {},
  secrets: [],
  rows: [{id: 101, label: 'web-01'}],
};

/** The lines of a journal; what differs in each run has a fixed word. */
function journalText(path: string): string {
  if (!existsSync(path)) return '(no file)\n';
  const runs: string[] = [];
  const lines = readFileSync(path, 'utf8').split('\n');
  return lines
    .map(text => {
      if (text === '') return text;
      const line = JSON.parse(text);
      // Nothing but the order of the properties and JSON without spaces is in the bytes of a line.
      expect(JSON.stringify(line)).toBe(text);
      if (!runs.includes(line.run)) runs.push(line.run);
      line.run = `RUN ${runs.indexOf(line.run)}`;
      if (line.begin) Object.assign(line.begin, {at: 0, by: 'PROCESS'});
      if (line.taken) line.taken = 'PROCESS';
      return JSON.stringify(line);
    })
    .join('\n');
}

async function played({line, at = 0, happens, before, isAlone, hasFolder = true}: Scene): Promise<string> {
  const cli = await openCommandLine();
  onTestFinished(() => cli.close());
  const {account, folder} = cli;
  let stop = (): void => {};
  const state = join(folder, 'skydeck');
  const {url, changes} = await startRecorder(account.url, {
    beforeChange: number => (number === at ? happens?.(stage) : undefined),
  });
  const stage: Stage = {account, state, profile: addressProfile({url}), stop: () => stop()};
  if (hasFolder) mkdirSync(state);
  else writeFileSync(state, '');
  if (hasFolder && !isAlone) await journalsIn(stage).start(bystander);
  await before?.(stage);
  const interrupted = (run: () => void) => {
    stop = run;
    return () => {};
  };
  const {code, out, err} = await runCommandLine(line, bareEnv(folder, {url, token: account.token}), {
    onInterrupt: interrupted,
  });
  const path = join(existsSync(`${state}.away`) ? `${state}.away` : state, batchJournalPath(stage.profile));
  const parts = [
    `$ skydeck ${line.join(' ')}\n`,
    `--- exit code ${code}\n`,
    `--- output\n${out}`,
    `--- errors\n${withSortedWarnings(err.replaceAll(folder, 'FOLDER'))}`,
    `--- requests\n${changes.map(change => `${change}\n`).join('')}`,
    `--- journal\n${hasFolder ? journalText(path) : '(no file)\n'}`,
  ];
  return parts.join('');
}

/** The change log and the journal fail on their own, in any order. */
const withSortedWarnings = (text: string): string =>
  text.replace(/(?:^Can’t write the .*\n){2,}/gm, lines => `${lines.trimEnd().split('\n').toSorted().join('\n')}\n`);

/** Refuses one change after so many others. */
async function refuses(account: TestAccount, on: string, after: number): Promise<void> {
  const body = JSON.stringify({faults: [{on, kind: 'error', status: 400, after, count: 1}]});
  const {ok} = await account.raw('/_emulator/faults', {method: 'POST', body});
  expect(ok).toBe(true);
}

function loseScope({account: {db}}: Stage): void {
  db.transaction(() => {
    for (const {id} of db.rows(Credentials)) db.update(Credentials, id, {scopes: 'volumes:read_only'});
  });
}

/** From now on nothing in the folder can be written. */
function loseFolder({state}: Stage): void {
  renameSync(state, `${state}.away`);
  writeFileSync(state, '');
}

async function deleteVolume({account}: Stage, label: string): Promise<void> {
  const {data} = await account.ok(contract.volumes.list, {filter: {label}});
  await account.ok(contract.volumes.delete, {params: {volumeId: data[0]?.id ?? 0}});
}

const golden = (name: string) => `golden/do-batch/${name.replaceAll(' ', '-')}.txt`;

const scenes: Readonly<Record<string, Scene>> = {
  'all well': {line: tagged},
  'all well as json': {line: [...tagged, '--json']},
  'all well without another batch': {line: tagged, isAlone: true},
  'an error in the middle': {line: tagged, before: ({account}) => refuses(account, 'volumes.update', 1)},
  'an error in the middle as json': {
    line: [...tagged, '--json'],
    before: ({account}) => refuses(account, 'volumes.update', 1),
  },
  interrupted: {line: tagged, at: 2, happens: ({stop}) => stop()},
  'interrupted as json': {line: [...tagged, '--json'], at: 2, happens: ({stop}) => stop()},
  'a row that vanished': {line: tagged, at: 1, happens: stage => deleteVolume(stage, 'staging-data')},
  'a scope that was lost': {line: tagged, at: 2, happens: loseScope},
  'a journal that cannot be started': {line: tagged, hasFolder: false},
  'a journal that cannot be continued': {line: tagged, at: 1, happens: loseFolder},
};

test.each(Object.entries(scenes))('do: %s', async (name, scene) => {
  await expect(await played(scene)).toMatchFileSnapshot(golden(`do ${name}`));
});

test('bug: the changes after a rate limit failed one by one, and none was kept for later', async () => {
  const faults = {faults: [{on: 'volumes.update', kind: 'throttle', seconds: 200, after: 1}]};
  const text = await played({
    line: tagged,
    before: ({account}) => account.raw('/_emulator/faults', {method: 'POST', body: JSON.stringify(faults)}),
  });
  expect(text).toMatch(/staging-data.*: Rate limit reached/);
  expect(text).toContain('Stopped with 1 of 3 remaining. Run "skydeck do --resume" to resume');
  expect(text).not.toMatch(/crm-archive-2014: Rate limit/);
});

/** A batch that was interrupted. */
async function interruptedBatch(
  stage: Stage,
  record: Partial<BatchRecord>,
  rows: readonly BatchRow[],
  states: readonly (RowOutcome | 'sending')[],
): Promise<void> {
  const journal = await journalsIn(stage).start({...bystander, ...record, at: 2, rows});
  for (const [index, outcome] of states.entries()) {
    const id = rows[index]?.id ?? 0;
    await journal.markSending(id);
    if (outcome !== 'sending') await journal.markEnded(id, outcome);
  }
}

describe('do --resume', () => {
  /** One is done, one failed, one has no outcome, and three were never sent. */
  const crashed = async (stage: Stage) => {
    const labels = ['uploads', 'ci-cache', 'metrics', ...volumes];
    const {data} = await stage.account.ok(contract.volumes.list);
    const rows = labels.map(label => ({id: data.find(volume => volume.label === label)?.id ?? 0, label}));
    expect(rows.every(({id}) => id > 0)).toBe(true);
    const record = {family: 'volumes', action: 'update', title: 'Edit…', values: {tags: ['kept']}} as const;
    await interruptedBatch(stage, record, rows, ['ok', 'failed', 'sending']);
  };
  const resumeScenes: Readonly<Record<string, Scene>> = {
    'all well': {line: resumed, before: crashed},
    'all well as json': {line: [...resumed, '--json'], before: crashed},
    'all well without another batch': {line: resumed, before: crashed, isAlone: true},
    'an error in the middle': {
      line: resumed,
      async before(stage) {
        await crashed(stage);
        await refuses(stage.account, 'volumes.update', 1);
      },
    },
    interrupted: {line: resumed, before: crashed, at: 2, happens: ({stop}) => stop()},
    'a row that vanished': {
      line: resumed,
      async before(stage) {
        await crashed(stage);
        await deleteVolume(stage, 'staging-data');
      },
    },
    'a scope that was lost': {line: resumed, before: crashed, at: 2, happens: loseScope},
    'a journal that cannot be continued': {line: resumed, before: crashed, at: 1, happens: loseFolder},
    'nothing remains': {
      line: resumed,
      async before(stage) {
        await crashed(stage);
        for (const label of volumes) await deleteVolume(stage, label);
      },
    },
    discarded: {line: ['do', '--resume', '--forget'], before: crashed},
  };
  test.each(Object.entries(resumeScenes))('%s', async (name, scene) => {
    await expect(await played(scene)).toMatchFileSnapshot(golden(`resume ${name}`));
  });
});

describe('do --resume of an edited zone', () => {
  const line = [...resumed, '--confirm', '4'];
  /** One record is changed, two are created and one is deleted. */
  const crashed = async (stage: Stage) => {
    const {account} = stage;
    const {data: domains} = await account.ok(contract.domains.list, {filter: {domain: 'acme-infra.example'}});
    const domainId = domains[0]?.id ?? 0;
    const {data: records} = await account.ok(contract.domains.records.list, {params: {domainId}});
    const [first, second] = ['www', 'docs'].map(name => records.find(record => record.name === name));
    if (!first || !second) throw new Error('no records');
    const place = {before: undefined, after: undefined, line: undefined};
    const created = (name: string) => ({
      ...place,
      action: 'create' as const,
      row: undefined,
      values: {type: 'CNAME', name, target: 'hosted.example.net'},
      label: `CNAME ${name}`,
    });
    const changed = {...place, action: 'update' as const, row: first, values: {ttl_sec: 7200}, label: 'A www'};
    const deleted = {...place, action: 'delete' as const, row: second, values: {}, label: 'CNAME docs'};
    const rows: BatchRow[] = [
      {id: '0', label: '~ A www', step: changed},
      {id: '1', label: '+ CNAME blog', step: created('blog')},
      {id: '2', label: '+ CNAME shop', step: created('shop')},
      {id: '3', label: '- CNAME docs', step: deleted},
    ];
    const record = {
      family: 'domains.records',
      action: 'text',
      title: 'Zone as text',
      about: 'acme-infra.example',
      params: {domainId},
    } as const;
    await interruptedBatch(stage, record, rows, []);
  };
  const failing = async (stage: Stage) => {
    await crashed(stage);
    await refuses(stage.account, 'domains.records.create', 0);
  };
  const zoneScenes: Readonly<Record<string, Scene>> = {
    'all well': {line, before: crashed},
    'an error in the middle': {line, before: failing},
    'an error in the middle as json': {line: [...line, '--json'], before: failing},
    interrupted: {line, before: crashed, at: 2, happens: ({stop}) => stop()},
    'interrupted as json': {line: [...line, '--json'], before: crashed, at: 2, happens: ({stop}) => stop()},
    'a journal that cannot be continued': {line, before: crashed, at: 2, happens: loseFolder},
  };
  test.each(Object.entries(zoneScenes))('%s', async (name, scene) => {
    await expect(await played(scene)).toMatchFileSnapshot(golden(`resume zone ${name}`));
  });
});

describe('do --resume of an undo', () => {
  const crashed = async (stage: Stage) => {
    const {data} = await stage.account.ok(contract.volumes.list);
    const rows = volumes.map((label, index): BatchRow => {
      const id = data.find(volume => volume.label === label)?.id;
      const undoneChange = {kind: 'Undo', title: `Edit ${label}`} as const;
      const undo = {action: 'update', id, values: {tags: ['before']}, undoneChange};
      return {id: String(index), label: `~ ${label}`, undo};
    });
    await interruptedBatch(stage, {family: 'volumes', action: 'undo', title: 'Undo', about: 'Edit 3'}, rows, []);
  };
  test('an error in the middle', async () => {
    const scene: Scene = {
      line: resumed,
      async before(stage) {
        await crashed(stage);
        await refuses(stage.account, 'volumes.update', 1);
      },
    };
    await expect(await played(scene)).toMatchFileSnapshot(golden('resume undo an error in the middle'));
  });
});
