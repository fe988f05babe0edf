import {expect, it} from 'vitest';
import type {FieldState} from '../../../store/changes/form/field-state.ts';
import {createPathCompletion} from './path-completion.ts';

const completions: Readonly<Record<string, {path: string; names: readonly string[]}>> = {
  im: {path: 'image-', names: ['image-a.iso', 'image-b.iso']},
  'image-': {path: 'image-', names: ['image-a.iso', 'image-b.iso']},
  'image-a': {path: 'image-a.iso', names: ['image-a.iso']},
  'image-a.iso': {path: 'image-a.iso', names: ['image-a.iso']},
  many: {path: 'many', names: Array.from({length: 9}, (_, index) => `many-${index}`)},
};

function open(value: string) {
  const calls: string[] = [];
  let now = {path: 'file', input: 'file', value} as FieldState;
  const setText = (text: string): void => {
    now = {...now, value: text};
  };
  const tab = createPathCompletion(
    {
      field: () => now,
      set(_, text) {
        setText(String(text));
        calls.push(`becomes ${text}`);
      },
      next: () => calls.push('next'),
      say: text => calls.push(`says ${text}`),
    },
    async typed => completions[typed] ?? {path: typed, names: []},
  );
  const press = async (): Promise<string | undefined> => {
    tab();
    await new Promise(setImmediate);
    return calls.at(-1);
  };
  return {press, setText, calls, tab};
}

it('completes the common prefix, then names the matches, then moves to the next field', async () => {
  const {press} = open('im');
  expect(await press()).toBe('becomes image-');
  expect(await press()).toBe('says image-a.iso  image-b.iso');
  expect(await press()).toBe('next');
});

it('moves to the next field from a complete, an empty or an unknown path', async () => {
  const {press, setText, calls} = open('image-a');
  expect(await press()).toBe('becomes image-a.iso');
  expect(await press()).toBe('next');
  for (const text of ['', 'no-such-thing']) {
    setText(text);
    await press();
  }
  expect(calls).toEqual(['becomes image-a.iso', 'next', 'next', 'next']);
});

it('names the first six of many matches, and counts the rest', async () => {
  expect(await open('many').press()).toBe('says many-0  many-1  many-2  many-3  many-4  many-5  and 3 more');
});

it('discards a completion if the text has changed meanwhile', async () => {
  const {tab, setText, calls} = open('im');
  tab();
  setText('ima');
  await new Promise(setImmediate);
  expect(calls).toEqual([]);
});
