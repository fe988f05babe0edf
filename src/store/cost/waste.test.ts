import {describe, expect, test} from 'vitest';
import {ip} from '../../families/testing/network-rows.ts';
import {servicePrice} from '../../families/testing/read-only-rows.ts';
import {image, instance, plan, volume} from '../../families/testing/rows.ts';
import {nodebalancer, nodebalancerConfig} from '../../families/testing/service-rows.ts';
import {lookupFrom} from '../../families/testing/test-lookup.ts';
import {checksSentence, findWaste, totalSentence, unreadReasons} from './waste.ts';

type Lists = NonNullable<NonNullable<Parameters<typeof lookupFrom>[0]>['lists']>;

/** An account in which all lists were read. A list is empty unless `lists` contains its rows. */
const accountWith = (lists: Lists) =>
  lookupFrom({
    lists: {
      types: [plan()],
      'volumes.types': [servicePrice()],
      'nodebalancers.types': [servicePrice({id: 'nodebalancer', price: {hourly: 0.015, monthly: 10}})],
      ...{volumes: [], instances: [], nodebalancers: [], images: [], 'networking.ips': []},
      'nodebalancers.configs': [],
      ...lists,
    },
  });
const reasons = (lists: Lists) => findWaste(accountWith(lists)).items.map(({row, reason}) => [row.label, reason]);

describe('waste', () => {
  test('includes volumes that are attached to no instance', () => {
    const volumes = [volume(), volume({label: 'used', compute_id: 101})];
    expect(reasons({volumes})).toEqual([['vol-db', 'attached to no instance']]);
    // A missing value does not prove that the volume is detached.
    expect(reasons({volumes: [volume({compute_id: undefined as never})]})).toEqual([]);
  });

  test('includes instances that are powered off, and no other state', () => {
    const instances = (['offline', 'stopped', 'running', 'booting', 'shutting_down'] as const).map(status =>
      instance({label: status, status}),
    );
    expect(reasons({instances}).map(([label]) => label)).toEqual(['offline', 'stopped']);
  });

  test('includes IPv4 addresses that no instance, NodeBalancer or VPC uses', () => {
    const unused = {compute_id: null as never};
    const addresses = [
      ip({address: '192.0.2.1'}),
      ip({address: '192.0.2.2', ...unused}),
      ip({address: '192.0.2.3', ...unused}),
      ip({address: '192.0.2.4', ...unused, vpc_nat_1_1: {address: '10.0.0.2', subnet_id: 1, vpc_id: 1}}),
      ip({address: '2001:db8::1', type: 'ipv6', ...unused}),
      ip({address: '192.0.2.5', compute_id: undefined as never}),
    ];
    const lookup = accountWith({'networking.ips': addresses, nodebalancers: [nodebalancer({ipv4: '192.0.2.3'})]});
    const found = findWaste(lookup).items.filter(({check}) => check === 'addresses');
    expect(found.map(({row, price}) => [row.address, price])).toEqual([['192.0.2.2', undefined]]);
  });

  test('includes NodeBalancers without a healthy node on any port', () => {
    const found = (...up: readonly unknown[]) =>
      reasons({
        nodebalancers: [nodebalancer()],
        'nodebalancers.configs': up.map(count => nodebalancerConfig({nodes_status: {up: count as number, down: 1}})),
      });
    expect(found(0, 0)).toEqual([['front', 'no healthy node']]);
    expect(found()).toEqual([['front', 'no port is configured']]);
    expect(found(0, 1)).toEqual([]);
    expect(found(0, null)).toEqual([]);
  });

  test("includes the account's available images that no instance uses", () => {
    const own = {is_public: false, type: 'manual', status: 'available'} as const;
    const images = [
      image({...own, id: 'private/1', label: 'unused'}),
      image({...own, id: 'private/2', label: 'used'}),
      image({...own, id: 'private/3', label: 'pending', status: 'pending_upload'}),
      image({...own, id: 'private/4', label: 'recovery', type: 'automatic'}),
      image({...own, id: 'private/5', label: 'shared', is_shared: true}),
      image({...own, id: 'compute/6', label: 'public', is_public: true}),
    ];
    const {items} = findWaste(accountWith({images, instances: [instance({image: 'private/2'})]}));
    expect(items.map(({row, reason, price}) => [row.label, reason, price])).toEqual([
      ['unused', 'no instance uses it', undefined],
    ]);
  });
});

test('the most expensive resource is first, and one with an unknown price is last and not in the total', () => {
  const lookup = accountWith({
    volumes: [volume({label: 'small', size: 10}), volume({label: 'large', size: 1000})],
    instances: [instance({label: 'odd', status: 'offline', type: 'unheard-of'})],
  });
  const report = findWaste(lookup);
  expect(report.items.map(({row}) => row.label)).toEqual(['large', 'small', 'odd']);
  expect(report.total).toMatchObject({count: 3, unknown: 1});
  expect(report.total.monthly).toBeCloseTo(101);
  expect(totalSentence(report)).toBe('2 resources cost $101.00/mo in total. The price of 1 more is unknown.');
});

describe('a check whose lists were not read', () => {
  test('is not done, and the result does not claim that no waste exists', () => {
    const report = findWaste(lookupFrom({lists: {volumes: [], 'networking.ips': []}, failed: ['instances']}));
    expect(report.checks.map(({id, isDone, hasFailed}) => [id, isDone, hasFailed])).toEqual([
      ['volumes', true, false],
      ['instances', false, true],
      ['addresses', false, false],
      ['nodebalancers', false, false],
      ['images', false, true],
    ]);
    expect(checksSentence(report.checks)).toBe('1 of 5 checks done.');
    expect(totalSentence(report)).toBe('No waste found in the checks that were done.');
  });

  test('finds no unused images while the instances are unknown', () => {
    const images = [image({id: 'private/1', is_public: false, type: 'manual', status: 'available'})];
    expect(findWaste(lookupFrom({lists: {images}})).items).toEqual([]);
  });

  test('is not done if rows of a list were unreadable', () => {
    const {checks} = findWaste(accountWith({}), family => family === 'volumes');
    expect(checks.filter(({isDone}) => !isDone)).toMatchObject([{id: 'volumes', hasFailed: true}]);
  });

  test('gives the reason, and counts the unread lists of configs', () => {
    const balancers = [nodebalancer({id: 1}), nodebalancer({id: 2})];
    const [check] = findWaste(lookupFrom({lists: {nodebalancers: balancers}})).checks.filter(
      ({id}) => id === 'nodebalancers',
    );
    if (!check) throw new Error('no check of NodeBalancers');
    expect(unreadReasons(check, () => undefined)).toEqual(['Couldn’t read 2 lists of NodeBalancer configs.']);
    expect(unreadReasons(check, () => 'not permitted')).toEqual([
      'Couldn’t read 2 lists of NodeBalancer configs: not permitted',
    ]);
  });
});

test('an account is reported as without waste only after all checks', () => {
  const report = findWaste(accountWith({}));
  expect([totalSentence(report), checksSentence(report.checks)]).toEqual(['No waste found.', '5 of 5 checks done.']);
});
