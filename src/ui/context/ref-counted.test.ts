import {expect, test} from 'vitest';
import {refCounted} from './ref-counted.ts';

test('shared work starts with the first holder and ends with the last', () => {
  const log: string[] = [];
  const acquire = refCounted(() => {
    log.push('begin');
    return () => log.push('end');
  });
  const [releaseFirst, releaseSecond] = [acquire(), acquire()];
  expect(log).toEqual(['begin']);
  releaseFirst();
  releaseFirst();
  expect(log).toEqual(['begin']);
  releaseSecond();
  expect(log).toEqual(['begin', 'end']);
  acquire()();
  expect(log).toEqual(['begin', 'end', 'begin', 'end']);
});
