import {expect, test} from 'vitest';
import {mysqlDatabase} from '../testing/service-rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {mysql} from './mysql.ts';
import {optionsText} from './suspension.ts';

const lookup = lookupFrom({});
const {suspend, resume} = mysql.actions;
const today = (facts: object = {}) => ({...mysqlDatabase(), platform: 'rdbms-default', ...facts});

test('an active database can be suspended, and a suspended one resumed', () => {
  expect(suspend?.unless?.({row: today(), lookup, params: {}})).toBeUndefined();
  expect(suspend?.unless?.({row: today({status: 'suspended'}), lookup, params: {}})).toMatch(
    /needs a database that is active/,
  );
  expect(resume?.unless?.({row: today({status: 'suspended'}), lookup, params: {}})).toBeUndefined();
  expect(resume?.unless?.({row: today(), lookup, params: {}})).toMatch(/needs a database that is suspended/);
});

test("an older API can't suspend databases", () => {
  expect(suspend?.unless?.({row: mysqlDatabase(), lookup, params: {}})).toBe('your provider can’t suspend databases');
});

test('a suspension warns about data loss, billing and deletion', () => {
  const warnings = suspend?.warnings?.({row: today(), lookup, params: {}, body: undefined});
  expect(warnings).toContain('Data without a backup is lost.');
  expect(warnings?.join(' ')).toMatch(/Billing stops\. After 180 days/);
  expect(suspend?.risk).toBe('destroys');
  expect(suspend?.confirm).toEqual({typing: 'label'});
});

test('each setting of an engine takes one line, with type and limits', () => {
  const response = {
    binlog_retention_period: {type: 'integer', minimum: 600, maximum: 86_400, requires_restart: false},
    mysql: {
      default_time_zone: {type: 'string', minLength: 2, maxLength: 100, example: '+03:00', requires_restart: true},
      sql_mode: {type: ['string', 'null']},
    },
  };
  expect(optionsText(response)?.split('\n')).toEqual([
    'binlog_retention_period: integer, 600 to 86400',
    'mysql.default_time_zone: string, 2 to 100 characters, such as "+03:00", needs a restart',
    'mysql.sql_mode: string or null',
  ]);
  expect(optionsText('anything')).toBeUndefined();
});
