import {expect, test} from 'vitest';
import type {Carried} from './changes.ts';
import {UndoStack} from './undo-stack.ts';

type Facts = Partial<Carried['subject']>;
const change = (name: string, facts: Facts = {}): Carried => ({subject: {name, ...facts}}) as Carried;
const back = (way: 'Undo' | 'Redo', of: Carried): Carried =>
  change(`${way} ${of.subject.name}`, {takesBack: {way, what: of.subject.name, of}});
const names = (plans: readonly (readonly Carried[])[]) => plans.map(plan => plan.map(({subject}) => subject.name));

test('undo goes back change by change, and redo forward again', () => {
  const stack = new UndoStack();
  const [a, b] = [change('a'), change('b')];
  stack.add(a);
  stack.add(b);
  expect(names(stack.plans('Undo'))).toEqual([['b'], ['a']]);
  const undoB = back('Undo', b);
  stack.add(undoB);
  expect(names(stack.plans('Undo'))).toEqual([['a']]);
  const undoA = back('Undo', a);
  stack.add(undoA);
  expect(stack.plans('Undo')).toEqual([]);
  expect(names(stack.plans('Redo'))).toEqual([['Undo a'], ['Undo b']]);
  stack.add(back('Redo', undoA));
  expect(names(stack.plans('Undo'))).toEqual([['Redo Undo a']]);
  expect(names(stack.plans('Redo'))).toEqual([['Undo b']]);
});

test('what was undone before a new change is not redone', () => {
  const stack = new UndoStack();
  const a = change('a');
  stack.add(a);
  stack.add(back('Undo', a));
  stack.add(change('c'));
  expect(stack.plans('Redo')).toEqual([]);
  expect(names(stack.plans('Undo'))).toEqual([['c']]);
});

test('the parts of a plan are taken back together, and those that are undone already are not', () => {
  const stack = new UndoStack();
  const plan = Symbol('plan');
  const [a, b, c] = ['a', 'b', 'c'].map(name => change(name, {plan}));
  for (const one of [change('before'), a, b, c]) if (one) stack.add(one);
  expect(names(stack.plans('Undo'))).toEqual([['c', 'b', 'a'], ['before']]);
  if (b) stack.add(back('Undo', b));
  expect(names(stack.plans('Undo'))).toEqual([['c', 'a'], ['before']]);
});
