import {describe, expect, test} from 'vitest';
import {familyOf} from '../registry.ts';
import type {AnyRow, Lookup} from '../shape/define-family.ts';
import {formContext} from '../testing/form-context.ts';
import {candidateReasons, detailLines, unlessOf, warnings} from '../testing/probe.ts';
import {instance, region} from '../testing/rows.ts';
import {nodebalancer, nodebalancerConfig, nodebalancerNode} from '../testing/service-rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';
import {portsOf} from './backend-health.ts';

const balancers = familyOf('nodebalancers');
const configs = familyOf('nodebalancers.configs');
const nodes = familyOf('nodebalancers.configs.nodes');
const params = {nodeBalancerId: 1201};
const below = {...params, configId: 1301};
const status = (up: number, down: number, facts = {}) => nodebalancerConfig({nodes_status: {up, down}, ...facts});

describe('the state of a config', () => {
  const word = (row: AnyRow) => configs.state?.(row, lookupFrom(), params);

  test('is that of its worst nodes', () => {
    expect(word(status(3, 0))).toEqual({condition: 'ok', word: 'all up'});
    expect(word(status(2, 1))).toEqual({condition: 'attention', word: 'some down'});
    expect(word(status(0, 2))).toEqual({condition: 'failed', word: 'all down'});
    expect(word(status(0, 0))).toEqual({condition: 'attention', word: 'no nodes'});
  });

  test('is unknown without a health check', () => {
    expect(word(status(3, 0, {check: 'none'}))).toEqual({condition: 'unknown', word: 'not checked'});
  });

  test('is unknown for invalid numbers', () => {
    expect(word({...nodebalancerConfig(), nodes_status: {up: 1}})).toEqual({condition: 'unknown', word: 'unknown'});
  });
});

describe('bug: nodes that no check has reached were counted as up', () => {
  const up = (row: ReturnType<typeof status>, lookup = lookupFrom()) => {
    const column = configs.columns.find(({id}) => id === 'up');
    return column && 'value' in column ? column.value(row, lookup, params) : undefined;
  };

  test('nodes of a config without checks are shown as not checked', () => {
    expect(up(status(4, 0, {check: 'none'}))).toEqual({text: '4 (not checked)', tone: 'unknown'});
    expect(up(status(0, 0, {check: 'none'}))).toBe('0');
  });

  test('unknown nodes are counted separately', () => {
    const row = status(4, 1);
    const all = ['UP', 'UP', 'UP', 'unknown', 'DOWN'].map((state, id) => nodebalancerNode({id, status: state as 'UP'}));
    const lists = {'nodebalancers.configs': [row], 'nodebalancers.configs.nodes': all};
    expect(up(row, lookupFrom({lists}))).toEqual({text: '4 (1 unknown)', tone: 'unknown'});
    const checked = {...lists, 'nodebalancers.configs.nodes': all.filter(node => node.status !== 'unknown')};
    expect(up(status(3, 1), lookupFrom({lists: checked}))).toBe('3');
  });
});

describe('the state of a NodeBalancer', () => {
  const of = (lookup: Lookup) => balancers.state?.(nodebalancer(), lookup, {}).word;
  const ports = (...all: ReturnType<typeof status>[]) => lookupFrom({lists: {'nodebalancers.configs': all}});

  test('is "reading" until its configs are loaded, and unknown if they can\'t be', () => {
    expect(of(lookupFrom())).toBe('reading');
    const partial = {'nodebalancers.configs': [status(3, 0)]};
    expect(of(lookupFrom({partial}))).toBe('reading');
    expect(of(lookupFrom({partial, failed: ['nodebalancers.configs']}))).toBe('unknown');
    const ports = (lookup: Lookup) => portsOf(nodebalancer(), lookup);
    expect(ports(lookupFrom())).toMatchObject({word: 'reading'});
    expect(ports(lookupFrom({failed: ['nodebalancers.configs']}))).toMatchObject({text: '?'});
  });

  test('rule 285: is "no ports" without a config', () => expect(of(ports())).toBe('no ports'));

  test('is that of its worst config', () => {
    expect(of(ports(status(3, 0), status(2, 0, {id: 2})))).toBe('all up');
    expect(of(ports(status(3, 0), status(1, 1, {id: 2})))).toBe('some down');
    expect(of(ports(status(0, 2), status(1, 1, {id: 2})))).toBe('all down');
  });

  test('is unknown in an account with very many NodeBalancers, because each costs a request', () => {
    const many = Array.from({length: 51}, (_, id) => nodebalancer({id}));
    expect(of(lookupFrom({lists: {nodebalancers: many, 'nodebalancers.configs': [status(3, 0)]}}))).toBe('unknown');
  });
});

describe('NodeBalancers', () => {
  test('only regions that offer NodeBalancers can be selected', () => {
    const all = [region({capabilities: ['NodeBalancers']}), region({capabilities: ['Computes']})];
    expect(candidateReasons(balancers, 'create', 'region', {candidates: all})).toEqual([
      undefined,
      'has no NodeBalancers',
    ]);
  });

  test('rule 286: deleting warns about configs, nodes and released addresses', () => {
    expect(warnings(balancers, 'delete', {row: nodebalancer()})).toEqual([
      'All configs and nodes of front are deleted. The instances are kept.',
      'Its IP addresses are released: 192.0.2.200, 2001:db8::b:1. You can’t get them back.',
    ]);
  });

  test("rule 264: an update doesn't change the transfer counters", () => {
    expect(balancers.actions.update?.form).not.toHaveProperty('transfer');
    expect(
      balancers.actions.update?.expectedFields?.({
        row: nodebalancer(),
        lookup: lookupFrom(),
        params: {},
        body: {label: 'x', transfer: {}},
      }),
    ).toEqual({
      label: 'x',
    });
  });

  test('rules 261, 265: throttle and transfer are shown with units', () => {
    expect(detailLines(balancers, nodebalancer())).toMatchObject({Throttle: 'off', In: '311 MB', Total: '1.9 GB'});
    expect(detailLines(balancers, nodebalancer({client_conn_throttle: 1})).Throttle).toBe(
      '1 connection a second from one client',
    );
    const idle = nodebalancer({transfer: {in: null, out: null, total: null}});
    expect(detailLines(balancers, idle).Total).toBe('—');
  });
});

describe('configs', () => {
  const {create, update, rebuild} = configs.actions;
  const texts = (values: AnyRow, row?: AnyRow) =>
    Object.entries(create?.form ?? {})
      .filter(([, input]) => input.isVisible?.(formContext({values, row, lookup: lookupFrom()})) !== false)
      .map(([name]) => name);

  test('rules 271, 272: the form asks for a certificate with HTTPS only', () => {
    expect(texts({protocol: 'https'})).toEqual(expect.arrayContaining(['ssl_cert', 'ssl_key', 'cipher_suite']));
    for (const protocol of ['http', 'tcp']) expect(texts({protocol}).join()).not.toContain('ssl');
    expect(texts({}, nodebalancerConfig())).toContain('ssl_cert');
  });

  test('the form asks only for the fields of the selected check', () => {
    expect(texts({check: 'none'}).join()).not.toMatch(/check_(path|body|interval|timeout|attempts)/);
    expect(texts({check: 'connection'})).toContain('check_interval');
    expect(texts({check: 'connection'})).not.toContain('check_path');
    expect(texts({check: 'http'})).toContain('check_path');
    expect(texts({check: 'http'})).not.toContain('check_body');
    expect(texts({check: 'http_body'})).toContain('check_body');
  });

  test('rule 273: a stored certificate is neither shown nor sent again', () => {
    const text = Object.values(detailLines(configs, nodebalancerConfig(), lookupFrom(), params)).join('\n');
    expect(text).not.toContain('REDACTED');
    expect(text).toContain('stored, never shown');
    for (const name of ['ssl_cert', 'ssl_key'])
      expect(
        create?.form?.[name]?.initial?.(formContext({row: nodebalancerConfig(), lookup: lookupFrom()})),
      ).toBeUndefined();
    expect(create?.form?.ssl_key?.secret).toBe(true);
    expect(
      update?.expectedFields?.({
        row: nodebalancerConfig(),
        lookup: lookupFrom(),
        params: {},
        body: {port: 1, ssl_key: 'k'},
      }),
    ).toEqual({port: 1});
  });

  test('rule 274: the common name of the certificate is shown with HTTPS only', () => {
    expect(detailLines(configs, nodebalancerConfig(), lookupFrom(), params)).toMatchObject({
      'Common name': 'www.acme.example',
    });
    expect(detailLines(configs, nodebalancerConfig({protocol: 'tcp'}), lookupFrom(), params)).not.toHaveProperty(
      'Common name',
    );
  });

  test('an update can be undone, except for a new certificate', () => {
    expect(update?.undo?.body?.(nodebalancerConfig(), {algorithm: 'source'})).toEqual({algorithm: 'roundrobin'});
    expect(update?.undo?.body?.(nodebalancerConfig(), {algorithm: 'source', ssl_cert: 'x'})).toBeUndefined();
  });

  test('a changed port or protocol warns about the effect on clients', () => {
    expect(
      warnings(configs, 'update', {
        row: nodebalancerConfig(),
        body: {port: 8443, protocol: 'tcp'},
        lookup: lookupFrom(),
        params,
      }),
    ).toEqual(['Port 443 stops answering.', 'Clients must use TCP.']);
    expect(
      warnings(configs, 'update', {
        row: nodebalancerConfig(),
        body: {algorithm: 'source'},
        lookup: lookupFrom(),
        params,
      }),
    ).toEqual([]);
    expect(warnings(configs, 'delete', {row: nodebalancerConfig(), lookup: lookupFrom(), params})[0]).toContain(
      'Port 443',
    );
  });

  test('rule 281: a rebuild starts with the current nodes, and warns about deleted ones', () => {
    const all = [nodebalancerNode(), nodebalancerNode({id: 1402, label: 'web-02'})];
    const lookup = lookupFrom({lists: {'nodebalancers.configs.nodes': all}});
    expect(rebuild?.form?.nodes?.initial?.(formContext({row: nodebalancerConfig(), lookup}))).toEqual([
      {id: 1401, label: 'web-01', address: '192.168.130.4:80', weight: 100, mode: 'accept'},
      {id: 1402, label: 'web-02', address: '192.168.130.4:80', weight: 100, mode: 'accept'},
    ]);
    expect(
      warnings(configs, 'rebuild', {row: nodebalancerConfig(), body: {nodes: [{id: 1401}]}, lookup, params}),
    ).toContain('Deleted: web-02.');
    expect(
      warnings(configs, 'rebuild', {row: nodebalancerConfig(), body: {nodes: []}, lookup: lookupFrom(), params}),
    ).toContain('Couldn’t read the current nodes.');
  });
});

describe('nodes', () => {
  const node = nodebalancerNode();
  const other = nodebalancerNode({id: 1402, label: 'web-02'});
  const lookupWith = (...all: (typeof node)[]) => lookupFrom({lists: {'nodebalancers.configs.nodes': all}});

  test('rule 279: the state follows the health check, and not the mode', () => {
    const state = (status: string) => nodes.state?.(nodebalancerNode({status, mode: 'drain'}), lookupFrom(), below);
    expect(state('UP')).toEqual({condition: 'ok', word: 'up'});
    expect(state('DOWN')).toEqual({condition: 'failed', word: 'down'});
    expect(state('unknown')?.condition).toBe('unknown');
    expect(state('Unknown')?.condition).toBe('unknown');
  });

  test('rule 280: a private address opens its instance', () => {
    const lookup = lookupFrom({lists: {instances: [instance()]}});
    const address = nodes.columns.find(({field}) => field === 'address');
    expect(address?.link?.(node, lookup, below)).toEqual({family: 'instances', id: 101});
    expect(address?.link?.(nodebalancerNode({address: '192.168.130.4'}), lookup, below)).toBeDefined();
    expect(address?.link?.(nodebalancerNode({address: '10.0.0.1:80'}), lookup, below)).toBeUndefined();
    expect(detailLines(nodes, node, lookup, below).Instance).toBe('web-01');
  });

  test.each([
    ['drain', 'keeps open connections'],
    ['reject', 'receives no traffic'],
    ['backup', 'only while all accepting nodes are down'],
  ])('mode %s warns about its effect', (mode, message) => {
    expect(
      warnings(nodes, 'update', {row: node, body: {mode}, lookup: lookupWith(node, other), params: below}),
    ).toEqual([expect.stringContaining(message)]);
  });

  test('draining or deleting the last active node shows a warning', () => {
    const drainWarnings = (...all: (typeof node)[]) =>
      warnings(nodes, 'update', {row: node, body: {mode: 'drain'}, lookup: lookupWith(...all), params: below});
    expect(drainWarnings(node)).toContain('No other node accepts traffic. The config serves nothing.');
    expect(drainWarnings(node, nodebalancerNode({...other, status: 'DOWN'}))).toHaveLength(2);
    expect(drainWarnings(node, nodebalancerNode({...other, mode: 'backup'}))[1]).toContain(
      'Only the backup nodes serve the config',
    );
    // Without the complete list of nodes, no warning about the last node is shown.
    expect(
      warnings(nodes, 'update', {row: node, body: {mode: 'drain'}, lookup: lookupFrom(), params: below}),
    ).toHaveLength(1);
    expect(warnings(nodes, 'delete', {row: node, lookup: lookupWith(node), params: below})).toHaveLength(2);
  });

  test('draining or rejecting the last active node has the risk "interrupts", other modes don\'t', () => {
    const riskOf = (mode: string, ...all: (typeof node)[]) => {
      const risk = nodes.actions.update?.risk;
      return typeof risk === 'function'
        ? risk({row: node, lookup: lookupWith(...all), params: below, body: {mode}})
        : risk;
    };
    expect(riskOf('drain', node)).toBe('interrupts');
    expect(riskOf('reject', node, nodebalancerNode({...other, status: 'DOWN'}))).toBe('interrupts');
    expect(riskOf('drain', node, other)).toBeUndefined();
    expect(riskOf('accept', node)).toBeUndefined();
  });

  test('each mode has a quick action, unless it is the current mode, and can be undone', () => {
    const {drain, accept} = nodes.borrowedActions;
    expect(drain?.presetValues({row: node, lookup: lookupFrom(), params: below})).toEqual({mode: 'drain'});
    expect(accept?.unless?.({row: node, lookup: lookupFrom(), params: below})).toBe('already in mode accept');
    expect(drain?.unless?.({row: node, lookup: lookupFrom(), params: below})).toBeUndefined();
    expect(nodes.actions.update?.undo?.body?.(node, {mode: 'drain'})).toEqual({mode: 'accept'});
  });

  test('a deleted node can be added again', () => {
    expect(nodes.actions.delete?.undo?.body?.(node, undefined)).toEqual({
      label: 'web-01',
      address: '192.168.130.4:80',
      weight: 100,
      mode: 'accept',
    });
    expect(unlessOf(nodes)('create', undefined, lookupFrom(), below)).toBeUndefined();
  });
});
