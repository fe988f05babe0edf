import {expect, test} from 'vitest';
import {familyOf} from '../../../families/registry.ts';
import {batchFacts, skippedRowSentence, skippedRowText} from './batch-facts.ts';

const family = familyOf('instances');
const skipped = [{label: 'web-01', message: 'is already running'}];
const unchanged = () => [{label: 'web-02', message: 'already set'}];

test('names the rows that a change is sent for, and the rows left out', () => {
  const toSend = () => ['web-03', 'web-04'].map(label => ({row: {id: 1, label}}));
  expect(batchFacts({family, toSend, skipped, unchanged})).toEqual({
    target: 'for 2 instances: web-03, web-04',
    names: 'web-03, web-04',
    skippedRows: [...skipped, ...unchanged()],
  });
});

test('a change without a row is counted as one of its resource type', () => {
  const facts = batchFacts({family, toSend: () => [{row: undefined}], skipped: [], unchanged: () => []});
  expect(facts).toEqual({target: 'for 1 instance: instance', names: 'instance', skippedRows: []});
});

test('a reason without a subject follows the label of its row', () => {
  expect(skipped.map(skippedRowText)).toEqual(['not web-01: is already running']);
  expect(skipped.map(skippedRowSentence)).toEqual(['web-01 is already running']);
  expect(unchanged().map(skippedRowSentence)).toEqual(['web-02: already set']);
});
