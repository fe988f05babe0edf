import {describe, expect, it, vi} from 'vitest';
import type {AnyRow, Family} from '../../families/shape/define-family.ts';
import {volumes} from '../../families/storage/volumes.ts';
import {changeBench, changeField, volume} from '../testing/test-changes.ts';
import {plainProfile} from '../testing/test-session.ts';
import {memoryDraftStore} from './draft-store.ts';

const bench = changeBench();

const secrets: Family = {
  ...volumes,
  actions: {
    ...volumes.actions,
    update: {
      operation: 'instances.rebuild',
      on: 'row',
      title: 'Rebuild…',
      rowParams: row => ({computeId: row.id as number}),
      form: {image: {title: 'Image', input: 'text'}, root_pass: {title: 'Password', input: 'secret'}},
    },
  },
};

describe('an edit', () => {
  it('sends only changed values, and nothing if no value changed', async () => {
    const {start, toPreview} = await bench.open();
    const change = await start('update', 1);
    expect(changeField(change, 'label')).toMatchObject({
      value: 'vol-1',
      bounds: expect.stringContaining('1 to 32 characters · should start with a letter'),
    });
    await toPreview(change);
    expect(change.getState().step).toBe('form');
    expect(change.getState().fields.flatMap(({problems}) => problems)).toEqual(['nothing is different yet']);
    change.set('tags', ['prod']);
    await toPreview(change);
    expect(JSON.parse(change.getState().preview?.body ?? '')).toEqual({tags: ['prod']});
    expect(change.getState().preview?.differences).toMatchObject([{path: 'tags', before: 'none', after: 'prod'}]);
    await change.send();
    expect(bench.account.calls.find(({operation}) => operation === 'volumes.update')?.request.body).toEqual({
      tags: ['prod'],
    });
  });

  it('warns about values that may be refused, and rejects invalid values', async () => {
    const {start, toPreview} = await bench.open();
    const change = await start('update', 1);
    change.set('label', '9lives');
    await toPreview(change);
    expect(change.getState().preview?.warnings.join()).toMatch(/^Label may be refused/);
    change.back();
    change.set('label', 'x'.repeat(33));
    await toPreview(change);
    expect(changeField(change, 'label')?.problems).toEqual(['must be 1 to 32 characters']);
    change.set('label', 'x'.repeat(34));
    expect(changeField(change, 'label')?.problems).toEqual(['must be 1 to 32 characters']);
  });

  it('can be undone', async () => {
    const {start, toPreview, session} = await bench.open();
    expect(session.undo().changes).toEqual([]);
    const change = await start('update', 1);
    change.set('label', 'renamed');
    await toPreview(change);
    bench.account.answers.set('volumes.update', () => {
      bench.set(1, {label: 'renamed'});
      return bench.account.lists.get('volumes.list')?.[0];
    });
    await change.send();
    const [back] = session.undo().changes;
    await back?.whenReady;
    // Only the caller starts the preview.
    expect(back?.getState().step).toBe('form');
    await back?.toPreview();
    expect(JSON.parse(back?.getState().preview?.body ?? '')).toEqual({label: 'vol-1'});
  });

  it('that was undone is named Undo, and can be redone and undone again', async () => {
    const {start, toPreview, session, collection} = await bench.open();
    bench.account.answers.set('volumes.update', ({body}) => {
      bench.set(1, body as AnyRow);
      return bench.account.lists.get('volumes.list')?.[0];
    });
    const change = await start('update', 1);
    change.set('label', 'renamed');
    await toPreview(change);
    await change.send();
    const titles = [];
    for (const [way, label] of [
      ['Undo', 'vol-1'],
      ['Redo', 'renamed'],
      ['Undo', 'vol-1'],
    ] as const) {
      const [back] = session.undo(way).changes;
      await back?.whenReady;
      await back?.toPreview();
      await back?.send();
      expect(collection.getState().byId.get(1)?.label).toBe(label);
      titles.push([back?.title, back?.about, back?.getState().outcome?.message]);
    }
    expect(titles).toEqual([
      ['Undo', 'Edit renamed', 'Undo: Edit renamed: done'],
      ['Redo', 'Edit renamed', 'Redo: Edit renamed: done'],
      ['Undo', 'Edit renamed', 'Undo: Edit renamed: done'],
    ]);
  });
});

describe('a change to several rows', () => {
  const previewTags = async (...tags: readonly (readonly string[])[]) => {
    bench.account.lists.set(
      'volumes.list',
      tags.map((each, index) => volume(index + 1, {tags: each})),
    );
    const {session, collection, toPreview} = await bench.open();
    const rows = collection.getState().rows;
    const change = session.change({family: 'volumes', action: 'update', row: rows[0]}, {otherRows: rows.slice(1)});
    change.subscribe(() => {});
    await change.whenReady;
    change.set('tags', ['prod']);
    await toPreview(change);
    return change;
  };

  it('shows the rows that differ, and leaves out rows that already have the value', async () => {
    const {step, preview} = (await previewTags(['prod'], ['web'], [])).getState();
    expect(step).toBe('preview');
    expect(preview).toMatchObject({
      path: '/v4/volumes/2',
      unchangedIds: [1],
      differences: [{title: 'Tags', before: 'web | none', after: 'prod'}],
    });
    expect((await previewTags(['web'], ['prod'])).getState().preview).toMatchObject({
      path: '/v4/volumes/1',
      unchangedIds: [2],
    });
  });

  it('shows the differences of all rows, even if the first row has some of the values', async () => {
    const change = await previewTags(['prod'], ['web']);
    change.back();
    change.set('label', 'one');
    change.toPreview();
    await bench.clock.settle();
    expect(change.getState().preview?.differences).toMatchObject([{title: 'Label'}, {title: 'Tags', before: 'web'}]);
  });

  it('has nothing to send if no row differs', async () => {
    const change = await previewTags(['prod'], ['prod']);
    expect(change.getState().step).toBe('form');
    expect(change.getState().fields.flatMap(({problems}) => problems)).toEqual(['nothing is different yet']);
  });

  it('starts without a value where rows differ, and adds and removes entries in the list of each row', async () => {
    bench.account.lists.set('volumes.list', [volume(1, {tags: ['prod']}), volume(2, {tags: ['build', 'old']})]);
    const {session, collection, toPreview} = await bench.open();
    const {rows} = collection.getState();
    const change = session.change({family: 'volumes', action: 'update', row: rows[0]}, {otherRows: rows.slice(1)});
    change.subscribe(() => {});
    await change.whenReady;
    // Labels must be unique, so the form does not offer the label.
    expect(changeField(change, 'label')).toBeUndefined();
    expect(changeField(change, 'tags')).toMatchObject({value: undefined, several: {differs: true, total: 2}});
    change.set('tags', {adds: ['five'], removes: ['old']});
    expect(changeField(change, 'tags')?.several?.amendment).toEqual({adds: ['five'], removes: ['old']});
    change.set('tags', undefined);
    expect(changeField(change, 'tags')).toMatchObject({value: undefined, isTyped: false});
    change.set('tags', {adds: ['five'], removes: ['old']});
    await toPreview(change);
    expect(change.getState().preview).toMatchObject({
      differences: [{title: 'Tags', before: 'prod | build, old', after: 'prod, five | build, five'}],
    });
    expect(JSON.parse(change.getState().preview?.body ?? '')).toEqual({tags: ['prod', 'five']});
    // The other rows get the amendment itself, not its result for the first row.
    expect(change.allTypedValues()).toEqual({tags: {adds: ['five'], removes: ['old']}});
  });

  it('is not sent for its own row if that row already has the values', async () => {
    const change = await previewTags(['prod'], ['web']);
    await change.send();
    expect(bench.account.count('volumes.update')).toBe(0);
  });
});

describe('an unavailable action', () => {
  it('has a reason, and is checked again before the request', async () => {
    const {session, row, start} = await bench.open();
    expect(session.unless({family: 'volumes', action: 'detach', row: row(1)})).toBe('the volume is not attached');
    expect(session.unless({family: 'volumes', action: 'delete', row: row(1)})).toBeUndefined();
    expect(session.unless({family: 'volumes', action: 'delete'})).toContain('choose one');
    const change = await start('delete', 1);
    bench.set(1, {compute_id: 7, compute_label: 'web-01'});
    session.collection('volumes').refetch();
    await bench.clock.settle();
    await change.send();
    expect(change.getState().outcome?.message).toContain('attached to web-01');
    expect(bench.account.count('volumes.delete')).toBe(0);
  });

  it('is any change in a read-only profile', async () => {
    const {session, row, start} = await bench.open({...plainProfile, readOnly: true});
    expect(session.unless({family: 'volumes', action: 'delete', row: row(1)})).toBe('the profile test is read-only');
    const change = await start('delete', 1);
    expect(change.getState()).toMatchObject({step: 'outcome', outcome: {status: 'failed'}});
  });
});

describe('confirmation', () => {
  it('asks for typed text in production', async () => {
    bench.account.lists.set('volumes.list', [volume(1, {compute_id: 7, compute_label: 'web-01'})]);
    const detach = await (await bench.open()).start('detach', 1);
    expect(detach.getState()).toMatchObject({step: 'preview', confirmText: undefined});
    const inProduction = await (await bench.open({...plainProfile, production: true})).start('detach', 1);
    expect(inProduction.getState()).toMatchObject({step: 'preview', confirmText: 'vol-1'});
  });

  it('asks for the name of the account, or of the profile if the account is unknown', async () => {
    const cancels: Family = {
      ...volumes,
      actions: {
        ...volumes.actions,
        detach: {...volumes.actions.detach, operation: 'volumes.detach', on: 'row', confirm: {typing: 'account'}},
      },
    };
    bench.account.lists.set('volumes.list', [volume(1, {compute_id: 7, compute_label: 'web-01'})]);
    expect((await (await bench.open(plainProfile, cancels)).start('detach', 1)).getState().confirmText).toBe('test');
    bench.account.answers.set('account.get', () => ({company: 'Acme'}));
    expect((await (await bench.open(plainProfile, cancels)).start('detach', 1)).getState().confirmText).toBe('Acme');
  });
});

describe('a field required only in combination with others', () => {
  it('is marked and required while it is visible, with a readable message', async () => {
    const {start, toPreview} = await bench.open();
    const change = await start('create');
    expect(changeField(change, 'region')).toMatchObject({isRequired: true, bounds: undefined});
    change.set('label', 'new');
    await toPreview(change);
    expect(changeField(change, 'region')?.problems).toEqual(['is required']);
    change.set('compute_id', 7);
    expect(changeField(change, 'region')).toBeUndefined();
    await toPreview(change);
    expect(JSON.parse(change.getState().preview?.body ?? '')).toMatchObject({label: 'new', compute_id: 7});
    expect(change.getState().preview?.differences).toContainEqual(
      expect.objectContaining({title: 'Size', after: '20 GB'}),
    );
  });
});

describe('drafts', () => {
  it('are restored when the form opens again, and deleted after the change was sent', async () => {
    const drafts = memoryDraftStore();
    const {start, toPreview} = await bench.open(plainProfile, volumes, drafts);
    const change = await start('update', 1);
    change.set('label', 'half-typed');
    change.close();
    const again = await start('update', 1);
    expect(changeField(again, 'label')?.value).toBe('half-typed');
    bench.account.answers.set('volumes.update', () => volume(1, {label: 'half-typed'}));
    await toPreview(again);
    await again.send();
    expect(changeField(await start('update', 1), 'label')).toMatchObject({value: 'half-typed', isTyped: false});
  });
});

describe('secrets', () => {
  it('are masked in the preview and left out of the change log and of stored drafts', async () => {
    const drafts = memoryDraftStore();
    const put = vi.spyOn(drafts, 'put');
    const {start, toPreview} = await bench.open(plainProfile, secrets, drafts);
    const change = await start('update', 1);
    change.set('image', 'compute/debian12');
    change.set('root_pass', 'hunter2!hunter2!');
    await toPreview(change);
    expect(change.getState().step).toBe('preview');
    expect(JSON.stringify(change.getState().preview)).not.toContain('hunter2');
    bench.account.answers.set('instances.rebuild', () => ({}));
    await change.send();
    expect([bench.announced.length, bench.audited.length]).toEqual([1, 1]);
    expect(JSON.stringify([bench.announced, bench.audited])).not.toContain('hunter2');
    const kept = put.mock.calls.map(([, , forFile]) => forFile);
    expect(JSON.stringify(kept)).not.toContain('hunter2');
    expect(JSON.stringify(kept)).toContain('debian12');
    expect(bench.account.calls.find(({operation}) => operation === 'instances.rebuild')?.request.body).toEqual({
      image: 'compute/debian12',
      root_pass: 'hunter2!hunter2!',
    });
  });
});
