import {expect, test} from 'vitest';
import type {CompletedChange} from './change-subject.ts';
import {UndoStack} from './undo-stack.ts';

type Facts = Partial<CompletedChange['subject']>;
const change = (name: string, facts: Facts = {}): CompletedChange => ({subject: {name, ...facts}}) as CompletedChange;
const reversal = (way: 'Undo' | 'Redo', of: CompletedChange): CompletedChange =>
  change(`${way} ${of.subject.name}`, {undoneChange: {kind: way, title: of.subject.name, change: of}});
const names = (plans: readonly (readonly CompletedChange[])[]) =>
  plans.map(plan => plan.map(({subject}) => subject.name));

test('undo reverses one change after the other, and redo applies them again', () => {
  const stack = new UndoStack();
  const [a, b] = [change('a'), change('b')];
  stack.add(a);
  stack.add(b);
  expect(names(stack.batches('Undo'))).toEqual([['b'], ['a']]);
  const undoB = reversal('Undo', b);
  stack.add(undoB);
  expect(names(stack.batches('Undo'))).toEqual([['a']]);
  const undoA = reversal('Undo', a);
  stack.add(undoA);
  expect(stack.batches('Undo')).toEqual([]);
  expect(names(stack.batches('Redo'))).toEqual([['Undo a'], ['Undo b']]);
  stack.add(reversal('Redo', undoA));
  expect(names(stack.batches('Undo'))).toEqual([['Redo Undo a']]);
  expect(names(stack.batches('Redo'))).toEqual([['Undo b']]);
});

test("undone changes can't be redone after a new change", () => {
  const stack = new UndoStack();
  const a = change('a');
  stack.add(a);
  stack.add(reversal('Undo', a));
  stack.add(change('c'));
  expect(stack.batches('Redo')).toEqual([]);
  expect(names(stack.batches('Undo'))).toEqual([['c']]);
});

test('the changes of a batch are undone together, except those undone before', () => {
  const stack = new UndoStack();
  const plan = Symbol('plan');
  const [a, b, c] = ['a', 'b', 'c'].map(name => change(name, {batch: plan}));
  for (const one of [change('before'), a, b, c]) if (one) stack.add(one);
  expect(names(stack.batches('Undo'))).toEqual([['c', 'b', 'a'], ['before']]);
  if (b) stack.add(reversal('Undo', b));
  expect(names(stack.batches('Undo'))).toEqual([['c', 'a'], ['before']]);
});
