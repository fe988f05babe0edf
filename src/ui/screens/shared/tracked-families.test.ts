import {expect, test} from 'vitest';
import type {FamilyId, Lookup} from '../../../families/shape/define-family.ts';
import type {Session} from '../../../store/session/session.ts';
import {testDouble} from '../../../store/testing/test-double.ts';
import {createTrackedLookup} from './tracked-families.ts';

test('a list that a table read just before it was closed and opened again is followed once', async () => {
  const followers = new Map<string, number>();
  const count = (family: string, by: number): void => void followers.set(family, (followers.get(family) ?? 0) + by);
  const session = testDouble<Session>({
    collection: (family: FamilyId) =>
      testDouble<ReturnType<Session['collection']>>({
        subscribe() {
          count(family, 1);
          return () => count(family, -1);
        },
      }),
  });
  const tracked = createTrackedLookup(testDouble<Lookup>({rows: () => []}));
  const stopFirst = tracked.subscribe(session, () => {});
  tracked.lookup.rows('volumes');
  stopFirst();
  const stopSecond = tracked.subscribe(session, () => {});
  await Promise.resolve();
  expect(followers.get('volumes')).toBe(1);
  stopSecond();
  expect(followers.get('volumes')).toBe(0);
});
