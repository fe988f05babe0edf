import {describe, expect, test} from 'vitest';
import {databaseStatuses} from '../../contract/databases/models.ts';
import {entityRef} from '../events/event-entities.ts';
import {familyOf} from '../registry.ts';
import type {AnyRow} from '../shape/define-family.ts';
import {formContext} from '../testing/form-context.ts';
import {candidateReasons, detailLines, unlessOf, warnings} from '../testing/probe.ts';
import {entity, event} from '../testing/rows.ts';
import * as rows from '../testing/service-rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {allowListCell, windowText} from './cluster.ts';
import {pemText} from './cluster-tabs.ts';

const all = familyOf('databases.instances');
const mysql = familyOf('databases.mysql');
const mongodb = familyOf('databases.mongodb');
const postgresql = familyOf('databases.postgresql');
const backups = familyOf('databases.mysql.backups');
const reasonOf = unlessOf(mysql);
const databaseIn = (status: string) => rows.mysqlDatabase({status});
const params = {instanceId: 2201};

describe('state', () => {
  test('rule 238: every status has a condition, and a transition its percentage', () => {
    expect(
      databaseStatuses.map(status => `${status}: ${mysql.state?.(databaseIn(status), lookupFrom(), {}).condition}`),
    ).toEqual([
      'provisioning: busy',
      'active: ok',
      'suspending: busy',
      'suspended: off',
      'resuming: busy',
      'restoring: busy',
      'failed: failed',
      'degraded: attention',
      'updating: busy',
      'backing_up: busy',
    ]);
    const running = event({
      action: 'database_create',
      status: 'started',
      percent_complete: 40,
      entity: entity('database', 2201, 'shop'),
    });
    const lookup = lookupFrom({events: [running]});
    expect(mysql.state?.(databaseIn('provisioning'), lookup, {})).toEqual({
      condition: 'busy',
      word: 'provisioning',
      percent: 40,
    });
    expect(mysql.state?.(databaseIn('active'), lookup, {})).toEqual({condition: 'ok', word: 'active'});
  });

  test('a problem that only an event reports lasts until the next event', () => {
    const about = {status: 'notification', entity: entity('database', 2201, 'shop')} as const;
    const alarm = event({...about, id: 1, action: 'database_low_disk_space'});
    const degraded = event({...about, id: 2, action: 'database_degraded'});
    const later = event({...about, id: 3, action: 'database_resize', status: 'finished'});
    const stateAfter = (...events: (typeof alarm)[]) => all.state?.(rows.database(), lookupFrom({events}), {});
    expect(stateAfter(alarm)).toEqual({condition: 'attention', word: 'low disk space'});
    expect(stateAfter(degraded, alarm)).toEqual({condition: 'attention', word: 'degraded'});
    expect(stateAfter(later, alarm)).toEqual({condition: 'ok', word: 'active'});
    expect(mysql.state?.(databaseIn('updating'), lookupFrom({events: [alarm]}), {})).toMatchObject({condition: 'busy'});
  });
});

describe('unavailable actions', () => {
  test.each(['update', 'patch', 'credentials.reset'])('rules 240, 244: %s needs an active database', name => {
    expect(reasonOf(name, databaseIn('active'))).toBeUndefined();
    expect(reasonOf(name, databaseIn('backing_up'))).toBe('needs an active database: it is backing up');
  });

  test('rule 239: delete needs an active, failed or degraded database', () => {
    for (const status of ['active', 'failed', 'degraded'])
      expect(reasonOf('delete', databaseIn(status))).toBeUndefined();
    expect(reasonOf('delete', databaseIn('updating'))).toContain('it is updating');
  });

  test.each([
    ['Credentials', 'rule 243'],
    ['Certificate', 'rule 245'],
  ])('%s (%s) can be read for active databases only', title => {
    const tab = mysql.detail.find(entry => entry.title === title);
    expect(tab?.unless?.(databaseIn('active'), lookupFrom(), {})).toBeUndefined();
    expect(tab?.unless?.(databaseIn('degraded'), lookupFrom(), {})).toBe('Needs an active database: it is degraded');
  });

  test('rule 246: backups can be listed and deleted after the database is provisioned', () => {
    const tab = mysql.detail.find(({title}) => title === 'Backups');
    expect(tab?.unless?.(databaseIn('provisioning'), lookupFrom(), {})).toContain('No backups until');
    expect(tab?.unless?.(databaseIn('degraded'), lookupFrom(), {})).toBeUndefined();
    const lookupWith = (status: string) => lookupFrom({lists: {'databases.mysql': [databaseIn(status)]}});
    const ofBackup = unlessOf(backups);
    expect(ofBackup('delete', rows.databaseBackup(), lookupWith('provisioning'), params)).toBe(
      'the database is provisioning',
    );
    expect(ofBackup('delete', rows.databaseBackup(), lookupWith('degraded'), params)).toBeUndefined();
  });

  test.each([
    'create',
    'restore',
  ])('rules 241, 242: %s of a backup needs an active database, if the status is known', name => {
    const lookup = lookupFrom({lists: {'databases.instances': [rows.database({status: 'updating'})]}});
    const row = name === 'create' ? undefined : rows.databaseBackup();
    expect(unlessOf(backups)(name, row, lookup, params)).toBe('needs an active database: it is updating');
    expect(unlessOf(backups)(name, row, lookupFrom(), params)).toBeUndefined();
  });
});

describe('credentials', () => {
  test('rule 252: user and password are masked', () => {
    const tab = mysql.detail.find(({title}) => title === 'Credentials');
    if (!tab || !('operation' in tab) || !('sections' in tab.content)) throw new Error('no credentials');
    const texts = tab.content.sections.flatMap(section => section.lines);
    expect(texts.map(({title, secret}) => [title, secret])).toEqual([
      ['User', true],
      ['Password', true],
    ]);
    expect(tab.params(databaseIn('active'), {})).toEqual(params);
  });

  test('a reset warns about lost access and older backups', () => {
    const texts = warnings(mysql, 'credentials.reset', {row: databaseIn('active')}).join(' ');
    expect(texts).toContain('lose access');
    expect(texts).toContain('Credentials tab');
    expect(texts).toContain('Don’t restore backups');
    expect(mysql.actions['credentials.reset']?.operation).toBe('databases.mysql.credentials.reset');
  });
});

describe('restoring', () => {
  const {restore} = backups.actions;

  test('rule 253: warns about replaced and lost data, and asks for the label of the database', () => {
    const lookup = lookupFrom({lists: {'databases.mysql': [databaseIn('active')]}});
    expect(warnings(backups, 'restore', {row: rows.databaseBackup(), lookup, params})).toEqual([
      'All data of shop is replaced by the backup.',
      'Data written since this backup (3d ago) is lost.',
      'If you reset the credentials after this backup, the cluster fails.',
    ]);
    expect(restore?.confirm).toMatchObject({typing: 'owner'});
  });

  test('bug: the warning named a known reset of the credentials only as a possibility', () => {
    const reset = (created: string) =>
      event({action: 'database_credentials_reset', created, entity: entity('database', 2201, 'shop')});
    const lastText = (created: string) =>
      warnings(backups, 'restore', {
        row: rows.databaseBackup({created: '2026-11-20T03:00:00'}),
        lookup: lookupFrom({events: [reset(created)]}),
        params,
      }).at(-1);
    expect(lastText('2026-11-21T03:00:00')).toContain('were reset after this backup');
    expect(lastText('2026-11-19T03:00:00')).toContain('If you reset the credentials');
  });

  test('rule 254: warns that the cluster can fail, even if the database is unknown', () => {
    const texts = warnings(backups, 'restore', {
      row: rows.databaseBackup({created: 'once'}),
      lookup: lookupFrom(),
      params,
    });
    expect(texts.at(-1)).toContain('the cluster fails');
    expect(texts[1]).toBe('Couldn’t read the age of the backup.');
  });
});

describe('the maintenance window', () => {
  const weekly = {frequency: 'weekly', duration: 3, hour_of_day: 20, day_of_week: 1, week_of_month: null} as const;

  test('rules 229, 249: is shown in words, with day 1 as Sunday', () => {
    expect(windowText(weekly)).toBe('every Sunday, 20:00–23:00 UTC');
    expect(windowText({...weekly, day_of_week: 7, hour_of_day: 23})).toBe('every Saturday, 23:00–02:00 UTC');
  });

  test('rule 233: shows the week of a monthly window', () => {
    const monthly = {...weekly, frequency: 'monthly', week_of_month: 2};
    expect(windowText(monthly)).toBe('the second Sunday of every month, 20:00–23:00 UTC');
    expect(windowText({...monthly, week_of_month: null})).toBe('a Sunday every month, 20:00–23:00 UTC');
    const inside = mysql.actions.update?.form?.updates?.inputs;
    const {isVisible} = (typeof inside === 'object' && inside.week_of_month) || {};
    expect(
      isVisible?.(formContext({values: {frequency: 'monthly'}, row: databaseIn('active'), lookup: lookupFrom()})),
    ).toBe(true);
    expect(isVisible?.(formContext({row: databaseIn('active'), lookup: lookupFrom()}))).toBe(false);
    expect(
      isVisible?.(
        formContext({row: rows.mysqlDatabase({updates: {...weekly, frequency: 'monthly'}}), lookup: lookupFrom()}),
      ),
    ).toBe(true);
  });

  test('an invalid day is shown as unknown', () => {
    expect(windowText({...weekly, day_of_week: 9})).toEqual({text: '?', tone: 'unknown'});
  });

  test('rule 250: an update of one node warns about downtime', () => {
    expect(detailLines(mysql, rows.mysqlDatabase({cluster_size: 1}))['During updates']).toContain('down');
    expect(detailLines(mysql, databaseIn('active'))).not.toHaveProperty('During updates');
    expect(warnings(mysql, 'patch', {row: rows.mysqlDatabase({cluster_size: 1})}).join()).toContain('only one node');
    expect(warnings(mysql, 'patch', {row: databaseIn('active')})).toHaveLength(1);
  });
});

describe('the allow list', () => {
  test('rule 221: is marked for attention when it is empty or open to all addresses', () => {
    expect(allowListCell([])).toEqual({text: 'none', tone: 'attention'});
    expect(allowListCell(['0.0.0.0/0', '192.0.2.1'])).toEqual({text: 'all addresses', tone: 'attention'});
    expect(allowListCell(['192.0.2.0/24'])).toBe('1 range');
  });

  test('rule 228: warns about the addresses that a change removes', () => {
    const texts = warnings(mysql, 'update', {row: databaseIn('active'), body: {allow_list: ['192.0.2.0/24']}});
    expect(texts[0]).toBe('Connections from 198.51.100.7/32 are refused from now on.');
    expect(texts.at(-1)).toContain('takes effect after a moment');
    expect(warnings(mysql, 'update', {row: databaseIn('active'), body: {allow_list: []}})).toContain(
      'Allowed to connect: none.',
    );
    expect(warnings(mysql, 'update', {row: databaseIn('active'), body: {label: 'new'}})).toEqual([]);
  });

  test('a wider allow list refuses no connections', () => {
    const warningsFor = (...list: string[]) =>
      warnings(mysql, 'update', {
        row: rows.mysqlDatabase({allow_list: ['192.0.2.0/24', '198.51.100.7']}),
        body: {allow_list: list},
      }).join('\n');
    expect(warningsFor('0.0.0.0/0')).toBe(
      'Allowed to connect: all addresses.\nThe allow list takes effect after a moment.',
    );
    expect(warningsFor('192.0.2.0/23', '198.51.100.0/24')).not.toContain('refused');
    expect(warningsFor('192.0.2.0/25', '198.51.100.7')).toContain(
      'Connections from 192.0.2.0/24 are refused from now on, except from 192.0.2.0/25.',
    );
  });

  test('an update shows nested fields in its preview, and can be undone', () => {
    const {expectedFields, undo} = mysql.actions.update ?? {};
    expect(
      expectedFields?.({
        row: databaseIn('active'),
        lookup: lookupFrom(),
        params: {},
        body: {updates: {hour_of_day: 3}},
      }),
    ).toMatchObject({
      updates: {hour_of_day: 3, day_of_week: 1},
    });
    expect(undo?.body?.(databaseIn('active'), {label: 'new'})).toEqual({label: 'shop'});
  });
});

describe('a new database', () => {
  const form = (family = mysql) => family.actions.create?.form ?? {};
  const shownFields = (values: AnyRow, family = mysql) =>
    Object.entries(form(family))
      .filter(([, input]) => input.isVisible?.(formContext({values, lookup: lookupFrom()})) !== false)
      .map(([name]) => name);

  test('rule 259: offers the versions of its own engine only', () => {
    const engines = [rows.databaseEngine(), rows.databaseEngine({id: 'mongodb/4.4.10', engine: 'mongodb'})];
    expect(candidateReasons(mysql, 'create', 'engine', {candidates: engines})).toEqual([undefined, 'is MongoDB']);
    expect(familyOf('databases.engines').label(rows.databaseEngine())).toBe('MySQL 8.0.26');
  });

  test("dims plans that the engine doesn't offer", () => {
    const plan = rows.databaseType();
    const plans = [plan, rows.databaseType({deprecated: true}), {...plan, engines: {...plan.engines, mysql: []}}];
    expect(candidateReasons(mysql, 'create', 'type', {candidates: plans})).toEqual([
      undefined,
      'is deprecated',
      'is not offered for MySQL',
    ]);
  });

  test('rule 227: asks for the replication type with three nodes only, and never offers none', () => {
    expect(shownFields({cluster_size: 1})).not.toContain('replication_type');
    expect(shownFields({cluster_size: 3})).toContain('replication_type');
    expect(form().replication_type?.values).toEqual(['semi_synch', 'asynch']);
    expect(shownFields({cluster_size: 3}, postgresql)).toContain('replication_commit_type');
  });

  test('rule 225: offers the older storage engine for versions before 4.0 only', () => {
    expect(shownFields({engine: 'mongodb/3.6.23'}, mongodb)).toContain('storage_engine');
    for (const engine of ['mongodb/4.0.27', 'mongodb/4.4.10', undefined])
      expect(shownFields({engine}, mongodb)).not.toContain('storage_engine');
  });

  test('warns about costs and an empty allow list', () => {
    const lookup = lookupFrom({lists: {'databases.types': [rows.databaseType()]}});
    const texts = (body: AnyRow, priceLookup = lookup) =>
      mysql.actions.create?.warnings?.({row: undefined, lookup: priceLookup, params: {}, body});
    expect(texts({type: 'g6-standard-2', cluster_size: 3, allow_list: ['192.0.2.1']})).toEqual([
      'Cost: +$180.00/mo.',
      'Creation takes 15 to 30 minutes.',
    ]);
    expect(texts({type: 'g6-standard-2'}, lookupFrom())).toEqual([
      'Couldn’t read the price.',
      'Creation takes 15 to 30 minutes.',
      'Allowed to connect: none.',
    ]);
  });
});

describe('the list of all engines', () => {
  test('rule 257: a row refers to the cluster in the list of its engine', () => {
    const link = all.represents?.(rows.database(), lookupFrom(), {});
    expect(link?.ref).toEqual({family: 'databases.mysql', id: 2201});
    const whole = rows.mysqlDatabase();
    const lookup = lookupFrom({lists: {'databases.mysql': [whole]}});
    expect(all.represents?.(rows.database(), lookup, {})?.row).toBe(whole);
    expect(all.represents?.(rows.database({engine: 'redis'}), lookupFrom(), {})).toBeUndefined();
  });

  test('shows the name of a known engine, and the value of an unknown one', () => {
    expect(detailLines(all, rows.database()).Engine).toBe('MySQL 8.0.26');
    expect(detailLines(all, rows.database({engine: 'redis', version: '7'})).Engine).toBe('redis 7');
  });

  test('offers a create action for each engine', () => {
    expect(Object.values(all.borrowedActions).map(({family, action, on}) => `${family}.${action} ${on}`)).toEqual([
      'databases.mysql.create list',
      'databases.postgresql.create list',
      'databases.mongodb.create list',
    ]);
  });
});

test('an event opens the list of its engine, which only the URL of its entity names', () => {
  const refFor = (url: string | null) => entityRef({type: 'database', id: 2201, url});
  expect(refFor('/v4/databases/postgresql/instances/2201')).toEqual({family: 'databases.postgresql', id: 2201});
  expect(refFor(null)).toEqual({family: 'databases.instances', id: 2201});
  expect(refFor('/v4/databases/redis/instances/1')?.family).toBe('databases.instances');
});

test('a Base64 certificate is decoded, and other text is shown unchanged', () => {
  expect(pemText(Buffer.from('-----BEGIN').toString('base64'))).toBe('-----BEGIN');
  expect(pemText('not base64!')).toBe('not base64!');
  expect(pemText(undefined)).toBeUndefined();
});

describe('plans', () => {
  const plans = familyOf('databases.types');

  test('show the lowest price when engines differ', () => {
    const column = plans.columns.find(({id}) => id === 'price');
    if (column?.field !== undefined || !column) throw new Error('no price');
    const plan = rows.databaseType();
    const withDearerEngine = {
      ...plan,
      engines: {...plan.engines, mongodb: [{quantity: 1, price: {hourly: 1, monthly: 90}}]},
    };
    const cell = (row: AnyRow) => column.value(row, lookupFrom(), {});
    expect([cell(plan), cell(withDearerEngine)]).toEqual(['$60.00/mo', 'from $60.00/mo']);
    expect(cell({...plan, engines: {mysql: [], postgresql: [], mongodb: []}})).toEqual({text: '—', tone: 'dim'});
    expect(detailLines(plans, plan).MySQL).toBe('1 node · $60.00/mo  3 nodes · $180.00/mo');
    expect(plans.summary?.(plan, lookupFrom())).toBe('2 VCPUs · 4 GB RAM · 80 GB disk · $60.00/mo a node');
  });
});
