import {describe, expect, it} from 'vitest';
import {RejectedError, UnreachableError} from '../../../client/core/errors.ts';
import {volumes} from '../../../families/storage/volumes.ts';
import {event} from '../../testing/test-account.ts';
import {changeBench, changeField, volume} from '../../testing/test-changes.ts';
import {plainProfile} from '../../testing/test-session.ts';

const bench = changeBench();

describe('attaching a volume', () => {
  const openAttach = async () => {
    const opened = await bench.open();
    const change = await opened.start('attach', 1);
    return {...opened, change};
  };

  it('offers the instances of the region, and shows for the others why they are unavailable', async () => {
    const {change} = await openAttach();
    expect(change.getState()).toMatchObject({step: 'form', preview: undefined});
    const pick = changeField(change, 'compute_id');
    expect(pick).toMatchObject({title: 'Attach to', isRequired: true, isTyped: false});
    // The list of a picker is read when the picker is first shown.
    expect(pick?.isLoading).toBe(true);
    await bench.clock.settle();
    expect(pick?.isLoading).toBe(false);
    expect(pick?.options?.map(({text, unless}) => [text, unless])).toEqual([
      ['web-01', undefined],
      ['db-01', 'in eu-west'],
    ]);
    expect(changeField(change, 'persist_across_boots')).toMatchObject({value: true, bounds: 'default yes'});
  });

  it('shows a missing value at its field', async () => {
    const {change, toPreview} = await openAttach();
    await toPreview(change);
    expect(change.getState().step).toBe('form');
    expect(changeField(change, 'compute_id')?.problems).toEqual(['is required']);
    change.set('compute_id', 7);
    expect(changeField(change, 'compute_id')).toMatchObject({problems: [], isTyped: true});
  });

  it('previews the request and the differences', async () => {
    const {change, toPreview} = await openAttach();
    change.set('compute_id', 7);
    await toPreview(change);
    const {preview, step, confirmText} = change.getState();
    expect({step, confirmText}).toEqual({step: 'preview', confirmText: undefined});
    expect(preview).toMatchObject({method: 'POST', path: '/v4/volumes/1/attach', hasCharge: false});
    expect(JSON.parse(preview?.body ?? '')).toEqual({compute_id: 7, persist_across_boots: true});
    expect(preview?.differences[0]).toMatchObject({title: 'Attach to', before: 'none', after: 'web-01 (7)'});
    expect(preview?.curl).toBe(
      'curl -X POST -H "Authorization: Bearer $TOKEN" -H \'Content-Type: application/json\'' +
        ' -d \'{"compute_id":7,"persist_across_boots":true}\' \'https://api.example.com/v4/volumes/1/attach\'',
    );
  });

  it('changes the row at once, and settles when the event ends', async () => {
    const {change, toPreview, row, collection, session} = await openAttach();
    session.account.subscribe(
      state => state.operations,
      () => {},
    );
    change.set('compute_id', 7);
    await toPreview(change);
    const gate = Promise.withResolvers<void>();
    bench.account.beforeAnswer = call => (call.operation === 'volumes.attach' ? gate.promise : undefined);
    bench.account.answers.set('volumes.attach', () => {
      bench.set(1, {compute_id: 7, compute_label: 'web-01'});
      return bench.account.lists.get('volumes.list')?.[0];
    });
    const sending = change.send();
    await bench.clock.settle();
    expect(change.getState().step).toBe('sending');
    expect(row(1)).toMatchObject({compute_id: 7, compute_label: 'web-01'});
    expect(collection.annotation(1)).toMatchObject({pending: 'attaching'});
    expect(collection.isSettled()).toBe(false);
    expect(session.account.getState().operations).toMatchObject([
      {label: 'vol-1', word: 'attaching', percent: undefined},
    ]);
    gate.resolve();
    await sending;
    expect(change.getState().outcome).toMatchObject({status: 'started', message: 'Attach vol-1: under way'});
    const attach = event({
      action: 'volume_attach',
      status: 'started',
      percent_complete: 50,
      entity: {id: 1, label: 'vol-1', type: 'volume', url: '/v4/volumes/1'},
    });
    bench.account.events.push(attach);
    await bench.clock.advance(1000);
    expect(collection.annotation(1)?.pending).toBeUndefined();
    expect(collection.annotation(1)?.busy).toEqual({word: 'attaching', percent: 50});
    expect(session.account.getState().operations).toHaveLength(1);
    bench.account.events = [{...attach, status: 'finished', percent_complete: 100}];
    await bench.clock.advance(2000);
    expect(collection.annotation(1)?.busy).toBeUndefined();
    expect(session.account.getState().operations).toEqual([]);
    expect(row(1)).toMatchObject({compute_id: 7});
    expect(bench.audited).toMatchObject([
      {operation: 'volumes.attach', outcome: 'done', label: 'vol-1', path: '/v4/volumes/1/attach'},
    ]);
  });

  it('is written to the change log before its request is sent', async () => {
    const {change, toPreview} = await openAttach();
    change.set('compute_id', 7);
    await toPreview(change);
    let announcedBefore: readonly string[] = [];
    bench.account.answers.set('volumes.attach', () => {
      announcedBefore = bench.announced.map(({operation, outcome}) => `${operation} ${outcome}`);
      expect(bench.audited).toEqual([]);
      return volume(1, {compute_id: 7});
    });
    await change.send();
    expect(announcedBefore).toEqual(['volumes.attach sending']);
    expect(bench.audited).toMatchObject([{operation: 'volumes.attach', outcome: 'done'}]);
  });

  it('reverts the row after a refusal by the API, and shows the reason at the field', async () => {
    const {change, toPreview, row, collection} = await openAttach();
    change.set('compute_id', 7);
    await toPreview(change);
    bench.account.answers.set('volumes.attach', () => {
      throw new RejectedError([{field: 'compute_id', reason: 'Instance is busy.'}], {status: 400});
    });
    await change.send();
    expect(change.getState().step).toBe('form');
    expect(changeField(change, 'compute_id')?.problems).toEqual(['Instance is busy.']);
    expect(row(1)).toMatchObject({compute_id: null});
    expect(collection.annotation(1)?.pending).toBeUndefined();
    expect(bench.audited).toMatchObject([{outcome: 'refused', status: 400}]);
  });

  it('shows a refusal without a field in the form', async () => {
    const {change, toPreview} = await openAttach();
    change.set('compute_id', 7);
    await toPreview(change);
    bench.account.answers.set('volumes.attach', () => {
      throw new RejectedError([{field: null, reason: 'Try later.'}], {status: 400});
    });
    await change.send();
    expect(change.getState().fields.flatMap(({problems}) => problems)).toEqual(['Try later.']);
  });

  it('reverts the row if no event arrives', async () => {
    const {change, toPreview, collection, row} = await openAttach();
    change.set('compute_id', 7);
    await toPreview(change);
    bench.account.answers.set('volumes.attach', () => ({}));
    await change.send();
    expect(collection.annotation(1)?.pending).toBe('attaching');
    await bench.clock.advance(40_000);
    expect(collection.annotation(1)?.pending).toBeUndefined();
    expect(row(1)).toMatchObject({compute_id: null});
  });
});

it.each(['sentence', 'expectedFields'])('bug: a change whose %s failed stayed at “sending”', async name => {
  const fail = () => {
    throw new TypeError('x is not a function');
  };
  const actions = {...volumes.actions, detach: {...volumes.actions.detach, [name]: fail}};
  bench.set(1, {compute_id: 7, compute_label: 'web-01'});
  const {start, toPreview} = await bench.open(plainProfile, {...volumes, actions} as typeof volumes);
  const change = await start('detach', 1);
  await toPreview(change);
  await change.send();
  expect(change.getState()).toMatchObject({
    step: 'outcome',
    outcome: {status: 'failed', message: expect.stringContaining('Skydeck hit a bug: x is not a function.')},
  });
  expect(bench.announced).toEqual([]);
});

it('a successful change is reported as successful although the program fails on its answer', async () => {
  const {update} = volumes.actions;
  if (!update) throw new Error('Volumes cannot be edited');
  const revealedValues = () => {
    throw new Error('no such part');
  };
  const family = {...volumes, actions: {...volumes.actions, update: {...update, revealedValues}}};
  const {start, toPreview, collection} = await bench.open(plainProfile, family);
  const change = await start('update', 1);
  change.set('label', 'renamed');
  await toPreview(change);
  bench.account.answers.set('volumes.update', () => {
    bench.set(1, {label: 'renamed'});
    return volume(1, {label: 'renamed'});
  });
  await change.send();
  await bench.clock.settle();
  expect(change.getState().outcome).toMatchObject({status: 'done', message: expect.stringContaining('no such part')});
  expect(collection.getState().byId.get(1)).toMatchObject({label: 'renamed'});
  expect(bench.audited.map(({outcome}) => outcome)).toEqual(['done']);
});

describe('a change without an answer', () => {
  const lost = () =>
    new UnreachableError('reset', 'api.example.com closed the connection early.', {outcome: 'unknown'});

  /** The preview of a volume that is to be created. */
  const previewCreation = async () => {
    const {start, toPreview, collection} = await bench.open();
    const change = await start('create');
    change.set('label', 'fresh');
    change.set('region', 'us-east');
    await toPreview(change);
    return {change, collection};
  };

  it('is checked by a read and found applied', async () => {
    const {start, toPreview, collection, row, session} = await bench.open();
    const change = await start('update', 1);
    change.set('label', 'renamed');
    await toPreview(change);
    bench.account.answers.set('volumes.update', () => {
      bench.set(1, {label: 'renamed'});
      throw lost();
    });
    await change.send();
    expect(change.getState().outcome).toMatchObject({status: 'unknown'});
    expect(change.getState().outcome?.message).toBe('Edit vol-1: no response; checking whether it was applied');
    expect(collection.annotation(1)).toMatchObject({isChecking: true});
    await bench.clock.advance(3000);
    expect(change.getState().outcome).toMatchObject({
      status: 'done',
      message: 'Edit vol-1: no response, but a check found the change applied',
    });
    expect(collection.annotation(1)?.isChecking).toBeUndefined();
    expect(row(1)).toMatchObject({label: 'renamed'});
    expect(session.account.getState().toasts.map(({text}) => text)).toEqual([
      'Edit vol-1: no response, but a check found the change applied',
    ]);
    expect(bench.account.count('volumes.update')).toBe(1);
    expect(bench.audited).toMatchObject([{outcome: 'unknown', status: undefined}, {outcome: 'found done'}]);
  });

  it('bug: after HTTP 500 was reported as a change without a response', async () => {
    const {start, toPreview} = await bench.open();
    const change = await start('update', 1);
    change.set('label', 'renamed');
    await toPreview(change);
    bench.account.answers.set('volumes.update', () => {
      const message = 'api.example.com returned HTTP 500 (server error).';
      throw new UnreachableError('server', message, {outcome: 'unknown', status: 500});
    });
    await change.send();
    expect(change.getState().outcome).toMatchObject({
      status: 'unknown',
      message: 'Edit vol-1: api.example.com returned HTTP 500 (server error); checking whether it was applied',
    });
  });

  it('bug: after HTTP 502 that was not carried out took more than 20 s of checks', async () => {
    const {start, toPreview} = await bench.open();
    const change = await start('update', 1);
    change.set('label', 'renamed');
    await toPreview(change);
    bench.account.answers.set('volumes.update', () => {
      const message = 'api.example.com returned HTTP 502 (bad gateway).';
      throw new UnreachableError('server', message, {outcome: 'unknown', status: 502});
    });
    await change.send();
    const readsBefore = bench.account.count('volumes.get');
    const checks = () => bench.account.count('volumes.get') - readsBefore;
    const checkCounts: number[] = [];
    for (const delayMs of [1000, 2000, 4000, 7000]) {
      await bench.clock.advance(delayMs);
      checkCounts.push(checks());
    }
    expect(checkCounts).toEqual([1, 2, 3, 3]);
    // Only the last check decides, because a slow API may carry out the change between the checks.
    expect(change.getState().outcome).toMatchObject({status: 'unknown'});
    await bench.clock.advance(1000);
    expect(change.getState().outcome).toMatchObject({status: 'failed', message: 'Edit vol-1: not applied'});
    expect(bench.account.count('volumes.update')).toBe(1);
  });

  it('is checked after an outage of any length, and found not applied', async () => {
    const {start, toPreview, collection, row} = await bench.open();
    const change = await start('update', 1);
    change.set('label', 'renamed');
    await toPreview(change);
    bench.account.answers.set('volumes.update', () => {
      throw lost();
    });
    await change.send();
    bench.account.failure = lost();
    await bench.clock.advance(600_000);
    expect(change.getState().outcome).toMatchObject({status: 'unknown'});
    expect(row(1)).toMatchObject({label: 'renamed'});
    bench.account.failure = undefined;
    await bench.clock.advance(200_000);
    expect(change.getState().outcome).toMatchObject({status: 'failed', message: 'Edit vol-1: not applied'});
    expect(row(1)).toMatchObject({label: 'vol-1'});
    expect(collection.annotation(1)?.isChecking).toBeUndefined();
    expect(bench.account.count('volumes.update')).toBe(1);
  });

  it('bug: that creates a resource is recognized by the label of the new resource, and named by it', async () => {
    const {change, collection} = await previewCreation();
    expect(change.getState().preview?.hasCharge).toBe(true);
    bench.account.answers.set('volumes.create', () => {
      bench.account.lists.get('volumes.list')?.push(volume(9, {label: 'fresh'}));
      throw lost();
    });
    await change.send();
    const checking = 'New volume fresh: no response; checking whether it was applied';
    expect(change.getState().outcome).toMatchObject({status: 'unknown', message: checking});
    await bench.clock.advance(10_000);
    const words = 'New volume fresh: no response, but a check found the change applied';
    const response = {id: 9, label: 'fresh'};
    expect(change.getState().outcome).toMatchObject({status: 'done', message: words, response});
    expect(collection.getState().byId.has(9)).toBe(true);
    expect(bench.account.count('volumes.create')).toBe(1);
  });

  it('bug: that was found done by its event was not named', async () => {
    const {change} = await previewCreation();
    bench.account.answers.set('volumes.create', () => {
      bench.account.lists.get('volumes.list')?.push(volume(9, {label: 'fresh'}));
      const entity = {id: 9, label: 'fresh', type: 'volume', url: '/v4/volumes/9'};
      const created = new Date(bench.clock.now()).toISOString().slice(0, 19);
      bench.account.events.push(event({action: 'volume_create', entity, created}));
      throw lost();
    });
    await change.send();
    await bench.clock.advance(10_000);
    const message = 'New volume fresh: no response, but a check found the change applied';
    expect(change.getState().outcome).toMatchObject({status: 'done', message, response: {id: 9}});
    expect(bench.audited).toMatchObject([{outcome: 'unknown'}, {outcome: 'found done', target: {id: 9}}]);
  });

  it('is also recognized if the list was read before the check', async () => {
    const {change, collection} = await previewCreation();
    bench.account.answers.set('volumes.create', () => {
      bench.account.lists.get('volumes.list')?.push(volume(9, {label: 'fresh'}));
      throw lost();
    });
    await change.send();
    collection.refetch();
    await bench.clock.settle();
    expect(collection.getState().byId.has(9)).toBe(true);
    await bench.clock.advance(60_000);
    expect(change.getState().outcome).toMatchObject({status: 'done'});
  });

  it('that deletes a row succeeded if the row no longer exists', async () => {
    const {start, collection} = await bench.open();
    const change = await start('delete', 1);
    expect(change.getState()).toMatchObject({step: 'preview', confirmText: 'vol-1', fields: []});
    bench.account.answers.set('volumes.delete', () => {
      bench.account.lists.set('volumes.list', [volume(2)]);
      throw lost();
    });
    await change.send();
    await bench.clock.advance(10_000);
    expect(change.getState().outcome).toMatchObject({status: 'done'});
    await bench.clock.advance(40_000);
    expect(collection.getState().rows.map(row => row.id)).toEqual([2]);
  });
});

it('bug: a volume that is being created was shown as "saving"', async () => {
  const {session, start, toPreview} = await bench.open();
  session.account.subscribe(
    state => state.operations,
    () => {},
  );
  const change = await start('create');
  change.set('label', 'fresh');
  change.set('region', 'us-east');
  await toPreview(change);
  const gate = Promise.withResolvers<void>();
  bench.account.beforeAnswer = call => (call.operation === 'volumes.create' ? gate.promise : undefined);
  bench.account.answers.set('volumes.create', () => volume(9, {label: 'fresh', status: 'creating'}));
  const sending = change.send();
  await bench.clock.settle();
  expect(session.account.getState().operations).toMatchObject([{label: 'fresh', word: 'creating'}]);
  gate.resolve();
  await sending;
});

it('bug: a deletion was reported as done while its row was still shown as deleting', async () => {
  const {start, collection} = await bench.open();
  bench.account.answers.set('volumes.delete', () => ({}));
  const change = await start('delete', 1);
  await change.send();
  expect(collection.getState().byId.has(1)).toBe(true);
  expect(change.getState().outcome).toMatchObject({status: 'started', message: 'Delete vol-1: under way'});
});

it('bug: a change was still shown as running after the message that it is done', async () => {
  const {session, start, collection} = await bench.open();
  session.account.subscribe(
    state => state.operations,
    () => {},
  );
  const change = await start('update', 1);
  change.set('label', 'renamed');
  change.toPreview();
  await bench.clock.settle();
  bench.account.answers.set('volumes.update', () => volume(1, {label: 'renamed'}));
  await change.send();
  expect(change.getState().outcome).toMatchObject({status: 'done'});
  expect(session.account.getState().operations).toEqual([]);
  expect(collection.annotation(1)?.pending).toBeUndefined();
});
