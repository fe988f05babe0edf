/**
 * Every field of every form gets values that break its rules: one past each bound, nothing, the wrong kind, emoji,
 * control characters. Before a request is sent, the message is beside the field (or names its flag) and states the
 * rule; a problem that only the API can know comes back to the same place; and the typed value is still there.
 */
import fc from 'fast-check';
import {afterAll, afterEach, describe, expect, test} from 'vitest';
import {type FieldFlag, flagsOf, inputOf, readValue} from '../../src/cli/args/action-flags.ts';
import {allActions, type NamedAction} from '../../src/cli/args/action-names.ts';
import {prepareChange} from '../../src/cli/change/prepare-change.ts';
import {UsageError} from '../../src/cli/io/command-errors.ts';
import {createRowCache} from '../../src/cli/read/command-lookup.ts';
import {RejectedError} from '../../src/client/core/errors.ts';
import type {Endpoint} from '../../src/contract/schema/endpoint.ts';
import type {Field, ObjectField} from '../../src/contract/schema/field.ts';
import {families} from '../../src/families/registry.ts';
import type {AnyRow, Family, PathParams} from '../../src/families/shape/define-family.ts';
import {contractIdentifiers} from '../../src/store/api/identifiers.ts';
import type {Change} from '../../src/store/changes/change.ts';
import {memoryDraftStore} from '../../src/store/changes/draft-store.ts';
import {fieldAt, inputsOf} from '../../src/store/changes/form/field-specs.ts';
import {leavesOf} from '../../src/store/core/dotted-paths.ts';
import {jsonEqual} from '../../src/store/core/json-equal.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import {manualClock} from '../../src/store/testing/manual-clock.ts';
import {TestAccount} from '../../src/store/testing/test-account.ts';
import {boundaryValues, escaped, invalidValues, wordsFor} from './invalid-values.ts';
import {objectOf} from './values.ts';

/** A valid value that conflicts with the initial values of the other fields. */
const besideOthers: ReadonlySet<string> = new Set([
  'is more than the maximum',
  'must leave the check time to answer: every longer than wait',
  'must be asynch or semi_synch for three nodes',
  'must be on, remote_write or remote_apply for semi_synch',
]);

/** Nothing stands in the way of an action here: only its form is tried. */
const open: readonly Family[] = families.map(family => ({
  ...family,
  actions: Object.fromEntries(
    Object.entries(family.actions).map(([name, {unless, warnings, expectedFields, confirm, ...action}]) => [
      name,
      action,
    ]),
  ),
}));

const named = allActions().filter(
  ({endpoint, action}) => endpoint.spec.body?.kind === 'object' && action.form && !endpoint.spec.upload,
);
const clock = manualClock();
const opened: {close(): Promise<void>}[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(session => session.close()));
});

const samples = new Map<ObjectField, AnyRow>();

/** The same row for each call: the seed is fixed, and every form needs eight of them. */
function sample(model: ObjectField): AnyRow {
  const [row] = samples.has(model)
    ? [samples.get(model)]
    : fc.sample(objectOf(model, {gaps: false}), {numRuns: 1, seed: 7});
  samples.set(model, row as AnyRow);
  return row as AnyRow;
}

/** A row that a family's list might have. */
function rowOf({family}: NamedAction, source: Endpoint): AnyRow | undefined {
  const model = source.spec.page ?? source.spec.responseModel;
  if (!model) return undefined;
  const row = sample(model);
  if (family.rows) return family.rows(row)[0];
  return source.spec.pagedBy === 'marker' ? (row.data as AnyRow[])[0] : row;
}

const numbered = (endpoint: Endpoint): PathParams =>
  Object.fromEntries(Object.entries(endpoint.params).map(([name, kind]) => [name, kind === 'integer' ? 1 : 'one']));

/** Lists that forms look at before they show a field: two of each. */
const listed = ['instances.configs.list', 'instances.disks.list', 'instances.list', 'regions.list'] as const;
const operations = new TestAccount().connection;
const rowsOf = (id: string): AnyRow[] => {
  const page = operations.operation(id)?.spec.page;
  return page ? [1, 2].map(key => ({...sample(page), id: key})) : [];
};

function begin(one: NamedAction) {
  const account = new TestAccount();
  for (const family of listed) account.lists.set(family, rowsOf(family));
  const drafts = memoryDraftStore();
  const profile = {name: 'test', production: false, readOnly: false};
  const session = createSession({families: open, connect: account.connect, clock, random: () => 0.5, profile, drafts});
  opened.push(session);
  const source = account.connection.operation(one.family.source);
  if (!source) throw new Error(one.family.source);
  const row = one.action.on === 'row' ? rowOf(one, source) : undefined;
  const params = numbered(source);
  const start = (): Change => {
    const change = session.change({family: one.family.id, action: one.name, row, params});
    change.subscribe(() => {});
    return change;
  };
  return {account, session, row, params, start};
}

const fieldOf = (change: Change, path: string) => change.getState().fields.find(field => field.path === path);

/** Inputs that the families write down; those that follow from a chosen script are the script's. */
const written: Parameters<typeof inputsOf>[1] = ({spec: {inputs}}) => (typeof inputs === 'object' ? inputs : {});

/** Tries each choice of the other fields until this one is shown. */
function reveal(change: Change, endpoint: Endpoint, path: string): boolean {
  if (fieldOf(change, path)) return true;
  for (const {path: other, spec} of inputsOf(change.action, written)) {
    const field = fieldAt(endpoint, other);
    const before = fieldOf(change, other)?.value;
    const known = field?.kind === 'choice' ? field.values : (spec.values ?? []);
    const values = [...known, true, false, 1, 'compute/debian11', '10.0.0.1'];
    for (const value of values) {
      change.set(other, value);
      if (fieldOf(change, path)) return true;
    }
    change.set(other, before);
  }
  // Some fields exist only for resources that have a value already.
  change.set(path, 'x');
  return fieldOf(change, path) !== undefined;
}

/** The reason for a text that should be lines like `role=web`. */
const notPairs = /must have a name and a value/;

/** An edit that empties a nullable field removes its value. */
const takesAway = ({action}: NamedAction, {facts}: Field, value: unknown): boolean =>
  value === '' && action.on === 'row' && facts.nullable === true;

/** Values with which a form opens its preview, where random ones contradict each other. */
const fitting: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'instances.configs.create': {'devices.sda': {disk_id: 1, volume_id: null}},
  'instances.configs.interfaces.create': {subnet_id: 1},
  'kube.clusters.create': {apl_enabled: false},
  'kube.clusters.controlPlaneAcl.update': {'acl.enabled': false},
  'objectStorage.keys.create': {opens: 'all'},
  'networking.firewalls.settings.update': {'default_firewall_ids.compute': 2},
  'vpcs.create': {subnets: [{label: 'one', ipv4: '10.0.0.0/24'}]},
  'vpcs.subnets.create': {ipv4: '10.0.0.0/24'},
  'databases.postgresql.create': {replication_type: 'asynch'},
  'account.update': {zip: '12345'},
  'account.users.update': {username: 'other'},
  'profile.tokens.create': {expiry: '2040-01-01T00:00:00'},
  'profile.tfa.confirm': {tfa_code: '123456'},
};
/** Fields whose form opened no preview, so that the refusal of the API was not tried. */
const unsent: string[] = [];

/** Fields that no choice shows: they depend on rows that the account of this test lacks. */
const hidden: string[] = [];

describe.each(named.map(one => [`${one.family.id}.${one.name}`, one] as const))('%s', (id, one) => {
  const {endpoint, action} = one;
  const leaves = inputsOf(action, written).filter(({spec, isAuxiliary}) => !isAuxiliary && spec.input !== 'group');

  test('the form shows the problem beside the field, and keeps the typed value', async () => {
    const wrong: string[] = [];
    const {account, start} = begin(one);
    const opened = async (): Promise<Change> => {
      const change = start();
      await change.whenReady;
      return change;
    };
    const leave = (change: Change): void => {
      change.reset();
      change.close();
    };
    for (const {path} of leaves) {
      const field = fieldAt(endpoint, path);
      if (!field) continue;
      for (const {value, rule} of invalidValues(field)) {
        if (takesAway(one, field, value)) continue;
        const change = await opened();
        const isThere = reveal(change, endpoint, path);
        if (isThere) change.set(path, value);
        else hidden.push(`${id} ${path}`);
        // A field that exists only for its value disappears when it is cleared.
        if (!fieldOf(change, path)) {
          leave(change);
          if (isThere) continue;
          break;
        }
        await change.toPreview();
        const shown = fieldOf(change, path);
        const message = shown?.problems.join('; ') ?? '';
        const where = `${path} = ${JSON.stringify(value)?.slice(0, 40)}`;
        if (change.getState().step !== 'form' || !(rule.test(message) || notPairs.test(message)))
          wrong.push(`${where}: ${change.getState().step}, “${message}”, not ${rule}`);
        if (!jsonEqual(shown?.value, value)) wrong.push(`${where}: became ${JSON.stringify(shown?.value)}`);
        if (account.count(endpoint.id) > 0) wrong.push(`${where}: was sent`);
        // After the form is closed and opened again its values are the same, except for secrets that would be written
        // to a file.
        change.close();
        const again = await opened();
        if (!jsonEqual(fieldOf(again, path)?.value, value)) wrong.push(`${where}: is not there any more`);
        leave(again);
      }
      for (const value of boundaryValues(field)) {
        const change = await opened();
        const isThere = reveal(change, endpoint, path);
        if (isThere) change.set(path, value);
        if (isThere) await change.toPreview();
        const words = (fieldOf(change, path)?.problems ?? []).filter(
          reason => !/^(?:[a-z_.0-9]+: |nothing is different)/.test(reason) && !besideOthers.has(reason),
        );
        leave(change);
        if (!isThere) break;
        if (words.length > 0)
          wrong.push(`${path} takes ${JSON.stringify(value).slice(0, 40)}, and said “${words.join('; ')}”`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('the command line names the flag and its problem before anything is sent', async () => {
    const wrong: string[] = [];
    const {session, row, params, account} = begin(one);
    // Problems that only the account can know are not tested: nothing can be read from it.
    const unreadable = () => Promise.reject(new Error('nothing is read in this test'));
    const connection = {
      ...(await account.connect()),
      call: unreadable,
      page: unreadable,
      pages: unreadable,
      listing: unreadable,
    };
    const source = {connection, cache: createRowCache({identifiers: contractIdentifiers}, clock.now)};
    /** The message of the command line for a flag; empty if it accepts the typed value. */
    const said = async (flag: FieldFlag, words: readonly string[]): Promise<string> => {
      try {
        const read = await readValue(flag, words, async () => '');
        const doing = {namedAction: one, values: new Map([[flag.path, read]]), session, clock, source};
        const result = await prepareChange(doing, {row, ref: {params, id: undefined}});
        if (result.kind === 'ready') result.change.close();
        return result.kind === 'refused' ? result.message : '';
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        return error.message;
      } finally {
        if (account.count(endpoint.id) > 0) wrong.push(`--${flag.name} ${words.join(' ')}: was sent`);
      }
    };
    const linesOf = (text: string, {name}: FieldFlag) =>
      text.split('\n').filter(line => new RegExp(`--${escaped(name)}(?![\\w-])`).test(line));
    for (const flag of flagsOf(endpoint, action)) {
      const {field} = flag;
      // Files are checked by their contents, and a flag without a value can't have a wrong one.
      if (flag.input || field.kind === 'flag') continue;
      for (const {value, rule} of invalidValues(field)) {
        const words = wordsFor(field, value);
        // An empty value is valid for an input that allows it.
        const isBlank = value === '' && inputOf(flag, action)?.blank === true;
        if (!words || isBlank || takesAway(one, field, value)) continue;
        const text = await said(flag, words);
        const lines = linesOf(text, flag);
        const isTold = lines.some(
          line =>
            rule.test(line) ||
            /takes JSON|is one of/.test(line) ||
            notPairs.test(line) ||
            (value === '' && /is required/.test(line)),
        );
        if (!isTold) wrong.push(`--${flag.name} ${words.join(' ').slice(0, 40)}: “${text.slice(0, 200)}”, not ${rule}`);
      }
      for (const value of boundaryValues(field)) {
        const words = wordsFor(field, value);
        const text = words ? await said(flag, words) : '';
        const lines = linesOf(text, flag).filter(
          line =>
            !besideOthers.has(line.replace(/^--\S+ /, '')) &&
            !/^These flags don’t belong to this request:|, but|required/.test(line),
        );
        if (lines.length > 0)
          wrong.push(`--${flag.name} takes ${String(value).slice(0, 40)}, and said “${lines.join()}”`);
      }
    }
    expect(wrong).toEqual([]);
  });

  test('a problem that only the API can find is shown beside the field', async () => {
    const body = endpoint.spec.body;
    if (body?.kind !== 'object') return;
    for (const {path, spec} of leaves) {
      const {account, start} = begin(one);
      const change = start();
      await change.whenReady;
      if (!reveal(change, endpoint, path)) continue;
      for (const [at, value] of leavesOf(sample(body))) if (fieldOf(change, at)) change.set(at, value);
      for (const [at, value] of Object.entries(fitting[id] ?? {})) if (fieldOf(change, at)) change.set(at, value);
      // Another value may have hidden the field.
      reveal(change, endpoint, path);
      await change.toPreview();
      if (change.getState().step !== 'preview' || !fieldOf(change, path)) {
        unsent.push(`${id} ${path}`);
        continue;
      }
      account.answers.set(endpoint.id, () => {
        throw new RejectedError([{field: path, reason: 'is not to our taste'}], {status: 400});
      });
      const typed = fieldOf(change, path)?.value;
      await change.send();
      expect(change.getState().step, `${path} ${spec.title}`).toBe('form');
      expect(fieldOf(change, path)?.problems).toEqual(['is not to our taste']);
      expect(fieldOf(change, path)?.value).toEqual(typed);
      change.close();
    }
  });
});

/** Every field was brought to the screen, with these exceptions. */
afterAll(() => {
  expect([...unsent].sort()).toEqual(
    [
      // The only value of a choice can't be typed again after another one.
      'instances.ips.allocate type',
      'placement.groups.create placement_group_type',
      'networking.ips.allocate type',
      'monitor.services.alertDefinitions.create trigger_conditions.criteria_condition',
      'monitor.services.alertDefinitions.update trigger_conditions.criteria_condition',
      'account.paymentMethods.create type',
      // A choice that shows them requires other fields, or contradicts one of them.
      'instances.create backup_id',
      'instances.disks.create filesystem',
      'instances.interfaces.create vpc.subnet_id',
      'instances.interfaces.create vpc.ipv4.addresses',
      'instances.interfaces.create vpc.ipv4.ranges',
      'images.replicate regions',
      'volumes.create region',
      'objectStorage.buckets.create region',
      'domains.create soa_email',
      'domains.records.create service',
      'domains.records.create protocol',
      'domains.records.create weight',
      'domains.records.create port',
      'nodebalancers.configs.create check_body',
      'networking.ipv6.ranges.create route_target',
      'managed.services.create region',
    ].sort(),
  );
  expect([...new Set(hidden)].sort()).toEqual([
    // An older engine than the contract's own has it.
    'databases.mongodb.create storage_engine',
    // The record at hand is of a type without them; a new one has its type chosen.
    'domains.records.update port',
    'domains.records.update priority',
    'domains.records.update protocol',
    'domains.records.update service',
    'domains.records.update tag',
    'domains.records.update weight',
    // The interface at hand is in a VPC.
    'instances.interfaces.update public.ipv4.addresses',
    'instances.interfaces.update public.ipv6.ranges',
    // The instance at hand has no backups.
    'instances.update backups.schedule.day',
    'instances.update backups.schedule.window',
  ]);
});
