import {expect, test} from 'vitest';
import type {Failure} from '../../api/failure.ts';
import {contractIdentifiers} from '../../api/identifiers.ts';
import type {FieldItems, FieldState} from './field-state.ts';
import {refusalWords} from './refusal-words.ts';

const field = (path: string, title: string, facts: Partial<FieldState> = {}): FieldState => ({
  name: path.split('.').at(-1) ?? '',
  path,
  title,
  help: undefined,
  input: 'text',
  isRequired: false,
  unit: undefined,
  bounds: undefined,
  value: undefined,
  options: undefined,
  isLoading: false,
  problems: [],
  isSecret: false,
  isTyped: false,
  items: undefined,
  ...facts,
});

const items = (one: string, entries: readonly (readonly FieldState[])[], path: string): FieldItems => ({
  one,
  isFixed: false,
  atMost: undefined,
  blank: () => undefined,
  entries: entries.map((fields, index) => ({path: `${path}.${index}`, about: undefined, fields, others: undefined})),
});

const rule = (path: string, label: string) => [
  field(`${path}.label`, 'Label', {value: label}),
  field(`${path}.ports`, 'Ports'),
  field(`${path}.addresses`, 'Addresses', {input: 'group'}),
  field(`${path}.addresses.ipv4`, 'IPv4'),
];
const rules = field('inbound', 'Inbound rules', {
  items: items('rule', [rule('inbound.0', 'web'), rule('inbound.1', ''), rule('inbound.2', 'ssh')], 'inbound'),
});

function failure(...fieldErrors: Failure['fieldErrors']): Failure {
  return {
    code: 'rejected',
    message: fieldErrors.map(({field: at, reason}) => `${at}: ${reason}`).join('; '),
    fieldErrors,
  };
}
const words = (fields: readonly FieldState[], ...fieldErrors: Failure['fieldErrors']) =>
  refusalWords(failure(...fieldErrors), fields, contractIdentifiers);

test('bug: a refusal named a rule by its index in the request', () => {
  const ports = {field: 'inbound.2.ports', reason: 'are required for TCP'};
  expect(words([rules], ports)).toBe('Inbound rule 3 (ssh): ports are required for TCP');
  const bracketed = {field: 'inbound[1].addresses.ipv4[0]', reason: 'must be an address'};
  expect(words([rules], bracketed)).toBe('Inbound rule 2: addresses IPv4 entry 1 must be an address');
  expect(words([rules], {field: 'inbound.0', reason: 'Too many rules.'})).toBe('Inbound rule 1 (web): Too many rules.');
});

test('every refused entry is named, and a field of the form itself stays as the API names it', () => {
  const problems = [
    {field: 'inbound.0.ports', reason: 'Ports overlap.'},
    {field: 'inbound.0.ports', reason: 'must be sorted'},
    {field: 'label', reason: 'is taken'},
  ];
  const text =
    'Inbound rule 1 (web): ports: Ports overlap.; Inbound rule 1 (web): ports must be sorted; label: is taken';
  expect(words([rules], ...problems)).toBe(text);
});

test('a list in a list names both entries, and a group its field', () => {
  const node = [
    field('configs.0.nodes.1.label', 'Label', {value: 'web-2'}),
    field('configs.0.nodes.1.address', 'Address'),
  ];
  const nodes = field('configs.0.nodes', 'Nodes', {items: items('node', [[], node], 'configs.0.nodes')});
  const configs = field('configs', 'Configs', {items: items('config', [[nodes]], 'configs')});
  expect(words([configs], {field: 'configs.0.nodes.1.address', reason: 'is not reachable'})).toBe(
    'Config 1, node 2 (web-2): address is not reachable',
  );
  const devices = [field('devices', 'Devices', {input: 'group'}), field('devices.sda', 'sda')];
  expect(words(devices, {field: 'devices.sda.disk_id', reason: 'is in use'})).toBe('Devices: sda disk id is in use');
});
