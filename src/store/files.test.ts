import {beforeEach, describe, expect, it, vi} from 'vitest';
import type {AnyRow, Family} from '../families/shape/define-family.ts';
import {type StateFiles, stateFilesOn} from '../platform/files/state-files.ts';
import {listsToSave, openSnapshots} from './cache/snapshot.ts';
import {auditLine, createAuditLog, memoryAuditLog, parseRecords, toAuditRecord} from './changes/audit-log.ts';
import {openDraftStore} from './changes/draft-store.ts';
import {runToEnd} from './core/run-to-end.ts';
import {mask, withoutSecrets} from './core/secret-fields.ts';
import {createFinder} from './list/finder.ts';
import {manualClock} from './testing/manual-clock.ts';
import {TestAccount} from './testing/test-account.ts';
import {januaryLookup, TestCollection} from './testing/test-collection.ts';
import {instance, instances, instancesOf} from './testing/test-families.ts';
import {createTestSession} from './testing/test-session.ts';

let files: StateFiles & {readonly texts: Map<string, string>; broken: boolean};
let messages: string[];
let clock: ReturnType<typeof manualClock>;
let failures: unknown[];
const onFailure = (error: unknown) => failures.push(error);
beforeEach(() => {
  const texts = new Map<string, string>();
  clock = manualClock();
  failures = [];
  const check = () => {
    if (files.broken) throw new Error('ENOSPC');
  };
  messages = [];
  const port = {
    read: async (path: string) => {
      check();
      return texts.get(path);
    },
    write: async (path: string, text: string) => {
      check();
      texts.set(path, text);
    },
    update: async (path: string, change: (text: string | undefined) => string | Promise<string>) => {
      check();
      texts.set(path, await change(texts.get(path)));
    },
    append: async (path: string, text: string) => {
      check();
      texts.set(path, (texts.get(path) ?? '') + text);
    },
    remove: async (path: string) => {
      texts.delete(path);
    },
    async quarantine(path: string) {
      texts.set(`${path}.damaged`, texts.get(path) ?? '');
      texts.delete(path);
      return `${path}.damaged`;
    },
    withLock: <T>(_: string, work: () => Promise<T>) => work(),
  };
  files = Object.assign(
    stateFilesOn(port, message => messages.push(message)),
    {texts, broken: false},
  );
});

describe('drafts', () => {
  const open = () => openDraftStore({files, path: 'drafts.json', clock, onFailure});

  it('are stored a moment after they were typed, and restored by the next session', async () => {
    const drafts = await open();
    drafts.put('a', {label: 'w'}, {kept: {label: 'w'}});
    drafts.put('a', {label: 'web', root_pass: 'hunter2'}, {kept: {label: 'web'}});
    await clock.advance(1000);
    expect(drafts.find('a')?.values).toEqual({label: 'web', root_pass: 'hunter2'});
    expect(files.texts.get('drafts.json')).not.toContain('hunter2');
    expect((await open()).find('a')?.values).toEqual({label: 'web'});
  });

  it('of an older version keep their path parameters and preset values, which were stored as `at` and `fills`', async () => {
    const about = {
      family: 'backups',
      action: 'restore',
      id: 7,
      at: {linodeId: 5},
      label: 'Restore',
      fills: {overwrite: true},
    };
    const drafts = {a: {at: clock.now(), values: {label: 'web'}, about}};
    files.texts.set('drafts.json', JSON.stringify({version: 1, drafts}));
    const {getState} = await open();
    expect(getState().map(draft => draft.about)).toEqual([
      expect.objectContaining({params: {linodeId: 5}, presetValues: {overwrite: true}}),
    ]);
  });

  it('of an older version, which had the kind of a text in its action, continue as texts', async () => {
    const about = {family: 'volumes', id: 7, params: {}, label: 'vol-7'};
    const at = clock.now();
    const drafts = {
      a: {at, values: {text: 'label: ['}, about: {...about, action: 'update text'}},
      b: {at, values: {text: 'www A'}, about: {...about, action: 'text'}},
      c: {at, values: {label: 'w'}, about: {...about, action: 'update'}},
    };
    files.texts.set('drafts.json', JSON.stringify({version: 1, drafts}));
    const {find} = await open();
    expect(['a', 'b', 'c'].map(key => find(key)?.about)).toMatchObject([
      {kind: 'text', action: 'update'},
      {kind: 'list', action: 'text'},
      {kind: 'form', action: 'update'},
    ]);
  });

  it('are deleted after they were sent, and an unchanged form writes nothing', async () => {
    const drafts = await open();
    drafts.put('b', undefined);
    await clock.advance(1000);
    expect(files.texts.size).toBe(0);
    drafts.put('a', {label: 'w'});
    await drafts.flush();
    drafts.put('a', undefined);
    await drafts.flush();
    expect((await open()).find('a')?.values).toBeUndefined();
  });

  it('are deleted after three months', async () => {
    const drafts = await open();
    drafts.put('old', {label: 'w'});
    await clock.advance(91 * 86_400_000);
    drafts.put('new', {label: 'w'});
    await drafts.flush();
    const again = await open();
    expect([again.find('old')?.values, again.find('new')?.values]).toEqual([undefined, {label: 'w'}]);
  });

  it('bug: that another console typed were deleted, because this console had sent one of the same form', async () => {
    const [here, there] = [await open(), await open()];
    here.put('a', {label: 'sent'});
    await here.flush();
    here.put('a', undefined);
    await here.flush();
    there.put('a', {label: 'typed there'});
    await there.flush();
    here.put('b', {label: 'w'});
    await here.flush();
    expect(here.find('a')?.values).toEqual({label: 'typed there'});
    expect((await open()).find('a')?.values).toEqual({label: 'typed there'});
  });

  it('bug: that another console sent were offered and stored again', async () => {
    const [here, there] = [await open(), await open()];
    here.put('a', {label: 'web', root_pass: 'hunter2'}, {kept: {label: 'web'}});
    here.put('secret', {root_pass: 'hunter2'}, {kept: {}});
    await here.flush();
    there.put('b', {label: 'w'});
    await there.flush();
    there.put('a', undefined);
    await there.flush();
    here.put('c', {label: 'w'});
    await here.flush();
    expect(here.find('a')).toBeUndefined();
    expect((await open()).find('a')).toBeUndefined();
    // A draft that is never written can only be sent by this console.
    expect(here.find('secret')?.values).toEqual({root_pass: 'hunter2'});
  });

  it('stay if the file is damaged while the console runs', async () => {
    const drafts = await open();
    drafts.put('a', {label: 'w'});
    await drafts.flush();
    files.texts.set('drafts.json', '{"version":1,"drafts":{"a');
    drafts.put('b', {label: 'w'});
    await drafts.flush();
    expect((await open()).find('a')?.values).toEqual({label: 'w'});
  });

  it('in a damaged file are renamed with it, and new drafts are stored', async () => {
    files.texts.set('drafts.json', '{"version":1,"drafts":{"a');
    const drafts = await open();
    drafts.put('a', {label: 'w'});
    await drafts.flush();
    expect(files.texts.get('drafts.json.damaged')).toBe('{"version":1,"drafts":{"a');
    expect(messages).toEqual(['drafts.json is damaged; renamed to drafts.json.damaged']);
    expect(drafts.find('a')?.values).toEqual({label: 'w'});
  });

  it('are written at most a second late during continuous typing', async () => {
    const drafts = await open();
    let text = '';
    const written = () => /"label":"(x*)"/.exec(files.texts.get('drafts.json') ?? '')?.[1]?.length ?? 0;
    for (let key = 0; key < 60; key++) {
      text += 'x';
      drafts.put('a', {label: text});
      await clock.advance(120);
      // At most the keys of the last second are missing in the file.
      expect(text.length - written()).toBeLessThanOrEqual(8);
    }
  });

  it('of two consoles do not overwrite each other', async () => {
    const [one, other] = [await open(), await open()];
    one.put('a', {label: 'one'});
    other.put('b', {label: 'other'});
    await one.flush();
    await other.flush();
    one.put('a', undefined);
    await one.flush();
    const again = await open();
    expect([again.find('a')?.values, again.find('b')?.values]).toEqual([undefined, {label: 'other'}]);
  });

  it('remain in memory if the disk is full', async () => {
    const drafts = await open();
    files.broken = true;
    drafts.put('a', {label: 'w'});
    await drafts.flush();
    expect(drafts.find('a')?.values).toEqual({label: 'w'});
    expect(String(failures)).toContain('ENOSPC');
  });
});

describe('the file of the change log', () => {
  const entry = {
    at: Date.UTC(2026, 0, 15, 12),
    profile: 'prod',
    as: 'ada',
    api: 'api.example.com',
    operation: 'instances.rebuild',
    method: 'POST',
    path: '/v4/compute/instances/7/rebuild',
    target: {family: 'instances' as const, id: 7},
    label: 'web-01',
    changes: [
      {path: 'image', title: 'Image', before: 'compute/debian11', after: 'compute/debian12'},
      {path: 'root_pass', title: 'Password', before: undefined, after: 'hunter2'},
    ],
    outcome: 'done' as const,
    status: 200,
    requestId: 'req-1',
    milliseconds: 120,
  };
  const author = {host: 'desk', user: 'ada'};

  it('contains the user, the change and its values, without secrets', () => {
    expect(JSON.parse(auditLine(toAuditRecord(entry, author)))).toEqual({
      at: '2026-01-15T12:00:00.000Z',
      profile: 'prod',
      as: 'ada',
      api: 'api.example.com',
      host: 'desk',
      user: 'ada',
      operation: 'instances.rebuild',
      method: 'POST',
      path: '/v4/compute/instances/7/rebuild',
      target: {family: 'instances', id: 7},
      label: 'web-01',
      outcome: 'done',
      status: 200,
      requestId: 'req-1',
      milliseconds: 120,
      changes: [
        {path: 'image', title: 'Image', before: 'compute/debian11', after: 'compute/debian12'},
        {path: 'root_pass', title: 'Password'},
      ],
    });
  });

  it('has one line per change, in order', async () => {
    const audit = createAuditLog({files, path: 'audit.ndjson', author, onFailure});
    audit.write(entry);
    audit.write({...entry, label: 'web-02'});
    await audit.flush();
    const lines = (files.texts.get('audit.ndjson') ?? '').trimEnd().split('\n');
    expect(lines.map(line => JSON.parse(line).label)).toEqual(['web-01', 'web-02']);
    expect((await audit.read()).map(({label}) => label)).toEqual(['web-02', 'web-01']);
    expect((await audit.read())[0]).toEqual(toAuditRecord({...entry, label: 'web-02'}, author));
  });

  it('is read across older files, past truncated lines and lines of an earlier version', async () => {
    files.texts.set('audit.ndjson', `${auditLine(toAuditRecord({...entry, label: 'new'}, author))}\n{"at":"2026-01`);
    files.texts.set('audit.ndjson.2', `${auditLine(toAuditRecord({...entry, label: 'old'}, author))}\n`);
    const audit = createAuditLog({files, path: 'audit.ndjson', author, onFailure});
    expect((await audit.read()).map(({label}) => label)).toEqual(['new', 'old']);
    expect(parseRecords('{"at":"2026-01-15T12:00:00.000Z","operation":"tags.create","outcome":"done"}')).toMatchObject([
      {operation: 'tags.create', host: '', changes: []},
    ]);
  });

  it('notifies subscribers immediately, and is kept in memory in the demo', async () => {
    const audit = memoryAuditLog(author);
    const labels: string[] = [];
    audit.subscribe(({label}) => labels.push(label));
    audit.write(entry);
    expect(labels).toEqual(['web-01']);
    expect(await audit.read()).toHaveLength(1);
  });
});

describe('a snapshot', () => {
  const open = () => openSnapshots({files, path: 'snapshot.json', clock, onFailure});

  it('restores lists and marks their rows as cached', async () => {
    const account = new TestAccount();
    account.lists.set('instances.list', instancesOf(3));
    const session = async (snapshots: ReturnType<typeof open>) =>
      createTestSession({account, clock}, {cachedLists: await snapshots.load(), snapshots});
    const first = await session(open());
    first.collection('instances').subscribe(() => {});
    await clock.settle();
    await first.close();
    const second = await session(open());
    expect(second.collection('instances').getState()).toMatchObject({
      isFromSnapshot: true,
      isComplete: false,
      validAt: undefined,
    });
    expect(runToEnd(second.find('web-2')).map(({label}) => label)).toEqual(['web-2']);
  });

  it('is saved at intervals, and only if rows changed', async () => {
    const account = new TestAccount();
    account.lists.set('instances.list', instancesOf(3));
    const session = createTestSession({account, clock}, {snapshots: open()});
    session.collection('instances').subscribe(() => {});
    await clock.advance(61_000);
    const saved = files.texts.get('snapshot.json');
    expect(saved).toContain('web-3');
    await clock.advance(120_000);
    expect(files.texts.get('snapshot.json')).toBe(saved);
    await session.close();
  });

  it('is written as soon as possible after a failed write, even without changes', async () => {
    const account = new TestAccount();
    account.lists.set('instances.list', instancesOf(3));
    const session = createTestSession({account, clock}, {snapshots: open()});
    session.collection('instances').subscribe(() => {});
    files.broken = true;
    await clock.advance(61_000);
    expect(failures).toHaveLength(1);
    files.broken = false;
    await clock.advance(61_000);
    expect(files.texts.get('snapshot.json')).toContain('web-3');
    await session.close();
  });

  it('omits secrets declared by the contract, by their name or by the resource type', () => {
    const family: Family = {
      ...instances,
      detail: [
        {title: 'Keys', sections: [{title: '', lines: [{title: 'PIN', value: row => String(row.pin), secret: true}]}]},
      ],
    };
    const row = {...instance(1), pin: '4711', nested: {secret_key: 'abc'}, keys: [{token: 'tok'}], tags: ['x']};
    const [kept] = listsToSave([new TestCollection(family, [row])], januaryLookup, () => undefined);
    expect(kept?.rows[0]).toMatchObject({id: 1, tags: ['x'], nested: {}, keys: [{}]});
    expect(JSON.stringify(kept)).not.toMatch(/4711|abc|tok"/);
  });

  it('omits rows whose key or column depends on a secret', () => {
    const byToken: Family = {...instances, key: row => row.token as string};
    const byColumn: Family = {
      ...instances,
      columns: [{id: 'end', title: 'End', value: row => String(row.token).slice((row.token as string).length - 3)}],
    };
    const row = {...instance(1), token: 'tok-0123'};
    const kept = (family: Family, one: AnyRow) => [
      ...listsToSave([new TestCollection(family, [one])], januaryLookup, () => undefined),
    ];
    expect(kept(byToken, row)).toEqual([]);
    expect(kept(byColumn, row)).toEqual([]);
    expect(kept(instances, row)).toHaveLength(1);
  });

  it('keeps empty fields next to an empty secret', () => {
    const family: Family = {
      ...instances,
      detail: [{title: 'Keys', sections: [{title: '', lines: [{title: 'PIN', value: () => '', secret: true}]}]}],
    };
    const [kept] = listsToSave(
      [new TestCollection(family, [{...instance(1), image: ''}])],
      januaryLookup,
      () => undefined,
    );
    expect(kept?.rows[0]).toMatchObject({id: 1, image: ''});
  });

  it('with rows without a key, from an earlier version, does not prevent the start', () => {
    const account = new TestAccount();
    const byToken: Family = {...instances, key: row => row.token as string};
    const session = createTestSession(
      {account, clock},
      {
        families: [byToken],
        cachedLists: [{family: 'instances', params: {}, rows: [instance(1), {...instance(2), token: 'tok'}]}],
      },
    );
    expect(
      session
        .collection('instances')
        .getState()
        .rows.map(({id}) => id),
    ).toEqual([2]);
  });

  it('contains a limited number of rows', () => {
    const [list] = listsToSave([new TestCollection(instances, instancesOf(5000))], januaryLookup, () => undefined);
    expect(list?.rows).toHaveLength(300);
  });

  it('is written list by list, with a yield to the event loop after each list', async () => {
    const yields: number[] = [];
    const lists = function* () {
      for (let count = 1; count <= 3; count++) {
        yields.push(clock.yields);
        yield {family: 'instances' as const, params: {}, rows: instancesOf(count)};
      }
    };
    await open().save(lists());
    expect(new Set(yields).size).toBe(3);
    expect((await open().load()).map(({rows}) => rows.length)).toEqual([1, 2, 3]);
  });

  it.each([
    ['truncated', (text: string) => text.slice(0, -20)],
    ['with a wrong type', (text: string) => text.replace('"family":"instances"', '"family":1')],
    ['with null as a row', (text: string) => text.replace(/"rows":\[.*\]/, '"rows":[null]')],
    ['nonsense', () => 'nonsense'],
    ['empty', () => ''],
  ])('that is %s is renamed with a one-line message', async (_, spoil) => {
    await open().save([{family: 'instances', params: {}, rows: instancesOf(1)}]);
    const text = files.texts.get('snapshot.json') ?? '';
    expect(spoil(text)).not.toBe(text);
    files.texts.set('snapshot.json', spoil(text));
    expect(await open().load()).toEqual([]);
    expect(messages).toEqual(['snapshot.json is damaged; renamed to snapshot.json.damaged']);
    expect(files.texts.get('snapshot.json.damaged')).toBe(spoil(text));
  });

  it('of another version is ignored without a message', async () => {
    await open().save([{family: 'instances', params: {}, rows: instancesOf(1)}]);
    const text = files.texts.get('snapshot.json') ?? '';
    files.texts.set('snapshot.json', text.replace(/"program":"[^"]*"/, '"program":"1 0.0.1"'));
    expect(await open().load()).toEqual([]);
    expect(messages).toEqual([]);
  });

  it('is ignored after a month', async () => {
    await open().save([{family: 'instances', params: {}, rows: instancesOf(1)}]);
    expect(await open().load()).toHaveLength(1);
    await clock.advance(31 * 86_400_000);
    expect(await open().load()).toEqual([]);
  });
});

describe('secrets', () => {
  it('are masked for display and omitted from files, and values without secrets remain the same object', () => {
    const value = {label: 'x', root_pass: 'p', list: [{private_key: 'k', port: 443}]};
    expect(mask(value)).toEqual({label: 'x', root_pass: '••••••', list: [{private_key: '••••••', port: 443}]});
    expect(withoutSecrets(value)).toEqual({label: 'x', list: [{port: 443}]});
    const clean = {label: 'x', list: [{port: 443}]};
    expect(mask(clean)).toBe(clean);
    expect(withoutSecrets(clean)).toBe(clean);
  });
});

describe('the finder', () => {
  const rows = [
    instance(1, {label: 'web-10', ipv4: ['198.51.100.7'], tags: ['prod']}),
    instance(2, {label: 'web-1'}),
    instance(3, {label: 'db', tags: ['web']}),
  ];
  const family: Family = {...instances, search: row => (row.ipv4 as string[]).join(' ')};
  const finder = createFinder(() => [new TestCollection(family, rows)], januaryLookup);
  const labels = (typed: string) => runToEnd(finder.find(typed)).map(({label}) => label);

  it('lists exact names first, then prefixes, then other matches', () => {
    expect(labels('web-1')).toEqual(['web-1', 'web-10']);
    expect(labels('web')).toEqual(['web-10', 'web-1', 'db']);
  });

  it('finds rows by ID, address and tag, and by letters in order', () => {
    expect(runToEnd(finder.find('3'))[0]?.ref).toEqual({family: 'instances', id: 3});
    expect(labels('198.51.100.7')).toEqual(['web-10']);
    expect(labels('prod')).toContain('web-10');
    expect(labels('wb10')).toEqual(['web-10']);
    expect(labels('')).toEqual([]);
    expect(labels('nothing like it')).toEqual([]);
  });

  it('finds the same rows when a name is typed or deleted letter by letter, and after rows change', () => {
    const list = new TestCollection(family, rows);
    const typing = createFinder(() => [list], januaryLookup);
    for (const typed of ['w', 'we', 'web', 'web-1', 'web-10', 'web-1', 'eb-1', 'web prod', 'prod', 'd', 'db'])
      expect(runToEnd(typing.find(typed)).map(({label}) => label)).toEqual(labels(typed));
    list.set([...rows, instance(4, {label: 'db-2'})]);
    expect(runToEnd(typing.find('db')).map(({label}) => label)).toEqual(['db', 'db-2']);
  });

  it('bug: each deleted letter searched the rows of the broader text again', () => {
    const many = [...Array(3000).keys()].map(index => instance(index, {label: `web-${index}`}));
    const list = new TestCollection(family, many);
    const typing = createFinder(() => [list], januaryLookup);
    let searched = 0;
    vi.spyOn(list, 'searchText').mockImplementation(id => {
      const text = `web-${id}`;
      const indexOf = (word: string) => (++searched > 0 ? text.indexOf(word) : -1);
      return {indexOf, lastIndexOf: () => -1} as unknown as string;
    });
    for (const typed of ['web-', 'web-12', 'web-123', 'web-12']) {
      searched = 0;
      runToEnd(typing.find(typed));
    }
    expect(searched).toBe(many.filter(({label}) => String(label).includes('web-12')).length);
  });

  it('bug: each letter read the texts of all rows again', () => {
    const list = new TestCollection(family, rows);
    const typing = createFinder(() => [list], januaryLookup);
    const read = vi.spyOn(list, 'searchText');
    for (const typed of ['w', 'web', 'd', 'x']) runToEnd(typing.find(typed));
    expect(read).toHaveBeenCalledTimes(rows.length);
    list.set([...rows, instance(4, {label: 'db-2'})]);
    expect(runToEnd(typing.find('db-2')).map(({label}) => label)).toEqual(['db-2']);
  });

  it('searches long lists in short steps, and finds the best match at any position', () => {
    const many = [...Array(3000).keys()].map(index => instance(index + 10, {label: `web-${index}`}));
    const last = instance(9999, {label: 'web'});
    const long = createFinder(() => [new TestCollection(family, [...many, last])], januaryLookup);
    const work = long.find('web', 3);
    let steps = 0;
    let step = work.next();
    for (; !step.done; step = work.next()) steps++;
    expect(steps).toBeGreaterThan(10);
    expect(step.value?.map(({label}) => label)).toEqual(['web', 'web-0', 'web-1']);
    expect(runToEnd(long.find('wb2999', 3)).map(({label}) => label)).toEqual(['web-2999']);
  });
});
