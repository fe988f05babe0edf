import * as fc from 'fast-check';
import {expect, it} from 'vitest';
import {ChunkedMap} from './chunked-map.ts';

const id = fc.oneof(fc.nat(200), fc.string({maxLength: 3}), fc.constantFrom('us-east', 'us-west', 'eu-west'));
const step = fc.oneof(
  fc.tuple(id, fc.nat()).map(([set, value]) => ({set, value})),
  id.map(remove => ({remove})),
);

it('a ChunkedMap holds the same entries as a Map', () => {
  fc.assert(
    fc.property(fc.array(step), steps => {
      const map = new Map<string | number, number>();
      const ids = new ChunkedMap<number>();
      for (const change of steps) {
        if ('remove' in change) expect(ids.delete(change.remove)).toBe(map.delete(change.remove));
        else {
          map.set(change.set, change.value);
          ids.set(change.set, change.value);
        }
      }
      expect(ids.size).toBe(map.size);
      expect(new Set(ids.keys())).toEqual(new Set(map.keys()));
      expect([...ids.values()].sort()).toEqual([...map.values()].sort());
      for (const [key, value] of map) expect([ids.has(key), ids.get(key)]).toEqual([true, value]);
      expect(ids.get('not there')).toBeUndefined();
    }),
  );
});
