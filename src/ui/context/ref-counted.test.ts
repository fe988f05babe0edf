import {expect, test} from 'vitest';
import {refCounted} from './ref-counted.ts';

test('shared work starts with the first holder and ends with the last', () => {
  const log: string[] = [];
  const hold = refCounted(() => {
    log.push('begin');
    return () => log.push('end');
  });
  const [releaseFirst, releaseSecond] = [hold(), hold()];
  expect(log).toEqual(['begin']);
  releaseFirst();
  releaseFirst();
  expect(log).toEqual(['begin']);
  releaseSecond();
  expect(log).toEqual(['begin', 'end']);
  hold()();
  expect(log).toEqual(['begin', 'end', 'begin', 'end']);
});
