import {describe, expect, test} from 'vitest';
import {familyOf} from '../registry.ts';
import {detailLines} from '../testing/probe.ts';
import {image, instance, plan, region} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';

const instances = familyOf('instances');
const idle = lookupFrom();

describe('the detail of an instance', () => {
  const lookup = lookupFrom({
    lists: {types: [plan()], regions: [region()], images: [image({id: 'compute/debian12', label: 'Debian 12'})]},
  });
  const read = (title: string, row = instance(), at = lookup) => detailLines(instances, row, at)[title];

  test('shows its fields in words', () => {
    expect(read('Region')).toBe('us-east  United States');
    expect(read('Plan')).toBe('Standard 4 GB  g6-standard-2 · $24.00/mo');
    expect(read('Specs')).toBe('2 VCPUs · 4 GB RAM · 80 GB disk · 4 TB transfer a month');
    expect(read('Image')).toBe('Debian 12  compute/debian12');
    expect(read('Public IPv4')).toBe('192.0.2.10');
    expect(read('Private IPv4')).toBe('192.168.130.4');
    expect(read('Watchdog')).toBe('yes');
    expect(read('Last successful')).toBe('25h ago  2026-02-28 10:30:00 UTC');
  });

  test('bug: nothing explained why a stopped instance is a problem', () => {
    expect(read('Status', instance({status: 'stopped'}))).toBe(
      'stopped by the platform, for example for maintenance  offline means off on purpose',
    );
    expect(read('Status', instance({status: 'offline'}))).toBeUndefined();
  });

  test('shows the ID of a reference without a loaded row', () => {
    expect(read('Region', instance(), idle)).toBe('us-east');
    expect(read('Plan', instance(), idle)).toBe('g6-standard-2');
    expect(read('Image', instance({image: null}), idle)).toBe('—');
  });

  test('shows additional fields of providers', () => {
    expect(read('Region', instance(), lookupFrom({lists: {regions: [region({label: 'Newark, NJ'})]}}))).toBe(
      'us-east  Newark, NJ',
    );
    const {specs, backups} = instance();
    const rich = instance({specs: {...specs, gpus: 2}, backups: {...backups, available: true}, host_uuid: 'a1b2'});
    expect(read('Specs', rich)).toContain(' · 2 GPUs');
    expect(read('Host', rich)).toBe('a1b2');
    expect(read('Restorable', rich)).toBe('yes');
    expect(read('Restorable', instance({backups: {...backups, available: false}}))).toBe('no, none is complete');
    expect(read('Host')).toBeUndefined();
    expect(read('Restorable')).toBeUndefined();
  });

  test('shows the outage of its region', () => {
    expect(read('Region', instance(), lookupFrom({lists: {regions: [region({status: 'outage'})]}}))).toContain(
      'outage',
    );
  });

  test('rule 138, rule 139: shows the backup schedule in words, or "being scheduled"', () => {
    const at = (day: string | null, window: string | null) =>
      read('Schedule', instance({backups: {enabled: true, last_successful: null, schedule: {day, window}}}));
    expect(at('Saturday', 'W10')).toBe('daily, 10:00–12:00 UTC; Saturday is kept longer');
    expect(at('Scheduling', 'Scheduling')).toBe('being scheduled');
    expect(at(null, null)).toBe('being scheduled');
    expect(at('Scheduling', 'W22')).toBe('daily, 22:00–00:00 UTC');
    expect(at('Sunday', 'Scheduling')).toBe('daily, window being scheduled; Sunday is kept longer');
  });

  test('rule 135, rule 136: shows alerts with units, and 0 as off', () => {
    expect(read('CPU alert')).toBe('above 90%  180 of 200% on 2 cores');
    expect(read('Traffic in alert')).toBe('above 10 Mbit/s');
    expect(read('Traffic out alert')).toBe('off');
    expect(read('Transfer alert')).toBe('above 80% of the quota');
  });

  test('has its tabs in a fixed order', () => {
    expect(instances.detail.map(({title}) => title)).toEqual([
      'Overview',
      'Configs',
      'Disks',
      'Backups',
      'Volumes',
      'Network',
      'Stats',
      'Network transfer',
      'Events',
      'Firewalls',
      'NodeBalancers',
      'Interfaces',
    ]);
  });
});
