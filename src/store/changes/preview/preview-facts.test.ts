import {expect, test} from 'vitest';
import type {Preview} from './preview-content.ts';
import {changedStepTexts, changedValueText, isConsequence, needsCare, previewFacts} from './preview-facts.ts';

const preview: Preview = {
  method: 'PUT',
  path: '/v4/volumes/1',
  body: '{\n  "size": 40\n}',
  differences: [
    {path: 'size', title: 'Size', before: '20 GB', after: '40 GB'},
    {path: 'tags.0 removed', title: 'Tags 1', before: 'prod', after: undefined},
    {path: 'label', title: 'Label', before: undefined, after: 'logs'},
  ],
  warnings: ['A volume can’t be made smaller.'],
  impact: [{family: 'volumes', title: 'volumes', names: ['a'], effect: 'will move', state: 'unknown', gap: 'no scope'}],
  risk: undefined,
  hasCharge: true,
  cost: undefined,
  totalCost: 'Cost in total: +$4.00/mo.',
  limitClass: 'general',
  scopes: ['volumes:read_write', 'events:read_only'],
  hasScopes: false,
  secondRequest: undefined,
  isDeletion: false,
  unchangedIds: [],
  unavailable: new Map(),
  checking: 0,
  final: 'It stays so.',
  isLoading: false,
  curl: '',
};

test('each note of a preview is one text, and consequences come first', () => {
  const {notes} = previewFacts(preview);
  expect(notes.map(({kind, text}) => `${kind}: ${text}`)).toEqual([
    'cost: Cost in total: +$4.00/mo.',
    'warning: A volume can’t be made smaller.',
    'impact: 1 volume will move: a',
    'impact: Couldn’t check further volumes: no scope',
    'scope: The token may lack a scope: needs volumes:read_write and events:read_only.',
    'undo: Can’t be undone. It stays so.',
  ]);
  expect(notes.filter(isConsequence)).toHaveLength(4);
});

test('bug: the cost of a change was written in four ways, and an unknown price not at all', () => {
  const notesOf = (facts: Partial<Preview>) =>
    previewFacts({...preview, totalCost: undefined, ...facts}).notes.map(({text}) => text);
  expect(notesOf({cost: '+$2.00/mo'})).toContain('Cost: +$2.00/mo.');
  expect(notesOf({cost: '+$2.00/mo', hasCharge: false})).toContain('Cost: +$2.00/mo.');
  const unknownCost = 'Cost: unknown. The API has no price for this.';
  expect(notesOf({unknownCost})[0]).toBe(unknownCost);
  expect(notesOf({unknownCost, hasCharge: false})).not.toContain(unknownCost);
  expect(notesOf({warnings: ['Cost: +$2.00/mo, billed from creation.']})[0]).toMatch(/^Cost: \+\$2/);
  expect(notesOf({hasCharge: false})[0]).toBe('A volume can’t be made smaller.');
});

test('a scope of the token and a reversible change need no note', () => {
  const {notes} = previewFacts({...preview, hasScopes: true, final: undefined});
  expect(notes.every(isConsequence)).toBe(true);
});

test('views use different separators between two values, and the same text otherwise', () => {
  const {changes} = previewFacts(preview);
  expect(changes.map(change => changedValueText(change, '→'))).toEqual([
    'Size: 20 GB → 40 GB',
    'Tags 1: prod → nothing',
    'Label: logs',
  ]);
  expect(changes.map(change => changedValueText(change, 'becomes'))[1]).toBe('Tags 1: prod becomes nothing');
});

test('an undo names the values that another program changed, and needs care', () => {
  const tags = {path: 'tags', title: 'Tags', before: 'mine', after: 'mine, theirs'};
  const rules = {path: 'rules', title: 'Rules', before: undefined, after: undefined};
  const undo = {...preview, changedSince: [tags, rules]};
  const notesOf = (separator: '→' | 'becomes') => previewFacts(undo, separator).notes.map(({text}) => text);
  expect(notesOf('→').slice(0, 2)).toEqual([
    'Changed since then: Tags mine → mine, theirs',
    'Changed since then: Rules',
  ]);
  expect(notesOf('becomes')[0]).toBe('Changed since then: Tags mine becomes mine, theirs');
  const steps = [{label: 'web-01', change: {getState: () => ({preview: undo})}}];
  expect(changedStepTexts(steps, 'becomes')[0]).toBe('web-01: changed since then: Tags mine becomes mine, theirs');
  expect([needsCare(undo), needsCare(preview)]).toEqual([true, false]);
});

test('the body is shown if no value differs', () => {
  expect(previewFacts(preview).body).toEqual([]);
  expect(previewFacts({...preview, differences: []}).body).toEqual(['{', '  "size": 40', '}']);
  expect(previewFacts({...preview, differences: [], body: '{}'}).body).toEqual([]);
});
