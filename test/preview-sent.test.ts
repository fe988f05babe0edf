/**
 * The preview shows exactly what the account receives: every action of every resource type, from the form to the
 * request.
 */
import fc from 'fast-check';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {contract} from '../src/contract/index.ts';
import {checkField} from '../src/contract/reading/check-body.ts';
import type {Endpoint} from '../src/contract/schema/endpoint.ts';
import {endpointsOf} from '../src/contract/schema/family.ts';
import {families, familyOf} from '../src/families/registry.ts';
import type {FamilyId, PathParams} from '../src/families/shape/define-family.ts';
import type {Change} from '../src/store/changes/change.ts';
import {fieldAt} from '../src/store/changes/form/field-specs.ts';
import type {FieldState} from '../src/store/changes/form/field-state.ts';
import type {Preview} from '../src/store/changes/preview/preview-content.ts';
import {mask} from '../src/store/core/secret-fields.ts';
import {createSession} from '../src/store/session/create-session.ts';
import type {Session} from '../src/store/session/session.ts';
import {fitting} from './contract/values.ts';
import {jsonResponse, openAccount, type TestAccount} from './harness/account.ts';
import type {ReceivedRequest} from './harness/emulator-dispatcher.ts';
import {settle} from './harness/settle.ts';
import {type PlacedRow, readAllRows, rowsOf} from './support/demo-rows.ts';

const seed = 20_261_125;
/** The most rows that an action is tried on, and the most fillings of its form for each row. */
const maxRows = 6;
const maxFillings = 6;
const maxCompared = 3;
const rateLimitMs = 120_000;

const operations = new Map([...endpointsOf(contract)].map(endpoint => [endpoint.id, endpoint]));

let account: TestAccount;
let session: Session;
/** The places of all lists; a list may be empty. */
let places: readonly PathParams[];
let rows: ReadonlyMap<FamilyId, readonly PlacedRow[]>;
const settleAccount = () => settle(() => account.isBusy());

beforeAll(async () => {
  account = openAccount({accounts: 'demo'});
  const computeId = await prepare();
  session = createSession({
    families,
    connect: account.connect(),
    clock: account.clock,
    random: () => 0.5,
    profile: {name: 'demo', production: false, readOnly: false},
  });
  const found = new Map(await readAllRows(session));
  const spare = {computeId};
  for (const id of ['instances.disks', 'instances.ips', 'instances.backups'] as const) {
    const own = (await rowsOf(session, familyOf(id), spare)).map(row => ({row, params: spare}));
    found.set(id, [...own, ...(found.get(id) ?? [])]);
  }
  rows = found;
  places = [{}, spare];
  // A refusal leaves the account as it is: every action finds the same rows.
  account.intercept(({method}) =>
    method === 'GET' ? undefined : jsonResponse(400, {errors: [{reason: 'refused by the test'}]}),
  );
});
afterAll(async () => {
  await session.close();
  account.close();
});

/**
 * Creates resources that the demo account lacks: databases of each engine, an instance that is off, and addresses that
 * can be deleted.
 */
async function prepare(): Promise<number> {
  const place = {region: 'us-east', type: 'g6-standard-1'};
  const {id} = (await account.call('POST /v4/compute/instances', {
    ...place,
    label: 'a-spare',
    image: 'compute/debian11',
    root_pass: 'aX9-secret-word',
    booted: false,
  })) as {id: number};
  const databases = {postgresql: 'postgresql/13.2', mongodb: 'mongodb/4.4.10'};
  for (const [engine, version] of Object.entries(databases))
    await account.call(`POST /v4/databases/${engine}/instances`, {...place, label: `a-${engine}`, engine: version});
  await account.clock.advance(2 * 3_600_000, settleAccount);
  await account.call(`POST /v4/compute/instances/${id}/ips`, {type: 'ipv4', public: true});
  await account.call('POST /v4/networking/ipv6/ranges', {compute_id: id, prefix_length: 64});
  const {data} = (await account.call(`GET /v4/compute/instances/${id}/disks`)) as {data: {id: number}[]};
  await account.call(`POST /v4/compute/instances/${id}/disks/${data[0]?.id}/resize`, {size: 8000});
  for (const [engine] of Object.entries(databases)) {
    const {data} = (await account.call(`GET /v4/databases/${engine}/instances`)) as {
      data: {id: number; status: string}[];
    };
    for (const {id, status} of data)
      if (status === 'active')
        await account.call(`POST /v4/databases/${engine}/instances/${id}/backups`, {
          label: 'by-hand',
          target: 'primary',
        });
  }
  await account.clock.advance(3_600_000, settleAccount);
  return id;
}

/** The inputs that accept a value, at any depth. */
const inputsIn = (fields: readonly FieldState[]): readonly FieldState[] =>
  fields.flatMap(field => [field, ...(field.items?.entries.flatMap(entry => inputsIn(entry.fields)) ?? [])]);

/** A value that the field accepts. */
function valueFor(field: FieldState, endpoint: Endpoint, g: fc.GeneratorValue): unknown {
  const options = field.options?.filter(({unless}) => unless === undefined).map(({value}) => value) ?? [];
  if (options.length > 0) {
    const value = g(fc.constantFrom, ...options);
    return fieldAt(endpoint, field.path)?.kind === 'list' ? [value] : value;
  }
  const facts = fieldAt(endpoint, field.path);
  if (!facts) return undefined;
  const text = fc.constantFrom('plain-1', "it's", 'a "b" \\ c', 'été-📦', '$(id)');
  const values = g(() => fc.array(fitting(facts, {text}), {minLength: 12, maxLength: 12}));
  return values.find(value => checkField(facts, value).length === 0);
}

/** Fills the required fields, and sometimes others; returns true if the request could be shown. */
async function fill(change: Change, endpoint: Endpoint, g: fc.GeneratorValue): Promise<boolean> {
  const typed = new Set<string>();
  // A first choice can show or hide later fields.
  for (let round = 0; round < 4 && change.getState().step === 'form'; round++) {
    for (const {path} of inputsIn(change.getState().fields)) {
      const field = inputsIn(change.getState().fields).find(candidate => candidate.path === path);
      if (!field || field.input === 'group' || typed.has(path)) continue;
      if (field.items?.entries.length === 0 && field.isRequired) change.set(path, [field.items.blank()]);
      if (field.items) continue;
      const isWanted = (field.isRequired && field.value === undefined) || field.problems.length > 0;
      if (!isWanted && !g(fc.boolean)) continue;
      const value = valueFor(field, endpoint, g);
      if (value === undefined) continue;
      typed.add(path);
      change.set(path, value);
      await settleAccount();
    }
    await change.toPreview();
    await settleAccount();
  }
  return change.getState().step === 'preview' && change.getState().preview !== undefined;
}

/** The requests that the account receives when the change is sent. */
async function requestsOf(change: Change): Promise<readonly ReceivedRequest[]> {
  const before = account.requests.length;
  const received = () => account.requests.slice(before).filter(({method}) => method !== 'GET');
  const sending = change.send();
  await settleAccount();
  // Some rate limits allow two requests in a minute.
  if (change.getState().step === 'sending') await account.clock.advance(rateLimitMs, settleAccount);
  await sending;
  await settleAccount();
  return received();
}

/** A word of a shell command, as `shellQuote` writes it, without its quotes. */
const wordsOf = (line: string): readonly string[] =>
  Array.from(line.matchAll(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g), ([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, (_, single, double, escaped) => single ?? double ?? escaped),
  );

/** The request in the form in which the preview shows it. */
function shownForm({method, path, headers, body}: ReceivedRequest, endpoint: Endpoint) {
  const text = body.toString('utf8');
  const sent = text === '' ? undefined : JSON.parse(text);
  // The preview shows JSON on several lines and hides secrets; otherwise, the bytes of the two bodies are equal.
  if (sent !== undefined) expect(text).toBe(JSON.stringify(sent));
  return {
    method,
    path,
    type: headers['content-type'],
    body: sent === undefined ? undefined : JSON.stringify(mask(sent, endpoint.spec.body)),
  };
}

function shown({method, path, body, curl, secondRequest}: Preview) {
  const compact = body === undefined ? undefined : JSON.stringify(JSON.parse(body));
  const type = body === undefined ? undefined : 'application/json';
  // The second request has an address that only the first one's answer holds.
  if (secondRequest) return {method, path, type, body: compact};
  const words = wordsOf(curl);
  const after = (flag: string) => words.flatMap((word, index) => (words[index - 1] === flag ? [word] : []));
  const headers = new Map(after('-H').map(header => header.split(': ') as [string, string]));
  expect(headers.get('Authorization')).toBe('Bearer $TOKEN');
  expect([after('-X')[0], after('-d')[0]]).toEqual([method, compact]);
  return {method, path, type: headers.get('Content-Type'), body: compact};
}

/** Values of fields that a rule between fields requires, before the others are filled in. */
const givenValues: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'profile.securityQuestions.answer': {
    security_questions: [1, 2, 3].map(question_id => ({question_id, response: `answer ${question_id}`})),
  },
};

/** Actions that are compared elsewhere, or can't be, and why. */
const exempt: Readonly<Record<string, string>> = {
  'support.tickets.attachments.create': 'its body is a file, which the preview names',
  'account.oauthClients.thumbnail.update': 'its body is a file, which the preview names',
  'account.payments.paypal.stage': 'your provider disabled PayPal payments',
  'account.payments.paypal.execute': 'your provider disabled PayPal payments',
  'profile.tfa.enable': 'the user of the demo account has it on',
  'profile.tfa.confirm': 'the user of the demo account has it on',
  'account.settings.enableManaged': 'the demo account has it on',
};

/** Actions whose request was compared, and for the others the problem of their last attempt. */
const reached = new Set<string>();
const problems = new Map<string, readonly string[]>();
const problemsOf = (change: Change): readonly string[] => [
  change.getState().outcome?.message ?? change.getState().step,
  ...inputsIn(change.getState().fields).flatMap(({path, problems}) => problems.map(problem => `${path}: ${problem}`)),
];

const actions = families.flatMap(family =>
  Object.entries(family.actions).flatMap(([name, action]) =>
    action.elsewhere === undefined ? [{id: family.id, name, action}] : [],
  ),
);

describe('the account receives the request of the preview', {shuffle: false}, () => {
  test.each(actions)('$id $name', async ({id, name, action}) => {
    const endpoint = operations.get(action.operation);
    if (!endpoint) throw new Error(`no operation ${action.operation}`);
    const placed = rows.get(id) ?? [];
    // An action without a row is tried once at each place of its list.
    const targets =
      action.on === 'row'
        ? placed
            .filter(({row, params}) => session.unless({family: id, action: name, row, params}) === undefined)
            .slice(0, maxRows)
        : [
            ...new Map(
              [...placed.map(({params}) => params), ...places].map(params => [JSON.stringify(params), params]),
            ).values(),
          ].map(params => ({row: undefined, params}));
    let compared = 0;
    const generators = fc.sample(fc.gen(), {numRuns: maxRows * maxFillings, seed});
    for (const {row, params} of targets)
      for (let filling = 0; filling < maxFillings && compared < maxCompared; filling++) {
        const g = generators.pop();
        if (!g) break;
        const change = session.change({family: id, action: name, row, params}, {isDraftable: false});
        const stop = change.subscribe(() => {});
        await settleAccount();
        for (const [path, value] of Object.entries(givenValues[`${id}.${name}`] ?? {})) change.set(path, value);
        if (await fill(change, endpoint, g)) {
          const {preview} = change.getState();
          const sent = await requestsOf(change);
          expect(sent).toHaveLength(1);
          for (const request of sent) expect(shownForm(request, endpoint)).toEqual(preview && shown(preview));
          compared++;
        } else problems.set(`${id}.${name}`, problemsOf(change));
        change.close();
        stop();
      }
    if (compared > 0) reached.add(`${id}.${name}`);
  });

  test('every action was reached', () => {
    // The account has an older API, without the resource types and operations of today.
    const missing = actions
      .filter(({id, action}) => !familyOf(id).today && !operations.get(action.operation)?.spec.today)
      .map(({id, name}) => `${id}.${name}`)
      .filter(action => !reached.has(action));
    expect(missing.filter(action => !(action in exempt)).map(action => [action, problems.get(action)])).toEqual([]);
    expect(Object.keys(exempt).filter(action => !missing.includes(action))).toEqual([]);
  });
});
