import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {contract} from '../../contract/index.ts';
import {configs} from '../../families/instances/parts/boot-configs.ts';
import {firewalls} from '../../families/networking/firewalls.ts';
import {nodebalancerActions as nodebalancers} from '../../families/nodebalancers/nodebalancer-actions.ts';
import type {AnyAction, AnyRow} from '../../families/shape/define-family.ts';
import {config} from '../../families/testing/rows.ts';
import {lookupFrom} from '../../families/testing/test-lookup.ts';
import type {FieldState} from './form/field-state.ts';
import {Form} from './form/form.ts';

const {create, update} = contract.instances.configs;

function open(action: AnyAction | undefined, endpoint: Parameters<Form['describe']>[0], row?: AnyRow) {
  if (!action) throw new Error('there is no such action');
  const form = new Form(action, {
    row,
    params: {computeId: 101},
    lookup: lookupFrom(),
    list: () => undefined,
    isLoadingLists: () => false,
  });
  form.describe(endpoint);
  const body = () => form.body(endpoint).body;
  const field = (path: string) => find(form.fields(), path);
  return {form, body, field};
}

/** The field with this path, at any depth. */
function find(fields: readonly FieldState[], path: string): FieldState | undefined {
  const entries = fields.flatMap(({items}) => items?.entries ?? []);
  return fields.find(field => field.path === path) ?? entries.map(entry => find(entry.fields, path)).find(Boolean);
}

const problem = (field: string, reason = 'is wrong') => ({field, reason});

describe('the entries of a nested list in a form', () => {
  it('start with the defaults of the resource type and the contract', () => {
    const {field, form} = open(configs.actions.create, create);
    expect(field('interfaces')?.items).toMatchObject({entries: [], atMost: 3, isFixed: false});
    form.set('interfaces', [field('interfaces')?.items?.blank()]);
    expect(field('interfaces.0.purpose')).toMatchObject({title: 'Purpose', value: 'public'});
  });

  it('show only the relevant fields, and send no others', () => {
    const {field, form, body} = open(configs.actions.create, create);
    form.set('interfaces', [{purpose: 'vlan'}]);
    form.set('interfaces.0.label', 'backend');
    expect(field('interfaces.0.label')).toMatchObject({value: 'backend', problems: []});
    expect(body()).toMatchObject({interfaces: [{purpose: 'vlan', label: 'backend'}]});
    form.set('interfaces.0.purpose', 'public');
    expect(field('interfaces.0.label')).toBeUndefined();
    expect(body()).toMatchObject({interfaces: [{purpose: 'public'}]});
    expect(JSON.stringify(body())).not.toContain('backend');
    // A field that is shown again has its earlier input.
    form.set('interfaces.0.purpose', 'vlan');
    expect(body()).toMatchObject({interfaces: [{purpose: 'vlan', label: 'backend'}]});
  });

  it('send nothing while unchanged', () => {
    const row = config({interfaces: [{purpose: 'public', label: null, ipam_address: null}]});
    const {body, form} = open(configs.actions.update, update, row);
    expect(body()).toEqual({});
    form.set('label', 'other');
    expect(body()).toEqual({label: 'other'});
  });

  it('can contain nested lists', () => {
    const endpoint = contract.nodebalancers.create;
    const {field, form, body} = open(nodebalancers.create as AnyAction, endpoint);
    form.set('configs', [{port: 80, nodes: []}]);
    form.set('configs.0.nodes', [field('configs.0.nodes')?.items?.blank()]);
    form.set('configs.0.nodes.0.label', 'web-1');
    expect(field('configs.0.nodes.0.label')?.value).toBe('web-1');
    expect(body()).toMatchObject({configs: [{port: 80, nodes: [{label: 'web-1'}]}]});
  });

  it('are sent as entered, after any order of edits', () => {
    const text = fc.string({minLength: 1, maxLength: 12});
    const steps = fc.array(
      fc.oneof(
        fc.record({do: fc.constant('add' as const), at: fc.nat(5)}),
        fc.record({do: fc.constant('remove' as const), at: fc.nat(5)}),
        fc.record({do: fc.constant('type' as const), at: fc.nat(5), text}),
      ),
      {maxLength: 25},
    );
    fc.assert(
      fc.property(steps, all => {
        const {form, body} = open(firewalls.actions.create, contract.networking.firewalls.create);
        let rules: {label?: string}[] = [];
        for (const step of all) {
          const at = Math.min(step.at, rules.length);
          if (step.do === 'add') rules = rules.toSpliced(at, 0, {});
          else if (step.do === 'remove') rules = rules.toSpliced(at, 1);
          else if (at < rules.length) rules = rules.with(at, {label: step.text});
          if (step.do !== 'type') form.set('rules.inbound', rules);
          else if (at < rules.length) form.set(`rules.inbound.${at}.label`, step.text);
        }
        expect((body()?.rules as {inbound: unknown}).inbound).toEqual(rules);
        // A restored draft leads to the same body.
        const again = open(firewalls.actions.create, contract.networking.firewalls.create);
        again.form.restore(JSON.parse(JSON.stringify(form.typed({secrets: true}))));
        expect(again.body()).toEqual(body());
      }),
    );
  });
});

describe('problems of the API', () => {
  it.each([
    ['rules.inbound[0].ports', 'rules.inbound.0.ports'],
    ['rules.inbound.0.ports', 'rules.inbound.0.ports'],
    ['rules.inbound[0].addresses.ipv4[1]', 'rules.inbound.0.addresses.ipv4', 'entry 2: is wrong'],
    ['rules.inbound', 'rules.inbound'],
    ['rules', 'rules'],
    ['rules.inbound[7].ports', 'rules.inbound', 'rule 8, ports: is wrong'],
    ['nobody.knows', 'label', 'nobody, knows: is wrong'],
  ])('about %s are shown at %s', (apiField, path, message = 'is wrong') => {
    const {form, field} = open(firewalls.actions.create, contract.networking.firewalls.create);
    form.set('rules.inbound', [{protocol: 'TCP', addresses: {ipv4: []}}]);
    form.place([problem(apiField)]);
    expect(field(path)?.problems).toEqual([message]);
  });

  it('disappear when the entry changes, and do not move to another entry', () => {
    const {form, field} = open(firewalls.actions.create, contract.networking.firewalls.create);
    form.set('rules.inbound', [{ports: '22'}, {ports: '99999'}]);
    form.place([problem('rules.inbound[1].ports')]);
    expect(field('rules.inbound.1.ports')?.problems).toHaveLength(1);
    form.set('rules.inbound.0.ports', '23');
    expect(field('rules.inbound.1.ports')?.problems).toHaveLength(1);
    form.set('rules.inbound', [{ports: '99999'}]);
    expect(field('rules.inbound.0.ports')?.problems).toEqual([]);
  });

  it('bug: a problem of a group stayed after the user had corrected its value', () => {
    const {form, field} = open(firewalls.actions.create, contract.networking.firewalls.create);
    form.set('rules.inbound', [{ports: '22'}]);
    form.place([problem('rules.inbound.0.addresses'), problem('rules.inbound.0.label')]);
    form.set('rules.inbound.0.addresses.ipv4', ['0.0.0.0/0']);
    expect(field('rules.inbound.0.addresses')?.problems).toEqual([]);
    expect(field('rules.inbound.0.label')?.problems).toHaveLength(1);
  });
});

describe('device slots', () => {
  const row = config({
    devices: {sda: {disk_id: 9001, volume_id: null}, sdb: {disk_id: 9002, volume_id: null}},
  } as never);

  it('are all sent if one of them changes, since the API replaces them together', () => {
    const {form, body} = open(configs.actions.update, update, row);
    expect(body()).toEqual({});
    form.set('devices.sdb', {disk_id: null, volume_id: 4411});
    expect(body()).toEqual({
      devices: {sda: {disk_id: 9001, volume_id: null}, sdb: {disk_id: null, volume_id: 4411}},
    });
  });

  it('are emptied with null, including the last one', () => {
    const {form, body} = open(configs.actions.update, update, row);
    form.set('devices.sda', undefined);
    form.set('devices.sdb', undefined);
    expect(body()).toEqual({devices: {sda: null, sdb: null}});
  });

  it('accept a part of a slot from the command line', () => {
    const {form, body} = open(configs.actions.create, create);
    form.set('devices.sdc.volume_id', 4411);
    expect(body()).toMatchObject({devices: {sdc: {volume_id: 4411}}});
  });

  it('show the problem about their disk', () => {
    const {form, field} = open(configs.actions.create, create);
    form.place([problem('devices.sda.disk_id')]);
    expect(field('devices.sda')?.problems).toEqual(['disk_id: is wrong']);
  });
});

describe('the draft of a list with secrets', () => {
  it('bug: all ports of a NodeBalancer were missing from the draft', () => {
    const {form} = open(nodebalancers.create as AnyAction, contract.nodebalancers.create);
    const nodes = [{label: 'web-1', address: '192.168.1.2:80'}];
    const port = {port: 443, protocol: 'https', ssl_cert: 'a certificate', nodes};
    form.set('label', 'front');
    form.set('configs', [{...port, ssl_key: 'hunter2'}, {port: 80}]);
    expect(form.draft()).toEqual({label: 'front', configs: [{port: 443, protocol: 'https', nodes}, {port: 80}]});
    expect(form.typed({secrets: false})).toEqual({label: 'front'});
    form.restore(JSON.parse(JSON.stringify(form.draft())));
    expect(form.fields().find(({path}) => path === 'configs')?.items?.entries).toHaveLength(2);
  });
});
