import {expect, test} from 'vitest';
import type {ChangeState} from '../../store/changes/change.ts';
import {resolveAction} from '../args/action-names.ts';
import {problemTexts, refusalText} from './refusal-text.ts';

const attach = resolveAction('volumes.attach');
const change = {
  typed: () => ({values: {}, secrets: []}),
  getState: () => ({fields: [] as ChangeState['fields']}) as ChangeState,
};
const textFor = (field: string | null, reason: string, code = 'rejected') =>
  refusalText(attach, {code, message: `in short: ${reason}`, fieldErrors: [{field, reason}]}, change);

test('a reason names the flag of its field, for each spelling of the path', () => {
  expect(textFor('compute_id', 'is gone')).toBe('--compute-id is gone');
  expect(textFor('compute_id[0].x', 'is gone')).toBe('--compute-id.0.x is gone');
});

test('a reason that matches no flag keeps the full message', () => {
  expect(textFor(null, 'Not found')).toBe('in short: Not found');
  expect(textFor('colour', 'is red')).toBe('in short: is red');
  expect(textFor('compute_id', 'is not yours', 'unauthorized')).toBe('in short: is not yours');
});

test('bug: a group of fields was named as the API names it, although only its fields have flags', () => {
  const problem = (action: string, field: string, reason: string) =>
    refusalText(resolveAction(action), {code: 'rejected', message: '', fieldErrors: [{field, reason}]}, change);
  expect(problem('monitor.services.alertDefinitions.create', 'rule_criteria', 'is required')).toBe(
    '--rule-criteria.rules is required',
  );
  expect(problem('instances.migrate', 'region', 'Name a region to move it.')).toBe(
    '--region: Name a region to move it.',
  );
});

test('bug: a field of an entry was named by its path in the request', () => {
  const ports = {name: 'ports', path: 'inbound.1.ports', title: 'Ports', items: undefined};
  const label = {name: 'label', path: 'inbound.1.label', title: 'Label', value: 'mysql-web', items: undefined};
  const entries = [{fields: []}, {fields: [label, ports]}];
  const rules = {name: 'inbound', path: 'inbound', title: 'Inbound rules', items: {one: 'rule', entries}};
  const fields = [rules] as unknown as ChangeState['fields'];
  const typed = {...change, getState: () => ({fields}) as ChangeState};
  const problems = [
    {field: 'inbound.1.ports', reason: 'are required'},
    {field: 'inbound[1].ports', reason: 'are required'},
  ];
  const failure = {code: 'rejected', message: '', fieldErrors: problems};
  const line = 'Inbound rule 2 (mysql-web) in --inbound: ports are required';
  expect(refusalText(resolveAction('networking.firewalls.rules.update'), failure, typed)).toBe(`${line}\n${line}`);
});

test('bug: a missing field was reported twice', () => {
  const field = 'updates.week_of_month';
  const errors = [
    {field, reason: 'is required'},
    {field, reason: 'is needed for a window once a month'},
    {field: 'updates.duration', reason: 'is required'},
  ];
  expect(problemTexts(resolveAction('databases.mysql.update'), errors, change)).toEqual([
    '--updates.week-of-month is needed for a window once a month',
    '--updates.duration is required',
  ]);
});
