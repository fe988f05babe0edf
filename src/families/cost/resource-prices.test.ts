import {describe, expect, test} from 'vitest';
import {kubeCluster, kubeType} from '../testing/cluster-rows.ts';
import {servicePrice} from '../testing/read-only-rows.ts';
import {instance, plan, volume} from '../testing/rows.ts';
import {database, databaseType, nodebalancer} from '../testing/service-rows.ts';
import {longviewPlanRow} from '../testing/support-rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {resourcePrice} from './resource-prices.ts';

const withPlans = (facts: Parameters<typeof plan>[0] = {}) => lookupFrom({lists: {types: [plan(facts)]}});

describe('the price of an instance', () => {
  test('is the price of its plan, plus its backups if enabled', () => {
    const {backups} = instance();
    const off = {...backups, enabled: false};
    expect(resourcePrice('instances', instance({backups: off}), withPlans())).toEqual({hourly: 0.036, monthly: 24});
    expect(resourcePrice('instances', instance(), withPlans())).toEqual({hourly: 0.0435, monthly: 29});
  });

  test('is the price of its region, also for the backups', () => {
    const region_prices = [{id: 'ap-south', hourly: 0.05, monthly: 30}];
    const backups = {price: {hourly: 0.0075, monthly: 5}, region_prices: [{id: 'ap-south', hourly: 0.01, monthly: 6}]};
    const plans = withPlans({region_prices, addons: {backups}});
    expect(resourcePrice('instances', instance({region: 'ap-south'}), plans)?.monthly).toBe(36);
    expect(resourcePrice('instances', instance({region: 'eu-west'}), plans)?.monthly).toBe(29);
  });

  test('is unknown, and not 0, without its plan, without an amount and without data about backups', () => {
    expect(resourcePrice('instances', instance(), lookupFrom())).toBeUndefined();
    const withoutAmount = withPlans({price: {hourly: 0.036} as never});
    expect(resourcePrice('instances', instance(), withoutAmount)).toBeUndefined();
    const withoutAddon = withPlans({addons: {} as never});
    expect(resourcePrice('instances', instance(), withoutAddon)).toBeUndefined();
    expect(resourcePrice('instances', instance({backups: undefined as never}), withPlans())).toBeUndefined();
  });
});

describe('the price of a volume', () => {
  const lookup = lookupFrom({lists: {'volumes.types': [servicePrice()]}});

  test('is the price per GB in its region, times its size', () => {
    expect(resourcePrice('volumes', volume({size: 100}), lookup)?.monthly).toBeCloseTo(10);
    expect(resourcePrice('volumes', volume({size: 100, region: 'ap-south'}), lookup)?.monthly).toBeCloseTo(12);
  });

  test('is unknown without a price list, and without a size', () => {
    expect(resourcePrice('volumes', volume(), lookupFrom())).toBeUndefined();
    expect(resourcePrice('volumes', volume({size: null as never}), lookup)).toBeUndefined();
  });
});

test('the price of a NodeBalancer of an unlisted type is unknown', () => {
  const price = servicePrice({id: 'nodebalancer', price: {hourly: 0.015, monthly: 10}, region_prices: []});
  const lookup = lookupFrom({lists: {'nodebalancers.types': [price]}});
  expect(resourcePrice('nodebalancers', nodebalancer(), lookup)?.monthly).toBe(10);
  expect(resourcePrice('nodebalancers', nodebalancer({type: 'common'}), lookup)?.monthly).toBe(10);
  expect(resourcePrice('nodebalancers', nodebalancer({type: 'premium'}), lookup)).toBeUndefined();
});

test('a database has the price for its engine and node count, and costs nothing while it is suspended', () => {
  const lookup = lookupFrom({lists: {'databases.types': [databaseType()]}});
  const priceOf = (facts: Parameters<typeof database>[0]) =>
    resourcePrice('databases.instances', database(facts), lookup)?.monthly;
  expect(priceOf({cluster_size: 1})).toBe(60);
  expect(priceOf({cluster_size: 3})).toBe(180);
  expect(priceOf({cluster_size: 2})).toBeUndefined();
  expect(priceOf({engine: 'constructor' as never})).toBeUndefined();
  expect(priceOf({status: 'suspended'})).toBe(0);
});

test('a Kubernetes cluster has the price of its control plane, because its nodes are instances', () => {
  const types = [
    kubeType(),
    kubeType({id: 'kube-sa', price: {hourly: 0, monthly: 0}, region_prices: []}),
    kubeType({id: 'kube-e', price: {hourly: 0.45, monthly: 300}, region_prices: []}),
  ];
  const lookup = lookupFrom({lists: {'kube.types': types}});
  const priceOf = (facts: Parameters<typeof kubeCluster>[0]) =>
    resourcePrice('kube.clusters', kubeCluster({region: 'us-east', ...facts}), lookup)?.monthly;
  const plane = {audit_logs_enabled: false, high_availability: true};
  expect(priceOf({control_plane: {...plane, high_availability: false}})).toBe(0);
  expect(priceOf({control_plane: plane})).toBe(60);
  expect(priceOf({control_plane: plane, region: 'ap-south'})).toBe(72);
  expect(priceOf({tier: 'enterprise'})).toBe(300);
  expect(resourcePrice('kube.clusters', kubeCluster(), lookupFrom())).toBeUndefined();
});

test('the free plan of Longview costs nothing, and other plans have their price', () => {
  const free = longviewPlanRow({longview_subscription: null});
  expect(resourcePrice('longview.plan', free, lookupFrom())).toEqual({hourly: 0, monthly: 0});
  const paid = longviewPlanRow({longview_subscription: 'longview-10', price: {hourly: 0.06, monthly: 40}});
  expect(resourcePrice('longview.plan', paid, lookupFrom())?.monthly).toBe(40);
});
