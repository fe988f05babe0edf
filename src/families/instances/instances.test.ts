import {describe, expect, test} from 'vitest';
import {instanceStatuses} from '../../contract/instances/index.ts';
import {cellText} from '../format/cells.ts';
import {familyOf} from '../registry.ts';
import type {AnyRow, Lookup} from '../shape/define-family.ts';
import {formContext} from '../testing/form-context.ts';
import {candidateReasons, unlessOf, warnings} from '../testing/probe.ts';
import {config, disk, entity, event, image, instance, plan, region, volume} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {deprecatedImageWarnings} from './forms/deployment.ts';

const instances = familyOf('instances');
const idle = lookupFrom();
const booting = event({status: 'started', percent_complete: 62});
const state = (row: AnyRow, lookup = idle) => instances.state?.(row, lookup, {});

describe('state', () => {
  test('rule 132: every status has a condition', () => {
    expect(instanceStatuses.map(status => `${status}: ${state(instance({status}))?.condition}`)).toEqual([
      'running: ok',
      'offline: off',
      'booting: busy',
      'rebooting: busy',
      'shutting_down: busy',
      'provisioning: busy',
      'deleting: busy',
      'migrating: busy',
      'rebuilding: busy',
      'cloning: busy',
      'restoring: busy',
      'stopped: attention',
    ]);
  });

  test('a status is shown in words, and an unknown status unchanged', () => {
    expect(state(instance({status: 'shutting_down'}))?.word).toBe('shutting down');
    expect(state(instance({status: 'hibernating'}))).toEqual({condition: 'unknown', word: 'hibernating'});
  });

  test("a transition shows its progress, a settled status doesn't", () => {
    const lookup = lookupFrom({events: [booting]});
    expect(state(instance({status: 'booting'}), lookup)).toEqual({condition: 'busy', word: 'booting', percent: 62});
    expect(state(instance({status: 'running'}), lookup)).toEqual({condition: 'ok', word: 'running'});
  });
});

describe('unavailable actions', () => {
  const reasonOf = unlessOf(instances);
  const running = instance();
  const offline = instance({status: 'offline'});
  const needsIdle = 'is busy: booting';

  test('boot is unavailable for a running instance and during another action', () => {
    expect(reasonOf('boot', running)).toBe('already running');
    expect(reasonOf('boot', offline)).toBeUndefined();
    expect(reasonOf('boot', instance({status: 'stopped'}))).toBeUndefined();
    expect(reasonOf('boot', instance({status: 'booting'}))).toBe(needsIdle);
  });

  test('boot is unavailable without a config, if all configs are loaded', () => {
    expect(reasonOf('boot', offline, lookupFrom({partial: {'instances.configs': []}}))).toBeUndefined();
    expect(reasonOf('boot', offline, lookupFrom({lists: {'instances.configs': []}}))).toBe(
      'has no config to boot: create one first',
    );
    expect(reasonOf('boot', offline, lookupFrom({lists: {'instances.configs': [config()]}}))).toBeUndefined();
  });

  test('bug: an instance that the platform stopped was off for one action and not off for another', () => {
    const stopped = instance({status: 'stopped'});
    expect(['boot', 'shutdown', 'reboot', 'resetPassword'].map(action => reasonOf(action, stopped))).toEqual([
      undefined,
      undefined,
      'is stopped by the platform: boot it instead',
      'is stopped by the platform: shut it down first',
    ]);
  });

  test('reboot and shutdown are unavailable for an instance that is off', () => {
    expect(reasonOf('reboot', offline)).toBe('is off: boot it instead');
    expect(reasonOf('reboot', running)).toBeUndefined();
    expect(reasonOf('shutdown', offline)).toBe('already off');
    expect(reasonOf('shutdown', running)).toBeUndefined();
  });

  test.each([
    'resize',
    'shutdown',
    'rescue',
    'reboot',
    'rebuild',
    'mutate',
    'migrate',
  ])('rule 168: %s is unavailable while an action runs or waits on the instance', name => {
    expect(reasonOf(name, instance({status: 'booting'}))).toBe(needsIdle);
    expect(reasonOf(name, running, lookupFrom({events: [booting]}))).toBe('is busy: web-01 is booting · 62%');
    const waiting = event({action: 'compute_migrate', status: 'scheduled'});
    expect(reasonOf(name, running, lookupFrom({events: [waiting]}))).toBe(
      'is busy: web-01 is being migrated · waiting',
    );
    const ofDisk = event({action: 'disk_resize', status: 'started', entity: entity('disks', 101, 'web-01')});
    expect(reasonOf(name, running, lookupFrom({events: [ofDisk]}))).toContain('a disk of web-01 is being resized');
    const ofOtherInstance = event({status: 'started', entity: entity('compute', 102, 'web-02')});
    expect(reasonOf(name, running, lookupFrom({events: [ofOtherInstance]}))).toBeUndefined();
  });

  test('an upgrade is unavailable for a plan without a successor', () => {
    expect(reasonOf('mutate', running, lookupFrom({lists: {types: [plan()]}}))).toBe('no upgrade for its plan');
    expect(reasonOf('mutate', running, lookupFrom({lists: {types: [plan({successor: 'g7'})]}}))).toBeUndefined();
    expect(reasonOf('mutate', running)).toBeUndefined();
  });

  test('a password reset is unavailable while the instance runs, and with several disks', () => {
    expect(reasonOf('resetPassword', running)).toBe('is not off: shut it down first');
    const swap = disk({id: 2, filesystem: 'swap'});
    expect(
      reasonOf('resetPassword', offline, lookupFrom({lists: {'instances.disks': [disk(), swap]}})),
    ).toBeUndefined();
    expect(reasonOf('resetPassword', offline, lookupFrom({lists: {'instances.disks': [disk(), disk({id: 3})]}}))).toBe(
      'has several disks: reset the password of one of them, under Disks',
    );
  });

  test('clones can run at the same time', () => {
    const cloning = event({action: 'compute_clone', status: 'started'});
    expect(reasonOf('clone', instance({status: 'cloning'}), lookupFrom({events: [cloning]}))).toBeUndefined();
    expect(reasonOf('clone', instance({status: 'deleting'}))).toBe('is being deleted');
  });
});

describe('choices in forms', () => {
  test("rule 171: plans that can't hold the disks are dimmed, unless the disks are resized", () => {
    const plans = [plan({id: 'g6-nano', disk: 25600}), plan(), plan({id: 'g6-standard-8', disk: 327680})];
    const lookup = lookupFrom({lists: {types: plans, 'instances.disks': [disk({size: 51200})]}});
    expect(
      candidateReasons(instances, 'resize', 'type', {
        candidates: plans,
        row: instance(),
        values: {allow_auto_disk_resize: false},
        lookup,
      }),
    ).toEqual(['its 25 GB cannot hold disks of 50 GB', 'current plan', undefined]);
    expect(
      candidateReasons(instances, 'resize', 'type', {candidates: plans, row: instance(), values: {}, lookup}),
    ).toEqual([undefined, 'current plan', undefined]);
  });

  test('images are dimmed until they can be deployed', () => {
    const all = [image(), image({status: 'creating'}), image({status: 'pending_upload'})];
    expect(candidateReasons(instances, 'create', 'image', {candidates: all})).toEqual([
      undefined,
      'is still being created',
      'is waiting for its upload',
    ]);
    expect(candidateReasons(instances, 'rebuild', 'image', {candidates: all, row: instance()})).toHaveLength(3);
  });

  test('regions with an outage are dimmed, and for a migration also the current region', () => {
    const all = [region(), region({id: 'eu-west', status: 'outage'}), region({id: 'ap-south'})];
    expect(candidateReasons(instances, 'create', 'region', {candidates: all})).toEqual([
      undefined,
      'has an outage',
      undefined,
    ]);
    expect(candidateReasons(instances, 'migrate', 'region', {candidates: all, row: instance()})).toEqual([
      'current region',
      'has an outage',
      undefined,
    ]);
  });

  test('a clone needs a region with instances, and a plan that can hold the copied disks', () => {
    const all = [region(), region({id: 'eu-west', status: 'outage'}), region({id: 'ap-west', capabilities: ['Vlans']})];
    expect(candidateReasons(instances, 'clone', 'region', {candidates: all, row: instance()})).toEqual([
      undefined,
      'has an outage',
      'has no instances',
    ]);
    const plans = [plan({id: 'small', disk: 25_600}), plan({id: 'large', disk: 81_920})];
    const lookup = lookupFrom({lists: {'instances.disks': [disk({size: 51_200})]}});
    const tooSmall = 'its 25 GB cannot hold disks of 50 GB';
    expect(
      candidateReasons(instances, 'clone', 'type', {candidates: plans, row: instance(), values: {}, lookup}),
    ).toEqual([tooSmall, undefined]);
    // The size of named disks is unknown, and so is the size of all disks until they are read.
    expect(
      candidateReasons(instances, 'clone', 'type', {candidates: plans, row: instance(), values: {disks: [1]}, lookup}),
    ).toEqual([undefined, undefined]);
    expect(candidateReasons(instances, 'clone', 'type', {candidates: plans, row: instance()})).toEqual([
      undefined,
      undefined,
    ]);
  });

  test('other idle instances can be the target of a clone', () => {
    const all = [instance(), instance({id: 102}), instance({id: 103, status: 'booting'})];
    expect(candidateReasons(instances, 'clone', 'compute_id', {candidates: all, row: instance()})).toEqual([
      'the instance itself',
      undefined,
      'is busy: booting',
    ]);
  });

  test('a boot asks for the config only if the instance has several', () => {
    const isShown = instances.actions.boot?.form?.config_id?.isVisible;
    const isShownFor = (...configs: ReturnType<typeof config>[]) =>
      isShown?.(formContext({row: instance(), lookup: lookupFrom({lists: {'instances.configs': configs}})}));
    expect(isShownFor(config())).toBe(false);
    expect(isShownFor(config(), config({id: 2}))).toBe(true);
    expect(isShown?.(formContext({row: instance(), lookup: idle}))).toBe(true);
  });

  test('rule 174: rescue proposes disks and volumes in seven slots, never in sdh', () => {
    const disks = Array.from({length: 7}, (_, index) => disk({id: index + 1}));
    const lookup = lookupFrom({lists: {'instances.disks': disks, 'instances.volumes': [volume()]}});
    const inside = instances.actions.rescue?.form?.devices?.inputs;
    const slots = Object.entries(typeof inside === 'object' ? inside : {});
    const initialValues = (lookup: Lookup) =>
      Object.fromEntries(slots.map(([slot, input]) => [slot, input.initial?.(formContext({row: instance(), lookup}))]));
    expect(initialValues(lookup)).toEqual(
      Object.fromEntries(
        ['sda', 'sdb', 'sdc', 'sdd', 'sde', 'sdf', 'sdg'].map((slot, index) => [
          slot,
          {disk_id: index + 1, volume_id: null},
        ]),
      ),
    );
    const few = lookupFrom({lists: {'instances.disks': [disk()], 'instances.volumes': [volume()]}});
    expect(initialValues(few)).toMatchObject({
      sda: {disk_id: 9001, volume_id: null},
      sdb: {disk_id: null, volume_id: 4411},
      sdc: undefined,
    });
  });
});

test("regions without instances are dimmed, and regions without a list of capabilities aren't", () => {
  const all = [region({capabilities: ['NodeBalancers']}), region({capabilities: []})];
  expect(candidateReasons(instances, 'create', 'region', {candidates: all})).toEqual(['has no instances', undefined]);
});

describe('warnings', () => {
  test('a resize proposes no plan, and warns about the current plan', () => {
    expect(
      instances.actions.resize?.form?.type?.initial?.(
        formContext({row: instance({type: 'g6-4'}), lookup: lookupFrom()}),
      ),
    ).toBeUndefined();
    expect(warnings(instances, 'resize', {row: instance({type: 'g6-4'}), body: {type: 'g6-4'}})).toContain(
      'web-01 already has this plan.',
    );
  });

  test('a resize shows the old and the new price', () => {
    const lookup = lookupFrom({lists: {types: [plan(), plan({id: 'g6-8', price: {hourly: 0.14, monthly: 96}})]}});
    expect(warnings(instances, 'resize', {row: instance(), body: {type: 'g6-8'}, lookup})).toContain(
      'Cost: +$72.00/mo. The price goes from $24.00/mo to $96.00/mo.',
    );
    expect(warnings(instances, 'resize', {row: instance(), body: {type: 'g6-8'}, lookup: idle})).toContain(
      'The price goes from unknown to unknown.',
    );
  });

  test('rule 167: deleting names the deleted disks, backups and addresses', () => {
    expect(warnings(instances, 'delete', {row: instance(), lookup: idle})).toEqual([
      'All disks, configs and backups of web-01 are permanently deleted.',
      'Its IP addresses are released: 192.0.2.10. You can’t get them back.',
      'Its last backup, 25h ago, is deleted too.',
      'Billing stops; the time used is still billed.',
    ]);
  });
});

describe('expected values and undo', () => {
  test('power actions expect a new status immediately', () => {
    const {actions} = instances;
    expect(actions.boot?.expectedFields?.({row: instance(), lookup: idle, params: {}, body: {}})).toEqual({
      status: 'booting',
    });
    expect(actions.shutdown?.expectedFields?.({row: instance(), lookup: idle, params: {}, body: undefined})).toEqual({
      status: 'shutting_down',
    });
    expect(
      actions.rescue?.expectedFields?.({row: instance({status: 'offline'}), lookup: idle, params: {}, body: {}}),
    ).toEqual({status: 'booting'});
  });

  test('an update expects its values, also nested ones, and no others', () => {
    const expected = instances.actions.update?.expectedFields?.({
      row: instance(),
      lookup: idle,
      params: {},
      body: {label: 'new', alerts: {cpu: 0}},
    });
    expect(expected).toMatchObject({label: 'new', alerts: {cpu: 0, io: 10000}, backups: {enabled: true}});
    expect(expected).not.toHaveProperty('tags');
  });

  test('an update is undone with the old values of the sent fields only', () => {
    const undo = instances.actions.update?.undo;
    expect(undo?.action).toBe('update');
    expect(undo?.body?.(instance(), {label: 'new', tags: []})).toEqual({label: 'web-01', tags: ['prod', 'web']});
  });

  test('boot and shut down undo each other', () => {
    expect(instances.actions.boot?.undo).toEqual({action: 'shutdown'});
    expect(instances.actions.shutdown?.undo?.action).toBe('boot');
  });
});

test('the list shows values with units, and sorts by the values', () => {
  const cell = (id: string, row = instance()) => {
    const column = instances.columns.find(entry => (entry.field ?? entry.id) === id);
    if (!column) throw new Error(id);
    const value =
      column.field === undefined
        ? column.value(row, idle, {})
        : column.format?.(row[column.field as 'ipv4'], row, idle, {});
    return [value === undefined ? undefined : cellText(value), (column.sortBy ?? column.measure)?.(row, idle, {})];
  };
  expect(cell('ram')).toEqual(['4 GB', 4096]);
  expect(cell('age')).toEqual(['3d', 3 * 24 * 3600_000]);
  expect(cell('ipv4')[0]).toBe('192.0.2.10');
  expect(cell('ipv4', instance({ipv4: ['192.168.1.9', '192.0.2.9']}))[0]).toBe('192.0.2.9');
  expect(cell('ipv4')[1]).toBe('192.0.2.10');
  expect(cell('ipv4', instance({ipv4: []}))[0]).toBe('—');
});

test('bug: the preview of an instance with a deprecated image had no warning', () => {
  const images = lookupFrom({lists: {images: [image({id: 'compute/debian9', label: 'Debian 9', deprecated: true})]}});
  expect(deprecatedImageWarnings('compute/debian9', images)).toEqual(['The image Debian 9 is deprecated.']);
  expect(deprecatedImageWarnings('compute/debian12', images)).toEqual([]);
});

test('bug: the preview of a disk from a deprecated image had no warning', () => {
  const lookup = lookupFrom({lists: {images: [image({id: 'compute/debian9', label: 'Debian 9', deprecated: true})]}});
  const body = {label: 'root', size: 2048, image: 'compute/debian9'};
  expect(warnings(familyOf('instances.disks'), 'create', {row: {}, params: {computeId: 101}, body, lookup})).toContain(
    'The image Debian 9 is deprecated.',
  );
});
