import {describe, expect, it} from 'vitest';
import {changeBench, volume} from '../testing/test-changes.ts';

const bench = changeBench();

const noGrants = {compute: [], domain: [], image: [], longview: [], nodebalancer: [], stackscript: []};

/** A session of a restricted user, who may read the first Volume and create others. A test can change the grants. */
async function openRestricted() {
  const grants = new Map<number, string>([[1, 'read_only']]);
  const user = {username: 'intern', restricted: true};
  bench.account.answers.set('profile.get', () => user);
  bench.account.answers.set('profile.grants.get', () =>
    user.restricted
      ? {
          ...noGrants,
          global: {account_access: null, add_volumes: true},
          volume: [...grants].map(([id, permissions]) => ({id, permissions, label: `vol-${id}`})),
        }
      : undefined,
  );
  const opened = await bench.open();
  await opened.session.whenPermissionsLoaded();
  const reasonFor = (id: number) => opened.session.unless({family: 'volumes', action: 'update', row: opened.row(id)});
  return {...opened, grants, user, reasonFor};
}

describe('the permissions of a restricted user', () => {
  it('include write access to a resource that the user created', async () => {
    const {start, toPreview, grants, reasonFor} = await openRestricted();
    expect(reasonFor(1)).toBe('your user may see it, and not change it');
    bench.account.answers.set('volumes.create', () => {
      const created = volume(3);
      bench.account.lists.get('volumes.list')?.push(created);
      grants.set(3, 'read_write');
      return created;
    });
    const change = await start('create');
    for (const [path, value] of Object.entries({label: 'vol-3', region: 'us-east', size: 20})) change.set(path, value);
    await toPreview(change);
    await change.send();
    await bench.clock.settle();
    expect(change.getState().outcome?.status).toBe('started');
    expect(reasonFor(3)).toBeUndefined();
  });

  it('follow new grants, and remain unchanged while the grants cannot be read', async () => {
    const {grants, reasonFor, user} = await openRestricted();
    grants.set(1, 'read_write');
    bench.account.failure = new Error('away');
    await bench.clock.advance(300_000);
    expect(reasonFor(1)).toBe('your user may see it, and not change it');
    bench.account.failure = undefined;
    await bench.clock.advance(301_000);
    expect(reasonFor(1)).toBeUndefined();
    expect(reasonFor(2)).toBe('your user has no grant for it');
    user.restricted = false;
    await bench.clock.advance(301_000);
    expect(reasonFor(2)).toBeUndefined();
  });

  it('are requested only once for an unrestricted user', async () => {
    bench.account.answers.set('profile.get', () => ({username: 'acme', restricted: false}));
    const {session} = await bench.open();
    await session.whenPermissionsLoaded();
    await bench.clock.advance(700_000);
    expect([bench.account.count('profile.get'), bench.account.count('profile.grants.get')]).toEqual([1, 0]);
  });
});
