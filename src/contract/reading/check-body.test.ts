import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {contract} from '../index.ts';
import {InstanceCreate} from '../instances/index.ts';
import {VolumeCreate} from '../resources/volumes.ts';
import {either, free, integer, list, model, nullable, required, text} from '../schema/field.ts';
import {advisoryProblems} from './advisory-problems.ts';
import {checkBody, checkField, checkRequest} from './check-body.ts';

const reasons = (body: Parameters<typeof checkBody>[0], value: unknown) => checkBody(body, value).fieldErrors;

describe('checkBody', () => {
  it('returns a valid body unchanged', () => {
    const body = {label: 'backups', size: 40, region: 'eu-west', tags: ['a', 'b']};
    expect(checkBody(VolumeCreate, body)).toEqual({value: body, fieldErrors: []});
  });

  it('reports every problem at once, in words, with unknown fields last', () => {
    expect(reasons(VolumeCreate, {foo: 1, size: 'x', label: '', tags: ['a', 1]})).toEqual([
      {field: 'size', reason: 'must be a whole number'},
      {field: 'label', reason: 'must be 1 to 32 characters'},
      {field: 'tags.1', reason: 'must be text'},
      {field: 'foo', reason: 'is not a known field'},
    ]);
  });

  it('rule 10: names nested fields by their dotted path, entries of lists by index', () => {
    const interfaces = [{purpose: 'public', label: null}, {purpose: 'lan', label: 'x'.repeat(65)}, {}, {}];
    expect(reasons(InstanceCreate, {type: 't', region: 'r', interfaces})).toEqual([
      {field: 'interfaces.1.label', reason: 'must be at most 64 characters'},
      {field: 'interfaces.1.purpose', reason: 'must be one of: public, vlan, vpc'},
      {field: 'interfaces', reason: 'must have at most 3 entries'},
    ]);
    const window = {backups: {schedule: {window: 'W1'}}};
    expect(checkRequest(contract.instances.update, window).fieldErrors[0]?.field).toBe('backups.schedule.window');
  });

  it('rules 51, 52: requires a label of 1 to 32 characters for a new volume', () => {
    expect(reasons(VolumeCreate, undefined)).toEqual([{field: 'label', reason: 'is required'}]);
    expect(reasons(VolumeCreate, {label: null})).toEqual([{field: 'label', reason: 'is required'}]);
    for (const [length, good] of [
      [1, true],
      [32, true],
      [0, false],
      [33, false],
    ] as const)
      expect(reasons(VolumeCreate, {label: 'x'.repeat(length)}).length === 0).toBe(good);
  });

  it('counts an emoji as one character', () => {
    expect(reasons(VolumeCreate, {label: '🚀'.repeat(32)})).toEqual([]);
    expect(reasons(VolumeCreate, {label: '🚀'.repeat(33)})).toHaveLength(1);
  });

  it('refuses a body that is not an object', () => {
    for (const body of [[1], 'label', 3, true])
      expect(reasons(VolumeCreate, body)).toEqual([{field: null, reason: 'must be an object'}]);
  });

  it('ignores unknown fields if asked to', () => {
    const {value, fieldErrors} = checkBody(VolumeCreate, {label: 'a', foo: {deep: 1}}, {unknown: 'ignore'});
    expect({value, fieldErrors}).toEqual({value: {label: 'a'}, fieldErrors: []});
  });

  it('reports `__proto__` and `constructor` as unknown fields', () => {
    const body: unknown = JSON.parse('{"label": "a", "__proto__": {"size": 1}, "constructor": 1}');
    const {value, fieldErrors} = checkBody(VolumeCreate, body);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect(fieldErrors.map(({field}) => field)).toEqual(['__proto__', 'constructor']);
  });

  it('returns free-form user data unchanged, and requires an object for it', () => {
    const data = {compute_id: 'text', nested: [{deep: null}]};
    const body = {type: 't', region: 'r', stackscript_data: data};
    expect(checkBody(InstanceCreate, body)).toEqual({value: body, fieldErrors: []});
    expect(reasons(free(), ['a'])).toEqual([{field: null, reason: 'must be an object'}]);
  });

  it('checks cyclic values, and values a million levels deep', () => {
    const cyclic: Record<string, unknown> = {label: 'a'};
    cyclic.region = cyclic;
    cyclic.itself = cyclic;
    expect(reasons(VolumeCreate, cyclic).map(({field}) => field)).toEqual(['region', 'itself']);
    let deep: unknown = 'end';
    for (let level = 0; level < 1_000_000; level++) deep = level % 2 ? [deep] : {label: deep};
    for (const body of [deep, {label: deep}, {label: 'a', tags: deep}])
      expect(reasons(VolumeCreate, body).length).toBeGreaterThan(0);
    expect(reasons(InstanceCreate, {type: 't', region: 'r', stackscript_data: {deep}})).toEqual([]);
  });

  it('never throws, and accepts no unknown field', () => {
    fc.assert(
      fc.property(fc.anything({withBigInt: true, withNullPrototype: true}), value => {
        const checked = checkBody(InstanceCreate, value);
        if (checked.fieldErrors.length === 0)
          for (const name of Object.keys(checked.value as object)) expect(InstanceCreate.fields).toHaveProperty(name);
      }),
    );
  });
});

describe('a PUT of a whole object that was read', () => {
  const read = {
    id: 7,
    label: 'data',
    size: 20,
    status: 'active',
    region: 'eu-west',
    compute_id: null,
    compute_label: null,
    tags: ['a'],
    created: '2024-01-01T00:00:00',
  };

  it('is accepted, reduced to its writable fields', () => {
    expect(checkRequest(contract.volumes.update, read)).toEqual({value: {label: 'data', tags: ['a']}, fieldErrors: []});
  });

  it('is refused for an unknown field', () => {
    expect(checkRequest(contract.volumes.update, {...read, lable: 'x'}).fieldErrors).toEqual([
      {field: 'lable', reason: 'is not a known field'},
    ]);
  });

  it('drops read-only parts of nested objects', () => {
    const backups = {enabled: true, last_successful: null, schedule: {day: null, window: 'W2'}};
    expect(checkRequest(contract.instances.update, {backups})).toEqual({
      value: {backups: {schedule: {day: null, window: 'W2'}}},
      fieldErrors: [],
    });
  });

  it('treats null as absent if the field can’t be null, and a redacted secret as unchanged', () => {
    const config = {port: 443, ssl_cert: '<REDACTED>', ssl_key: '<REDACTED>', check_body: null};
    expect(checkRequest(contract.nodebalancers.configs.update, config)).toEqual({value: {port: 443}, fieldErrors: []});
  });

  it('may have read-only fields, unlike a POST', () => {
    expect(checkRequest(contract.volumes.clone, {label: 'b', id: 7}).fieldErrors).toEqual([
      {field: 'id', reason: 'is not a known field'},
    ]);
  });
});

describe('checkField', () => {
  it('states the broken rule: bounds, type, format or pattern', () => {
    expect(checkField(integer({min: 1, max: 3, unit: 'hours'}), 4)).toEqual(['must be 1 to 3 hours']);
    expect(checkField(integer({max: 10}), 11)).toEqual(['must be at most 10']);
    expect(checkField(integer({min: 1}), 0)).toEqual(['must be at least 1']);
    expect(checkField(text({min: 2, max: 2}), 'DEU')).toEqual(['must be exactly 2 characters']);
    expect(checkField(integer(), 1.5)).toEqual(['must be a whole number']);
    expect(checkField(text({format: 'ip'}), '1.2.3')).toEqual(['must be an IP address']);
    expect(checkField(text({pattern: /^a/, requirement: 'begin with a'}), 'b')).toEqual(['must begin with a']);
    expect(checkField(either(integer(), text()), true)).toEqual(['must be a whole number or text']);
  });

  it('bug: named an entry of a list by its index, which counts from 0', () => {
    expect(checkField(list(text({format: 'ipv4'})), ['192.0.2.1', 'x'])).toEqual(['entry 2: must be an IPv4 address']);
    const nested = list(model('Node', {port: integer({max: 9})}));
    expect(checkField(nested, [{port: 10}])).toEqual(['entry 1, port: must be at most 9']);
  });

  it('reports a missing value only for a required field', () => {
    expect(checkField(required(text()), undefined)).toEqual(['is required']);
    expect(checkField(text({min: 3}), undefined)).toEqual([]);
    expect(checkField(nullable(text({min: 3})), null)).toEqual([]);
  });
});

describe('hints', () => {
  it('bug: a volume label of one letter caused a warning', () => {
    expect(advisoryProblems(VolumeCreate, {label: 'x'})).toEqual([]);
    expect(['xy', 'x_', 'X-1'].flatMap(label => advisoryProblems(VolumeCreate, {label}))).toEqual([]);
    expect(advisoryProblems(VolumeCreate, {label: '1'})).toHaveLength(1);
    expect(advisoryProblems(VolumeCreate, {label: 'x--y'})).toHaveLength(1);
  });

  it('bug: a new volume of an impossible size had no warning', () => {
    expect(advisoryProblems(VolumeCreate, {label: 'x', size: 10_240})).toEqual([]);
    expect(advisoryProblems(VolumeCreate, {label: 'x', size: 20_000})).toEqual([
      {field: 'size', reason: 'may be refused: it should be at most 10,240 GB'},
    ]);
    expect(checkBody(VolumeCreate, {label: 'x', region: 'us-east', size: 20_000}).fieldErrors).toEqual([]);
  });

  it('warn about a value that doesn’t match an advisory pattern, and never refuse it', () => {
    const body = model('Body', {names: list(text({hint: /^[a-z]+$/, requirement: 'hold lower-case letters only'}))});
    expect(reasons(body, {names: ['a', 'B']})).toEqual([]);
    expect(advisoryProblems(body, {names: ['a', 'B']})).toEqual([
      {field: 'names.1', reason: 'may be refused: it should hold lower-case letters only'},
    ]);
  });
});
