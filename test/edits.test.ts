/**
 * Every response of the API can be edited: unknown fields, unknown words and nulls open a preview and are sent back as
 * they were read. Only typed values are validated strictly.
 */
import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {RejectedError} from '../src/client/core/errors.ts';
import {contract} from '../src/contract/index.ts';
import {checkField} from '../src/contract/reading/check-body.ts';
import {originalOf} from '../src/contract/reading/originals.ts';
import {read} from '../src/contract/reading/reader.ts';
import type {Endpoint} from '../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../src/contract/schema/family.ts';
import {type Field, keyOf, type ObjectField} from '../src/contract/schema/field.ts';
import {families} from '../src/families/registry.ts';
import type {AnyRow, FamilyId, PathParams} from '../src/families/shape/define-family.ts';
import {isObject} from '../src/families/shape/json-object.ts';
import {hiddenProblems} from '../src/store/changes/batch/hidden-problems.ts';
import type {Change} from '../src/store/changes/change.ts';
import {fieldAt} from '../src/store/changes/form/field-specs.ts';
import type {FieldState} from '../src/store/changes/form/field-state.ts';
import {valueAt, withValue} from '../src/store/core/dotted-paths.ts';
import {problemLines} from '../src/store/core/field-tree.ts';
import {jsonEqual} from '../src/store/core/json-equal.ts';
import {manualClock} from '../src/store/testing/manual-clock.ts';
import {TestAccount} from '../src/store/testing/test-account.ts';
import {createTestSession} from '../src/store/testing/test-session.ts';
import {fitting} from './contract/values.ts';
import {samples} from './support/samples.ts';

const operations = new Map([...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint]));

/** Path parameters for the lists of parent resources. */
const places: PathParams = {computeId: 101, domainId: 801, nodeBalancerId: 1201, configId: 1301, username: 'wsmith'};

const unknown = fc.dictionary(
  fc.constantFrom('added_later', 'ruleset', 'subnet', 'is_new'),
  fc.oneof(fc.string(), fc.integer(), fc.constant(null), fc.boolean(), fc.constant({id: 5, routes: ['10.0.0.0/8']})),
  {maxKeys: 2},
);

/** A value with unknown fields, unknown words and nulls in it. */
function spoiled(field: Field | undefined, value: unknown, fixed: readonly string[] = []): fc.Arbitrary<unknown> {
  const same = fc.constant(value);
  if (field?.kind === 'object' && isObject(value)) {
    const {fields} = field;
    const members = Object.entries(value).map(([name, inner]) =>
      (fixed.includes(name) ? fc.constant(inner) : spoiled(fields[name], inner)).map(one => [name, one] as const),
    );
    return fc
      .tuple(fc.tuple(...members), unknown, addedToday(field, value))
      .map(([entries, more, added]) => ({...more, ...added, ...Object.fromEntries(entries)}));
  }
  if (field?.kind === 'list' && Array.isArray(value)) {
    const entries = value.map(entry => spoiled(field.item, entry));
    const more = field.item.kind === 'object' ? fc.array(unknown, {maxLength: 1}) : fc.constant([]);
    return fc.tuple(fc.tuple(...entries), more).map(([all, others]) => [...all, ...others]);
  }
  if (field?.kind === 'choice' && typeof value === 'string')
    return fc.oneof({weight: 3, arbitrary: same}, {weight: 1, arbitrary: fc.constantFrom('added_later', null)});
  return fc.oneof({weight: 5, arbitrary: same}, {weight: 1, arbitrary: fc.constant(null)});
}

/** Fields of today's API that the value lacks. */
const addedToday = ({fields}: ObjectField, value: AnyRow): fc.Arbitrary<AnyRow> =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).flatMap(([name, field]) =>
        field.facts.today && !(name in value) ? [[name, fitting(field)] as const] : [],
      ),
    ),
    {requiredKeys: []},
  );

/** The inputs that accept a value, at any depth. */
const inputsIn = (fields: readonly FieldState[]): readonly FieldState[] =>
  fields.flatMap(field =>
    field.items ? field.items.entries.flatMap(entry => inputsIn(entry.fields)) : field.input === 'group' ? [] : [field],
  );

/** Inputs that hide another field or restrict one beside them, as the type of a record restricts its target. */
const leading = new Set([
  'target',
  'protocol',
  'purpose',
  'type',
  'check',
  'check_interval',
  'check_timeout',
  'frequency',
  'week_of_month',
  'min',
  'max',
]);

/** Another value that the field accepts. */
function other(field: FieldState, endpoint: Endpoint): fc.Arbitrary<unknown> | undefined {
  const facts = fieldAt(endpoint, field.path);
  if (!facts || field.isSecret || leading.has(field.name)) return undefined;
  const values =
    field.input === 'choice'
      ? fc.constantFrom(undefined, ...(field.options ?? []).map(({value}) => value))
      : fitting(facts, {gaps: false});
  return values.filter(
    value =>
      value !== undefined &&
      !(Array.isArray(value) && value.length === 0) &&
      !jsonEqual(value, field.value ?? null) &&
      value !== '' &&
      checkField(facts, value).length === 0,
  );
}

/** Fields that the API may name in a refusal: known ones, parts of them, others, and none. */
const refusedField = ({spec}: Endpoint): fc.Arbitrary<string | null> => {
  const names = spec.body?.kind === 'object' ? Object.keys(spec.body.fields) : [];
  return fc.oneof(
    fc.constantFrom(...names, ...names.map(name => `${name}.0.label`), ...names.map(name => `${name}[1]`)),
    fc.constantFrom(null, 'added_later', 'added_later.0.deep'),
  );
};

interface Bench {
  readonly account: TestAccount;
  readonly clock: ReturnType<typeof manualClock>;
  open(family: FamilyId, action: string, row: AnyRow): Promise<Change>;
}
function bench(): Bench {
  const [account, clock] = [new TestAccount(), manualClock()];
  const session = createTestSession({account, clock}, {families});
  return {
    account,
    clock,
    async open(family, action, row) {
      const change = session.change({family, action, row, params: places}, {isDraftable: false});
      change.subscribe(() => {});
      await clock.settle();
      return change;
    },
  };
}

/** The value without fields that the API computes, which no request contains. */
function sendable(field: Field | undefined, answer: Field | undefined, value: unknown): unknown {
  if (field?.kind === 'list' && Array.isArray(value))
    return value.map(entry => sendable(field.item, answer?.kind === 'list' ? answer.item : undefined, entry));
  if (field?.kind !== 'object' || !isObject(value)) return value;
  const answered = answer?.kind === 'object' ? answer.fields : {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const known = field.fields[name];
      if (known ? known.facts.readOnly : name in answered) return [];
      return [[name, sendable(known, answered[name], inner)]];
    }),
  );
}

const edits = families.flatMap(family =>
  Object.entries(family.actions).flatMap(([name, action]) => {
    const endpoint = operations.get(action.operation);
    const isEdit = endpoint?.method === 'PUT' && endpoint.spec.body && action.form && !action.elsewhere;
    return isEdit && action.on === 'row' ? [{id: family.id, name, endpoint}] : [];
  }),
);

describe('any answer of the API can be edited', () => {
  test.each(edits)('$id $name opens its preview, sends only the changed fields, and shows every refusal', async ({
    id,
    name,
    endpoint,
  }) => {
    const [model, sample] = samples[id] ?? [];
    if (!model || !sample) throw new Error(`add a row of ${id} to test/support/samples.ts`);
    const key = keyOf(model) ?? 'id';
    const {account, clock, open} = bench();
    let opened = 0;
    await fc.assert(
      fc.asyncProperty(
        spoiled(model, sample, [key, 'token_uuid', 'status', 'type', 'is_public', 'object_storage']),
        fc.gen(),
        async (value, g) => {
          const {value: row, isUnreadable: lost} = read(model, value);
          if (lost) return;
          const change = await open(id, name, row as AnyRow);
          if (change.getState().step !== 'form') return;
          const able = inputsIn(change.getState().fields).flatMap(field => {
            const values = other(field, endpoint);
            return values ? [{field, values}] : [];
          });
          if (able.length === 0) return;
          const {field, values} = g(fc.constantFrom, ...able);
          const typed = g(() => values);
          change.set(field.path, typed);
          await change.toPreview();
          await clock.settle();
          const said = inputsIn(change.getState().fields).flatMap(({path, problems}) =>
            problems.map(one => `${path} ${one}`),
          );
          expect([change.getState().step, said]).toEqual(['preview', []]);
          opened++;
          const body = JSON.parse(change.getState().preview?.body ?? '{}') as AnyRow;
          const [head = ''] = field.path.split('.');
          expect(Object.keys(body)).toEqual([head]);
          const before = {[head]: originalOf(heldIn(row as AnyRow, head))};
          const wanted = sendable(
            endpoint.spec.body,
            endpoint.spec.responseModel,
            withValue(before, field.path, typed),
          );
          // JSON has no -0.
          const wantedJson = JSON.parse(JSON.stringify(wanted)) as AnyRow;
          expect(valueAt(body, head)).toEqual(valueAt(wantedJson, head));

          const refused = g(() => refusedField(endpoint));
          account.answers.set(endpoint.id, () => {
            throw new RejectedError([{field: refused, reason: 'is refused by the test'}], {status: 400});
          });
          await change.send();
          expect(change.getState().step).toBe('form');
          const {fields} = change.getState();
          const shown = [...problemLines(fields), ...hiddenProblems(change.getState(), fields)];
          expect(shown.join('\n'), String(refused)).toContain('is refused by the test');
        },
      ),
      {numRuns: 25, endOnFailure: true},
    );
    expect(opened).toBeGreaterThan(5);
  });
});

/** The value of a field in a row; the rules of a firewall are in `rules`. */
const heldIn = (row: AnyRow, head: string): unknown => row[head] ?? valueAt(row, `rules.${head}`);
