import {expect, test} from 'vitest';
import {settingsRow} from '../testing/account-rows.ts';
import {servicePrice} from '../testing/read-only-rows.ts';
import {image, instance, plan, volume} from '../testing/rows.ts';
import {longviewPlanRow} from '../testing/support-rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {billedResources, runRateOf} from './run-rate.ts';

const backups = {...instance().backups, enabled: false};

test('the run rate is the sum of the known prices, in total and by type, region and tag', () => {
  const lookup = lookupFrom({
    lists: {
      types: [plan()],
      'volumes.types': [servicePrice()],
      instances: [
        instance({id: 1, tags: ['prod', 'web'], backups}),
        instance({id: 2, tags: [], region: 'eu-west', backups}),
        instance({id: 3, type: 'unheard-of', tags: ['prod'], backups}),
      ],
      volumes: [volume({size: 100, tags: ['prod']})],
    },
  });
  const rate = runRateOf(billedResources(lookup));
  expect(rate.total).toMatchObject({monthly: 58, count: 4, unknown: 1});
  const amounts = (groups: typeof rate.byType) => groups.map(({key, monthly, unknown}) => [key, monthly, unknown]);
  expect(amounts(rate.byType)).toEqual([
    ['instances', 48, 1],
    ['volumes', 10, 0],
  ]);
  expect(amounts(rate.byRegion)).toEqual([
    ['us-east', 34, 1],
    ['eu-west', 24, 0],
  ]);
  // A resource with two tags counts in both.
  expect(amounts(rate.byTag)).toEqual([
    ['prod', 34, 1],
    [undefined, 24, 0],
    ['web', 24, 0],
  ]);
});

test("a private image is billed at an unknown price, and other images aren't billed", () => {
  const images = [
    image({id: 'private/1', is_public: false, type: 'manual'}),
    image({id: 'private/2', is_public: false, type: 'automatic'}),
    image({id: 'compute/debian12', is_public: true}),
  ];
  const {total} = runRateOf(billedResources(lookupFrom({lists: {images}})));
  expect(total).toEqual({hourly: 0, monthly: 0, count: 1, unknown: 1});
});

test('services of the account are billed while they are enabled, and Managed at an unknown price', () => {
  const types = [servicePrice({id: 'objectstorage', price: {hourly: 0.0075, monthly: 5}, region_prices: []})];
  const rateOf = (facts: Parameters<typeof settingsRow>[0]) => {
    const lists = {'account.settings': [settingsRow(facts)], 'objectStorage.types': types};
    return runRateOf(billedResources(lookupFrom({lists}))).byType.map(({key, monthly, unknown}) => [
      key,
      monthly,
      unknown,
    ]);
  };
  expect(rateOf({object_storage: 'active', managed: false})).toEqual([['objectStorage.buckets', 5, 0]]);
  expect(rateOf({object_storage: 'disabled', managed: true})).toEqual([['managed.services', 0, 1]]);
  expect(rateOf({object_storage: 'disabled', managed: false})).toEqual([]);
});

test('the free plan of Longview is not billed', () => {
  const free = longviewPlanRow({longview_subscription: null});
  expect(runRateOf(billedResources(lookupFrom({lists: {'longview.plan': [free]}}))).total.count).toBe(0);
});
