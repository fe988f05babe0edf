import {beforeEach, describe, expect, it, vi} from 'vitest';
import {Rejected, Unreachable} from '../../client/errors.ts';
import type {AnyRow, Family} from '../../families/define.ts';
import {volumes} from '../../families/volumes.ts';
import type {AuditEntry} from '../audit.ts';
import {manualClock} from '../clock.ts';
import {memoryDrafts} from '../drafts.ts';
import {createSession, type SessionProfile} from '../session.ts';
import {event, TestAccount} from '../testing/account.ts';
import {instance, instances} from '../testing/families.ts';
import type {Change} from '../types.ts';

const volume = (id: number, facts: AnyRow = {}): AnyRow => ({
  id,
  label: `vol-${id}`,
  filesystem_path: `/dev/disk/by-id/scsi-0_Volume_vol-${id}`,
  status: 'active',
  size: 20,
  region: 'us-east',
  compute_id: null,
  compute_label: null,
  created: '2026-01-01T00:00:00',
  updated: '2026-01-01T00:00:00',
  tags: [],
  hardware_type: 'nvme',
  ...facts,
});

const secrets: Family = {
  ...volumes,
  actions: {
    ...volumes.actions,
    update: {
      operation: 'instances.rebuild',
      on: 'row',
      title: 'Rebuild…',
      params: row => ({computeId: row.id as number}),
      form: {image: {title: 'Image', input: 'text'}, root_pass: {title: 'Password', input: 'secret'}},
    },
  },
};

let account: TestAccount;
let clock: ReturnType<typeof manualClock>;
let audited: AuditEntry[];
beforeEach(() => {
  account = new TestAccount();
  clock = manualClock();
  audited = [];
  account.lists.set('volumes.list', [volume(1), volume(2, {region: 'eu-west'})]);
  account.lists.set('instances.list', [
    instance(7, {label: 'web-01'}),
    instance(8, {label: 'db-01', region: 'eu-west'}),
  ]);
});

const plain: SessionProfile = {name: 'test', production: false, readOnly: false};

async function open(profile = plain, family: Family = volumes, drafts = memoryDrafts()) {
  const session = createSession({
    families: [family, instances],
    connect: account.connect,
    clock,
    random: () => 0.5,
    profile,
    drafts,
    audit: {write: entry => audited.push(entry), flush: async () => {}},
  });
  const collection = session.collection('volumes');
  collection.subscribe(() => {});
  await clock.advance(1000);
  const start = async (action: string, id?: number) => {
    const row = id === undefined ? undefined : collection.get().byId.get(id);
    const change = session.change('volumes', action, row);
    change.subscribe(() => {});
    await clock.settle();
    return change;
  };
  const toPreview = async (change: Change) => {
    change.toPreview();
    await clock.settle();
  };
  return {session, collection, start, toPreview, row: (id: number) => collection.get().byId.get(id)};
}

const field = (change: Change, path: string) => change.get().fields.find(candidate => candidate.path === path);
const set = (id: number, facts: AnyRow) =>
  account.lists.set(
    'volumes.list',
    (account.lists.get('volumes.list') ?? []).map(row => (row.id === id ? {...row, ...facts} : row)),
  );

describe('attaching a Volume', () => {
  const walk = async () => {
    const opened = await open();
    const change = await opened.start('attach', 1);
    return {...opened, change};
  };

  it('offers the instances of the region, the others with the reason', async () => {
    const {change} = await walk();
    expect(change.get()).toMatchObject({step: 'form', preview: undefined});
    const pick = field(change, 'compute_id');
    expect(pick).toMatchObject({title: 'Attach to', required: true, touched: false});
    // The list behind a picker is read when somebody looks at it.
    expect(pick?.loading).toBe(true);
    await clock.settle();
    expect(pick?.loading).toBe(false);
    expect(pick?.options?.map(({text, unless}) => [text, unless])).toEqual([
      ['web-01', undefined],
      ['db-01', 'in eu-west'],
    ]);
    expect(field(change, 'persist_across_boots')).toMatchObject({value: true, bounds: 'default true'});
  });

  it('says what is missing beside the field', async () => {
    const {change, toPreview} = await walk();
    await toPreview(change);
    expect(change.get().step).toBe('form');
    expect(field(change, 'compute_id')?.problems).toEqual(['is required']);
    change.set('compute_id', 7);
    expect(field(change, 'compute_id')).toMatchObject({problems: [], touched: true});
  });

  it('shows what will be sent, and what differs', async () => {
    const {change, toPreview} = await walk();
    change.set('compute_id', 7);
    await toPreview(change);
    const {preview, step, typing} = change.get();
    expect({step, typing}).toEqual({step: 'preview', typing: undefined});
    expect(preview).toMatchObject({method: 'POST', path: '/v4/volumes/1/attach', charges: false});
    expect(JSON.parse(preview?.body ?? '')).toEqual({compute_id: 7, persist_across_boots: true});
    expect(preview?.differences[0]).toMatchObject({title: 'Attach to', before: 'none', after: 'web-01 (7)'});
    expect(preview?.curl).toBe(
      'curl -X POST -H "Authorization: Bearer $TOKEN" -H \'Content-Type: application/json\'' +
        ' -d \'{"compute_id":7,"persist_across_boots":true}\' \'https://api.example.com/v4/volumes/1/attach\'',
    );
  });

  it('changes the row at once, and settles when the event ends', async () => {
    const {change, toPreview, row, collection, session} = await walk();
    session.operations.subscribe(() => {});
    change.set('compute_id', 7);
    await toPreview(change);
    const gate = Promise.withResolvers<void>();
    account.before = call => (call.operation === 'volumes.attach' ? gate.promise : undefined);
    account.answers.set('volumes.attach', () => {
      set(1, {compute_id: 7, compute_label: 'web-01'});
      return account.lists.get('volumes.list')?.[0];
    });
    const sending = change.send();
    await clock.settle();
    expect(change.get().step).toBe('sending');
    expect(row(1)).toMatchObject({compute_id: 7, compute_label: 'web-01'});
    expect(collection.annotation(1)).toMatchObject({pending: 'attaching'});
    expect(session.operations.get()).toMatchObject([{label: 'vol-1', word: 'attaching', percent: undefined}]);
    gate.resolve();
    await sending;
    expect(change.get().outcome).toMatchObject({ok: true, words: 'Attach vol-1: done'});
    const attach = event({
      action: 'volume_attach',
      status: 'started',
      percent_complete: 50,
      entity: {id: 1, label: 'vol-1', type: 'volume', url: '/v4/volumes/1'},
    });
    account.events.push(attach);
    await clock.advance(1000);
    expect(collection.annotation(1)?.pending).toBeUndefined();
    expect(collection.annotation(1)?.busy).toEqual({word: 'attaching', percent: 50});
    expect(session.operations.get()).toHaveLength(1);
    account.events = [{...attach, status: 'finished', percent_complete: 100}];
    await clock.advance(2000);
    expect(collection.annotation(1)?.busy).toBeUndefined();
    expect(session.operations.get()).toEqual([]);
    expect(row(1)).toMatchObject({compute_id: 7});
    expect(audited).toMatchObject([
      {operation: 'volumes.attach', outcome: 'done', label: 'vol-1', path: '/v4/volumes/1/attach'},
    ]);
  });

  it('goes back when the API refuses, with what it said beside the field', async () => {
    const {change, toPreview, row, collection} = await walk();
    change.set('compute_id', 7);
    await toPreview(change);
    account.answers.set('volumes.attach', () => {
      throw new Rejected([{field: 'compute_id', reason: 'Instance is busy.'}], {status: 400});
    });
    await change.send();
    expect(change.get().step).toBe('form');
    expect(field(change, 'compute_id')?.problems).toEqual(['Instance is busy.']);
    expect(row(1)).toMatchObject({compute_id: null});
    expect(collection.annotation(1)?.pending).toBeUndefined();
    expect(audited).toMatchObject([{outcome: 'refused', status: 400}]);
  });

  it('puts a refusal that names no field where it is seen', async () => {
    const {change, toPreview} = await walk();
    change.set('compute_id', 7);
    await toPreview(change);
    account.answers.set('volumes.attach', () => {
      throw new Rejected([{field: null, reason: 'Try later.'}], {status: 400});
    });
    await change.send();
    expect(change.get().fields.flatMap(({problems}) => problems)).toEqual(['Try later.']);
  });

  it('is not waited for when no event comes', async () => {
    const {change, toPreview, collection, row} = await walk();
    change.set('compute_id', 7);
    await toPreview(change);
    account.answers.set('volumes.attach', () => ({}));
    await change.send();
    expect(collection.annotation(1)?.pending).toBe('attaching');
    await clock.advance(40_000);
    expect(collection.annotation(1)?.pending).toBeUndefined();
    expect(row(1)).toMatchObject({compute_id: null});
  });
});

describe('a change without an answer', () => {
  const lost = () => new Unreachable('reset', 'api.example.com broke the connection.', {outcome: 'unknown'});

  it('is found out by reading: it was done', async () => {
    const {start, toPreview, collection, row, session} = await open();
    const change = await start('update', 1);
    change.set('label', 'renamed');
    await toPreview(change);
    account.answers.set('volumes.update', () => {
      set(1, {label: 'renamed'});
      throw lost();
    });
    await change.send();
    expect(change.get().outcome).toMatchObject({ok: false, unknown: true});
    expect(change.get().outcome?.words).toContain('being checked');
    expect(collection.annotation(1)).toMatchObject({checking: true});
    await clock.advance(3000);
    expect(change.get().outcome).toMatchObject({ok: true, unknown: false, words: 'Edit vol-1: it was done'});
    expect(collection.annotation(1)?.checking).toBeUndefined();
    expect(row(1)).toMatchObject({label: 'renamed'});
    expect(session.toasts.get().map(({text}) => text)).toEqual(['Edit vol-1: it was done']);
    expect(account.count('volumes.update')).toBe(1);
    expect(audited).toMatchObject([{outcome: 'unknown', status: undefined}]);
  });

  it('is found out by reading: it was not, however long nothing answers', async () => {
    const {start, toPreview, collection, row} = await open();
    const change = await start('update', 1);
    change.set('label', 'renamed');
    await toPreview(change);
    account.answers.set('volumes.update', () => {
      throw lost();
    });
    await change.send();
    account.failure = lost();
    await clock.advance(600_000);
    expect(change.get().outcome).toMatchObject({unknown: true});
    expect(row(1)).toMatchObject({label: 'renamed'});
    account.failure = undefined;
    await clock.advance(200_000);
    expect(change.get().outcome).toMatchObject({ok: false, unknown: false, words: 'Edit vol-1: it was not done'});
    expect(row(1)).toMatchObject({label: 'vol-1'});
    expect(collection.annotation(1)?.checking).toBeUndefined();
    expect(account.count('volumes.update')).toBe(1);
  });

  it('is found by its label when it made something', async () => {
    const {start, toPreview, collection} = await open();
    const change = await start('create');
    change.set('label', 'fresh');
    change.set('region', 'us-east');
    await toPreview(change);
    expect(change.get().preview?.charges).toBe(true);
    account.answers.set('volumes.create', () => {
      account.lists.get('volumes.list')?.push(volume(9, {label: 'fresh'}));
      throw lost();
    });
    await change.send();
    await clock.advance(10_000);
    expect(change.get().outcome).toMatchObject({ok: true});
    expect(collection.get().byId.has(9)).toBe(true);
    expect(account.count('volumes.create')).toBe(1);
  });

  it('was a deletion that happened when the row is gone', async () => {
    const {start, collection} = await open();
    const change = await start('delete', 1);
    expect(change.get()).toMatchObject({step: 'preview', typing: 'vol-1', fields: []});
    account.answers.set('volumes.delete', () => {
      account.lists.set('volumes.list', [volume(2)]);
      throw lost();
    });
    await change.send();
    await clock.advance(10_000);
    expect(change.get().outcome).toMatchObject({ok: true});
    await clock.advance(40_000);
    expect(collection.get().rows.map(row => row.id)).toEqual([2]);
  });
});

describe('an edit', () => {
  it('sends only what differs, and nothing when nothing does', async () => {
    const {start, toPreview} = await open();
    const change = await start('update', 1);
    expect(field(change, 'label')).toMatchObject({
      value: 'vol-1',
      bounds: expect.stringContaining('1 to 32 characters · should begin with a letter'),
    });
    await toPreview(change);
    expect(change.get().step).toBe('form');
    expect(change.get().fields.flatMap(({problems}) => problems)).toEqual(['nothing is different yet']);
    change.set('tags', ['prod']);
    await toPreview(change);
    expect(JSON.parse(change.get().preview?.body ?? '')).toEqual({tags: ['prod']});
    expect(change.get().preview?.differences).toMatchObject([{path: 'tags', before: 'none', after: 'prod'}]);
  });

  it('warns of what may be refused, and refuses what will be', async () => {
    const {start, toPreview} = await open();
    const change = await start('update', 1);
    change.set('label', '9lives');
    await toPreview(change);
    expect(change.get().preview?.warnings.join()).toContain('may be refused');
    change.back();
    change.set('label', 'x'.repeat(33));
    await toPreview(change);
    expect(field(change, 'label')?.problems).toEqual(['must be 1 to 32 characters']);
    change.set('label', 'x'.repeat(34));
    expect(field(change, 'label')?.problems).toEqual(['must be 1 to 32 characters']);
  });

  it('can be taken back', async () => {
    const {start, toPreview, session} = await open();
    expect(session.undo()).toBeUndefined();
    const change = await start('update', 1);
    change.set('label', 'renamed');
    await toPreview(change);
    account.answers.set('volumes.update', () => {
      set(1, {label: 'renamed'});
      return account.lists.get('volumes.list')?.[0];
    });
    await change.send();
    const back = session.undo();
    await clock.settle();
    expect(back?.get().step).toBe('preview');
    expect(JSON.parse(back?.get().preview?.body ?? '')).toEqual({label: 'vol-1'});
  });
});

describe('what is off', () => {
  it('says why, and is asked again before it is sent', async () => {
    const {session, row, start} = await open();
    expect(session.unless('volumes', 'detach', row(1))).toBe('the Volume is not attached');
    expect(session.unless('volumes', 'delete', row(1))).toBeUndefined();
    expect(session.unless('volumes', 'delete')).toContain('choose one');
    const change = await start('delete', 1);
    set(1, {compute_id: 7, compute_label: 'web-01'});
    session.collection('volumes').refresh();
    await clock.settle();
    await change.send();
    expect(change.get().outcome?.words).toContain('attached to web-01');
    expect(account.count('volumes.delete')).toBe(0);
  });

  it('is everything in a read-only profile', async () => {
    const {session, row, start} = await open({...plain, readOnly: true});
    expect(session.unless('volumes', 'delete', row(1))).toBe('the profile test is read-only');
    const change = await start('delete', 1);
    expect(change.get()).toMatchObject({step: 'outcome', outcome: {ok: false}});
  });
});

describe('confirmation', () => {
  it('is stricter in production', async () => {
    account.lists.set('volumes.list', [volume(1, {compute_id: 7, compute_label: 'web-01'})]);
    const detach = await (await open()).start('detach', 1);
    expect(detach.get()).toMatchObject({step: 'preview', typing: undefined});
    const inProduction = await (await open({...plain, production: true})).start('detach', 1);
    expect(inProduction.get()).toMatchObject({step: 'preview', typing: 'vol-1'});
  });

  it('takes the name of the account, or of the profile where that is not known', async () => {
    const cancels: Family = {
      ...volumes,
      actions: {
        ...volumes.actions,
        detach: {...volumes.actions.detach, operation: 'volumes.detach', on: 'row', confirm: {typing: 'account'}},
      },
    };
    account.lists.set('volumes.list', [volume(1, {compute_id: 7, compute_label: 'web-01'})]);
    expect((await (await open(plain, cancels)).start('detach', 1)).get().typing).toBe('test');
    account.answers.set('account.get', () => ({company: 'Acme'}));
    expect((await (await open(plain, cancels)).start('detach', 1)).get().typing).toBe('Acme');
  });
});

describe('drafts', () => {
  it('are there again after the form was left, and gone when it was sent', async () => {
    const drafts = memoryDrafts();
    const {start, toPreview} = await open(plain, volumes, drafts);
    const change = await start('update', 1);
    change.set('label', 'half-typed');
    change.close();
    const again = await start('update', 1);
    expect(field(again, 'label')?.value).toBe('half-typed');
    account.answers.set('volumes.update', () => volume(1, {label: 'half-typed'}));
    await toPreview(again);
    await again.send();
    expect(field(await start('update', 1), 'label')).toMatchObject({value: 'half-typed', touched: false});
  });
});

describe('secrets', () => {
  it('are masked in the preview, kept out of the audit and of drafts that go to files', async () => {
    const drafts = memoryDrafts();
    const put = vi.spyOn(drafts, 'put');
    const {start, toPreview} = await open(plain, secrets, drafts);
    const change = await start('update', 1);
    change.set('image', 'compute/debian12');
    change.set('root_pass', 'hunter2!hunter2!');
    await toPreview(change);
    expect(change.get().step).toBe('preview');
    expect(JSON.stringify(change.get().preview)).not.toContain('hunter2');
    account.answers.set('instances.rebuild', () => ({}));
    await change.send();
    expect(JSON.stringify(audited)).not.toContain('hunter2');
    const kept = put.mock.calls.map(([, , forFile]) => forFile);
    expect(JSON.stringify(kept)).not.toContain('hunter2');
    expect(JSON.stringify(kept)).toContain('debian12');
    expect(account.calls.find(({operation}) => operation === 'instances.rebuild')?.request.body).toEqual({
      image: 'compute/debian12',
      root_pass: 'hunter2!hunter2!',
    });
  });
});
