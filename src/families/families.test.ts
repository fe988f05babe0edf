/** The behavior of families that have no test file of their own. */

import {describe, expect, test} from 'vitest';
import {imageStatuses} from '../contract/resources/images.ts';
import {cellText} from './format/cells.ts';
import {families, familyOf} from './registry.ts';
import {cellOf} from './shape/column.ts';
import {type AnyRow, columnId, type FamilyId, type Lookup, type PathParams} from './shape/define-family.ts';
import {accountRow} from './testing/account-rows.ts';
import {formContext} from './testing/form-context.ts';
import {firewall} from './testing/network-rows.ts';
import {candidateReasons, detailLines, unlessOf, warnings} from './testing/probe.ts';
import {config, disk, entity, event, image, instance, kernel, plan, region, volume} from './testing/rows.ts';
import {lookupFrom} from './testing/test-lookup.ts';

const params = {computeId: 101};
const state = (family: FamilyId, row: AnyRow) => familyOf(family).state?.(row, lookupFrom(), {});

interface CellOptions {
  readonly lookup?: Lookup;
  readonly params?: PathParams;
}

function cell(
  family: FamilyId,
  id: string,
  row: AnyRow,
  {lookup = lookupFrom(), params = {}}: CellOptions = {},
): string {
  const column = familyOf(family).columns.find(entry => columnId(entry) === id);
  if (!column) throw new Error(`${family} has no column ${id}`);
  return cellText(cellOf(column, row, lookup, params));
}

test('a promotion shows its remaining amounts and its end', () => {
  const promotions = (row: AnyRow) => detailLines(familyOf('account'), row).Promotions;
  expect(promotions(accountRow())).toBe(
    '$50 for 60 days · $50.00 left · $10.00 of $10.00 left this month · until 2026-06-01',
  );
  const [first] = accountRow().active_promotions;
  if (first === undefined) throw new Error('no promotion');
  const all = {...first, credit_remaining: '10.00', expire_dt: '2025-12-01T00:00:00', service_type: 'nodebalancer'};
  expect(promotions(accountRow({active_promotions: [all]}))).toMatch(
    /^\$50 for 60 days · \$10\.00 left · ended \d+d ago · for nodebalancer only$/,
  );
});

test('the capabilities of the account are named like the lists of resources', () => {
  const row = accountRow({capabilities: ['Computes', 'Block Storage', 'Something New']});
  expect(detailLines(familyOf('account'), row).Capabilities).toBe('Instances, Volumes, Something New');
});

test("a firewall that is being deleted can't be enabled or disabled", () => {
  const {borrowedActions} = familyOf('networking.firewalls');
  const reasonOf = (status: string) =>
    ['enable', 'disable'].map(name =>
      borrowedActions[name]?.unless?.({row: firewall({status}), lookup: lookupFrom(), params: {}}),
    );
  expect(reasonOf('enabled')).toEqual(['is already enabled', undefined]);
  expect(reasonOf('disabled')).toEqual([undefined, 'is already disabled']);
  expect(reasonOf('deleted')).toEqual(['is being deleted', 'is being deleted']);
});

describe('images', () => {
  const reasonOf = unlessOf(familyOf('images'));

  test('every status has a condition, and a deprecated image is off', () => {
    expect(imageStatuses.map(status => state('images', image({status}))?.condition)).toEqual([
      'busy',
      'attention',
      'ok',
    ]);
    expect(state('images', image({deprecated: true}))).toEqual({condition: 'off', word: 'deprecated'});
    expect(state('images', image({deprecated: true, status: 'creating'}))?.condition).toBe('busy');
  });

  test("bug: pickers didn't mark deprecated images", () => {
    const {summary} = familyOf('images');
    expect(summary?.(image({deprecated: true}), lookupFrom())).toMatch(/ · deprecated$/);
    expect(summary?.(image(), lookupFrom())).not.toMatch(/deprecated/);
  });

  test.each(['update', 'delete'])('rule 113: %s works on private images only', name => {
    expect(reasonOf(name, image({is_public: true}))).toBe('public images belong to the platform');
    expect(reasonOf(name, image())).toBeUndefined();
  });

  test('an upload to a region with an outage is not offered', () => {
    const all = [region(), region({status: 'outage'})];
    expect(candidateReasons(familyOf('images'), 'upload', 'region', {candidates: all})).toEqual([
      undefined,
      'has an outage',
    ]);
  });

  test('the form of an image of a disk asks for the instance first', () => {
    const {inputs, form} = familyOf('images').actions.create ?? {};
    expect(inputs?.instance?.family).toBe('instances');
    expect(form?.disk_id?.params?.(formContext({values: {instance: 101}}))).toEqual(params);
    expect(form?.disk_id?.params?.(formContext())).toBeUndefined();
    expect(
      candidateReasons(familyOf('images'), 'create', 'disk_id', {candidates: [disk(), disk({status: 'not ready'})]}),
    ).toEqual([undefined, 'is not ready']);
  });

  test('an upload reveals its upload URL as a secret', () => {
    const revealedValues = familyOf('images').actions.upload?.revealedValues;
    expect(
      revealedValues?.({response: {upload_to: 'https://x', image: image()}, values: {}, row: undefined, params: {}}),
    ).toEqual([{title: 'Upload address', value: 'https://x', secret: true}]);
  });

  test('can be deployed from the list when they are available', () => {
    const {deploy} = familyOf('images').borrowedActions;
    expect(deploy?.presetValues({row: image(), lookup: lookupFrom(), params: {}})).toEqual({image: 'private/12'});
    expect(deploy?.unless?.({row: image({status: 'creating'}), lookup: lookupFrom(), params: {}})).toBe(
      'is still being created',
    );
  });
});

describe('disks', () => {
  const disks = familyOf('instances.disks');
  const reasonOf = unlessOf(disks);
  const on = lookupFrom({lists: {instances: [instance()]}});
  const off = lookupFrom({
    lists: {instances: [instance({status: 'offline'})], 'instances.disks': [disk({size: 61440})]},
  });

  test('every status has a condition', () => {
    expect(
      ['ready', 'not ready', 'deleting'].map(status => state('instances.disks', disk({status}))?.condition),
    ).toEqual(['ok', 'busy', 'busy']);
  });

  test.each(['resize', 'delete', 'resetPassword'])('%s needs an offline instance, if the status is known', name => {
    expect(reasonOf(name, disk(), on, params)).toBe('needs the instance to be off: shut it down first');
    expect(reasonOf(name, disk(), off, params)).toBeUndefined();
    expect(reasonOf(name, disk(), lookupFrom(), params)).toBeUndefined();
  });

  test('a copy needs free space in the plan', () => {
    expect(reasonOf('clone', disk({size: 40960}), off, params)).toBe('needs 40 GB; 20 GB of the plan remaining');
    expect(reasonOf('clone', disk({size: 20480}), off, params)).toBeUndefined();
    expect(reasonOf('clone', disk({status: 'not ready'}), off, params)).toBe('the disk is not ready');
    expect(reasonOf('clone', disk(), lookupFrom(), params)).toBeUndefined();
  });

  test('a new disk needs free space in the plan', () => {
    const full = lookupFrom({lists: {instances: [instance()], 'instances.disks': [disk({size: 81920})]}});
    expect(reasonOf('create', undefined, full, params)).toBe(
      'the disks take all of the plan: shrink one, or resize the instance',
    );
    expect(reasonOf('create', undefined, off, params)).toBeUndefined();
  });

  test('swap has no password', () => {
    expect(reasonOf('resetPassword', disk({filesystem: 'swap'}), off, params)).toBe('swap has no password');
  });

  test('shrinking shows a warning, and the free space of the plan if known', () => {
    expect(warnings(disks, 'resize', {row: disk(), body: {size: 1024}, lookup: off, params})).toEqual([
      'The data on the disk must fit the smaller size.',
      '59 GB of the plan remain free.',
    ]);
    expect(warnings(disks, 'resize', {row: disk(), body: {size: 99999}, lookup: lookupFrom(), params})).toEqual([
      'Couldn’t read the free disk space of the plan.',
    ]);
  });

  test("a new image of a disk gets the disk's ID and label", () => {
    expect(disks.borrowedActions.image?.presetValues({row: disk(), lookup: lookupFrom(), params})).toEqual({
      disk_id: 9001,
      instance: params.computeId,
    });
    expect(disks.borrowedActions.image?.initialValues?.({row: disk(), lookup: lookupFrom(), params})).toEqual({
      label: 'Debian root',
    });
  });
});

describe('configs', () => {
  const configs = familyOf('instances.configs');
  const lookup = lookupFrom({lists: {'instances.disks': [disk()], volumes: [volume()]}});

  test('devices are named by their label, or by their ID if unknown', () => {
    expect(cell('instances.configs', 'devices', config(), {lookup, params})).toBe(
      'disk Debian root, disk 9002, volume vol-db',
    );
    const texts = detailLines(configs, config(), lookup, params);
    expect(texts).toMatchObject({sda: 'disk Debian root', sdc: 'volume vol-db', eth0: 'public', Memory: 'all'});
    expect(texts).not.toHaveProperty('sdd');
    expect(texts).not.toHaveProperty('eth1');
  });

  test('rule 159: interfaces are shown in order, or a public one if the list is empty', () => {
    const vlan = {purpose: 'vlan', label: 'backend', ipam_address: '10.0.0.5/24'} as const;
    const texts = detailLines(
      configs,
      config({interfaces: [vlan, {purpose: 'public', label: null, ipam_address: null}]}),
    );
    expect([texts.eth0, texts.eth1]).toEqual(['VLAN backend 10.0.0.5/24', 'public']);
  });

  test('shows the dates of creation and last change, if the provider sends them', () => {
    const dated = config({created: '2026-01-02T03:04:05', updated: '2026-02-03T04:05:06'});
    expect(detailLines(configs, dated)).toMatchObject({
      Created: expect.stringContaining('2026-01-02'),
      Updated: expect.stringContaining('2026-02-03'),
    });
    expect(detailLines(configs, config())).not.toHaveProperty('Created');
  });

  test('boots the instance of the config', () => {
    const {boot} = configs.borrowedActions;
    expect(boot?.target?.({row: config(), lookup: lookupFrom(), params})).toBe(101);
    expect(boot?.presetValues({row: config(), lookup: lookupFrom(), params})).toEqual({config_id: 7001});
  });
});

describe('plans', () => {
  test('show their values with units and prices', () => {
    const ids = ['ram', 'disk', 'transfer', 'network_out', 'price', 'hourly', 'backups'];
    expect(ids.map(id => cell('types', id, plan()))).toEqual([
      '4 GB',
      '80 GB',
      '4 TB',
      '4 Gbit/s',
      '$24.00/mo',
      '$0.036/h',
      '$5.00/mo',
    ]);
    expect(familyOf('types').summary?.(plan(), lookupFrom())).toBe('2 VCPUs · 4 GB RAM · 80 GB disk · $24.00/mo');
  });
});

describe('regions', () => {
  test('a region with an outage is failed', () => {
    expect(state('regions', region())?.condition).toBe('ok');
    expect(state('regions', region({status: 'outage'}))?.condition).toBe('failed');
  });

  test('show the number of their instances, exact only if all instances are loaded', () => {
    const regions = familyOf('regions');
    const all = [instance(), instance({id: 2, region: 'eu-west'})];
    expect(detailLines(regions, region(), lookupFrom({lists: {instances: all}})).Instances).toBe('1');
    expect(detailLines(regions, region(), lookupFrom({partial: {instances: all}})).Instances).toBe('at least 1');
    expect(detailLines(regions, region()).Instances).toBe('?');
    // A service has the name of its list; a service without a list keeps the API's name.
    const capabilities = ['Computes', 'GPU Computes', 'Block Storage', 'NodeBalancers', 'Vlans', 'Kubernetes'];
    const texts = 'Instances, GPU instances, Volumes, NodeBalancers, VLANs, Kubernetes';
    expect(detailLines(regions, region({capabilities})).Capabilities).toBe(texts);
  });
});

describe('kernels', () => {
  test('are current, deprecated, or unknown without the field', () => {
    const {deprecated, ...silent} = kernel();
    const rows = [kernel(), kernel({deprecated: true}), silent];
    expect(rows.map(row => state('kernels', row)?.word)).toEqual(['current', 'deprecated', 'unknown']);
  });
});

describe('tags', () => {
  const tags = familyOf('tags');

  test('have their label as key', () => {
    expect(tags.key({label: 'prod'})).toBe('prod');
    expect(tags.actions.delete?.rowParams?.({label: 'prod'})).toEqual({label: 'prod'});
  });

  test('rule 124: deleting shows the number of resources that lose the tag', () => {
    const lookup = lookupFrom({lists: {instances: [instance(), instance({id: 2, tags: []})]}, partial: {volumes: []}});
    expect(warnings(tags, 'delete', {row: {label: 'prod'}, lookup})).toEqual([
      'The tag is removed from all resources: 1 instance. The resources are kept.',
    ]);
  });

  test('a tagged object is shown as its own resource', () => {
    const objects = familyOf('tags.objects');
    const row = {type: 'volume', data: volume()};
    expect(objects.key(row)).toBe('volume/4411');
    expect(objects.label(row)).toBe('vol-db');
    expect(objects.represents?.(row, lookupFrom(), {})).toEqual({ref: {family: 'volumes', id: 4411}, row: row.data});
    expect(cell('tags.objects', 'type', {type: 'nodeBalancer', data: volume()})).toBe('NodeBalancer');
    expect(objects.represents?.({type: 'nodeBalancer', data: volume()}, lookupFrom(), {})?.ref.family).toBe(
      'nodebalancers',
    );
    expect(objects.represents?.({type: 'spaceship', data: volume()}, lookupFrom(), {})).toBeUndefined();
  });
});

describe('events', () => {
  const events = familyOf('account.events');
  const reasonOf = unlessOf(events);

  test('every status has a condition, and a running event its percentage', () => {
    const of = (status: string) => state('account.events', event({status, percent_complete: 40}));
    expect(['failed', 'finished', 'notification', 'scheduled'].map(status => of(status)?.condition)).toEqual([
      'failed',
      'ok',
      'ok',
      'busy',
    ]);
    expect(of('started')).toEqual({condition: 'busy', word: 'started', percent: 40});
    expect(of('paused')?.condition).toBe('unknown');
  });

  test('enter opens the entity of an event, or its second entity', () => {
    const second = {id: 101, label: 'web-01', type: 'compute', url: ''};
    expect(events.link?.(event(), lookupFrom(), {})).toEqual({family: 'instances', id: 101});
    const ofPost = event({entity: entity('community', 1, 'x'), secondary_entity: second});
    expect(events.link?.(ofPost, lookupFrom(), {})).toEqual({family: 'instances', id: 101});
    expect(events.link?.(event({entity: null}), lookupFrom(), {})).toBeUndefined();
  });

  test('can be marked as read and seen once', () => {
    expect(reasonOf('markRead', event())).toBeUndefined();
    expect(reasonOf('markRead', event({read: true}))).toBe('already read');
    expect(reasonOf('markSeen', event({seen: true}))).toBe('already seen');
  });

  test('the list shows read state, time, sentence and user', () => {
    const row = event({status: 'started', percent_complete: 62});
    expect(['seen', 'when', 'event', 'username'].map(id => cell('account.events', id, row))).toEqual([
      '•',
      '3h',
      'web-01 is booting · 62%',
      'wsmith',
    ]);
    expect(cell('account.events', 'seen', event({seen: false}))).toBe('•');
    expect(cell('account.events', 'seen', event({seen: true}))).toBe('·');
    expect(cell('account.events', 'seen', event({seen: false, read: true}))).toBe('');
  });
});

describe('columns', () => {
  test('bug: the number of instances and their names had the same title', () => {
    const doubled = families.flatMap(({id, columns}) => {
      const titles = columns.map(({title}) => title);
      return titles.filter((title, index) => titles.indexOf(title) !== index).map(title => `${id}: ${title}`);
    });
    expect(doubled).toEqual([]);
  });

  const size = familyOf('volumes').columns.find(column => columnId(column) === 'size');

  test('null is shown as a dash, and a missing value as unknown', () => {
    if (!size) throw new Error('no size');
    expect(cellText(cellOf(size, {size: null}, lookupFrom(), {}))).toBe('—');
    expect(cellText(cellOf(size, {}, lookupFrom(), {}))).toBe('?');
  });
});
