import {describe, expect, test} from 'vitest';
import {cellText} from '../format/cells.ts';
import {familyOf} from '../registry.ts';
import {formContext} from '../testing/form-context.ts';
import {candidateReasons, detailLines, unlessOf, warnings} from '../testing/probe.ts';
import {config, instance, region, volume} from '../testing/rows.ts';
import {lookupFrom} from '../testing/test-lookup.ts';

const volumes = familyOf('volumes');
const reasonOf = unlessOf(volumes);
const free = volume();
const attached = volume({compute_id: 101, compute_label: 'web-01'});

test('rule 48: every status has a condition, and an unknown status its own word', () => {
  const states = ['creating', 'active', 'resizing', 'migrating'].map(status =>
    volumes.state?.(volume({status}), lookupFrom(), {}),
  );
  expect(states).toEqual([
    {condition: 'busy', word: 'creating'},
    {condition: 'ok', word: 'active'},
    {condition: 'busy', word: 'resizing'},
    {condition: 'unknown', word: 'migrating'},
  ]);
});

describe('unavailable actions', () => {
  test('attach and delete are unavailable for an attached volume', () => {
    const reason = 'the volume is attached to web-01: detach it first';
    expect(reasonOf('attach', attached)).toBe(reason);
    expect(reasonOf('delete', attached)).toBe(reason);
    expect(reasonOf('attach', free)).toBeUndefined();
    expect(reasonOf('delete', free)).toBeUndefined();
  });

  test('an attachment without a label is named by its ID', () => {
    expect(reasonOf('delete', volume({compute_id: 101}))).toBe(
      'the volume is attached to instance 101: detach it first',
    );
  });

  test('detach is unavailable for an unattached volume', () => {
    expect(reasonOf('detach', free)).toBe('the volume is not attached');
    expect(reasonOf('detach', attached)).toBeUndefined();
  });

  test('a volume that is being created can be attached', () => {
    expect(reasonOf('attach', volume({status: 'creating', compute_id: null, compute_label: null}))).toBeUndefined();
    expect(reasonOf('attach', volume({status: 'resizing', compute_id: null, compute_label: null}))).toContain(
      'resizing',
    );
  });

  test.each(['clone', 'resize'])('rule 36, rule 37: %s needs an active volume', name => {
    expect(reasonOf(name, volume({status: 'resizing'}))).toBe('needs an active Volume: it is resizing');
    expect(reasonOf(name, free)).toBeUndefined();
  });
});

describe('attaching', () => {
  const near = instance();
  const far = instance({id: 102, region: 'eu-west'});
  const off = instance({id: 103, status: 'offline'});

  test('rule 40: accepts instances of the same region only, and shows the region of others', () => {
    expect(candidateReasons(volumes, 'attach', 'compute_id', {candidates: [near, far, off], row: free})).toEqual([
      undefined,
      'in eu-west',
      undefined,
    ]);
  });

  test('needs a running instance if the volume is not kept across boots', () => {
    const values = {persist_across_boots: false};
    expect(candidateReasons(volumes, 'attach', 'compute_id', {candidates: [near, off], row: free, values})).toEqual([
      undefined,
      'is not running, and the volume is not kept across boots',
    ]);
  });

  test('asks for a config only if the instance has several and the volume is kept across boots', () => {
    const input = volumes.actions.attach?.form?.config_id;
    const two = lookupFrom({lists: {'instances.configs': [config(), config({id: 2})]}});
    const one = lookupFrom({lists: {'instances.configs': [config()]}});
    expect(input?.isVisible?.(formContext({row: free, lookup: two}))).toBe(false);
    expect(input?.isVisible?.(formContext({values: {compute_id: 101}, row: free, lookup: two}))).toBe(true);
    expect(input?.isVisible?.(formContext({values: {compute_id: 101}, row: free, lookup: one}))).toBe(false);
    expect(input?.isVisible?.(formContext({values: {compute_id: 101}, row: free, lookup: lookupFrom()}))).toBe(true);
    expect(
      input?.isVisible?.(formContext({values: {compute_id: 101, persist_across_boots: false}, row: free, lookup: two})),
    ).toBe(false);
    expect(input?.params?.(formContext({values: {compute_id: 101}, row: free}))).toEqual({computeId: 101});
    expect(input?.params?.(formContext({row: free}))).toBeUndefined();
  });

  test('expects the new instance immediately, and is undone by detaching', () => {
    const {attach, detach} = volumes.actions;
    expect(
      attach?.expectedFields?.({
        row: free,
        lookup: lookupFrom({lists: {instances: [near]}}),
        params: {},
        body: {compute_id: 101},
      }),
    ).toEqual({
      compute_id: 101,
      compute_label: 'web-01',
    });
    expect(attach?.undo).toEqual({action: 'detach'});
    expect(detach?.undo?.body?.(attached, undefined)).toEqual({compute_id: 101});
    expect(detach?.undo?.body?.(free, undefined)).toBeUndefined();
  });

  test('can also start from the volumes of an instance, with volumes of its region', () => {
    const {attach} = familyOf('instances.volumes').borrowedActions;
    const lookup = lookupFrom({lists: {instances: [near]}});
    const reason = (candidate = free) =>
      attach?.pick?.unless?.({candidate, row: undefined, lookup, params: {computeId: 101}});
    expect(reason()).toBeUndefined();
    expect(reason(attached)).toBe('already attached');
    expect(reason(volume({compute_id: 102, compute_label: 'web-02'}))).toBe('attached to web-02');
    expect(reason(volume({region: 'eu-west'}))).toBe('in eu-west');
    expect(attach?.presetValues({row: undefined, lookup, params: {computeId: 101}})).toEqual({compute_id: 101});
  });

  test('a row in the volumes of an instance refers to the volume', () => {
    expect(familyOf('instances.volumes').represents?.(attached, lookupFrom(), {computeId: 101})).toEqual({
      ref: {family: 'volumes', id: 4411},
      row: attached,
    });
  });
});

test("regions and instances are dimmed if a volume can't be created there", () => {
  const regions = [
    region(),
    region({id: 'eu-west', status: 'outage'}),
    region({id: 'ap-west', capabilities: ['Vlans']}),
  ];
  const reasons = [undefined, 'has an outage', 'has no volumes'];
  expect(candidateReasons(volumes, 'create', 'region', {candidates: regions})).toEqual(reasons);
  const instancesThere = regions.map((entry, index) => instance({id: index, region: entry.id}));
  expect(
    candidateReasons(volumes, 'create', 'compute_id', {
      candidates: instancesThere,
      values: {},
      lookup: lookupFrom({lists: {regions}}),
    }),
  ).toEqual(reasons);
  expect(candidateReasons(volumes, 'create', 'compute_id', {candidates: instancesThere})).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

test('rule 54: the form asks for the region only without an instance', () => {
  const isShown = volumes.actions.create?.form?.region?.isVisible;
  expect(isShown?.(formContext({lookup: lookupFrom()}))).toBe(true);
  expect(isShown?.(formContext({values: {compute_id: 101}, lookup: lookupFrom()}))).toBe(false);
});

test('rule 66: deleting warns that the data is lost', () => {
  expect(warnings(volumes, 'delete', {row: free})[0]).toBe('All data on vol-db is permanently deleted.');
});

test('the detail shows its fields in words', () => {
  const texts = detailLines(volumes, attached);
  expect(texts).toMatchObject({
    Size: '80 GB',
    'Attached to': 'web-01',
    Created: '41d ago  2026-01-19 12:00:00 UTC',
  });
  expect(detailLines(volumes, free)['Attached to']).toBe('—');
});

test('the list shows none for an unattached volume, and unknown for a missing field', () => {
  const column = volumes.columns.find(({id}) => id === 'attached');
  if (!column || column.field !== undefined) throw new Error('no such column');
  const {compute_id, ...withoutInstance} = free;
  expect(cellText(column.value(free, lookupFrom(), {}))).toBe('—');
  expect(cellText(column.value(withoutInstance, lookupFrom(), {}))).toBe('?');
});
