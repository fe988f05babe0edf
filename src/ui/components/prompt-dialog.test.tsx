import {expect, test} from 'vitest';
import type {Overlay} from '../context/overlay-stack.ts';
import {createPrompt, type PromptModel} from '../models/prompt.ts';
import {PromptDialog} from './prompt-dialog.tsx';
import {dialogRows, renderComponent} from './testing.tsx';

function openPrompt(take: (text: string) => Promise<string | undefined>, close = () => {}) {
  const said: string[] = [];
  const spec = {title: 'Save view', name: 'Name', initial: 'offline', note: 'A view keeps the filter.', take};
  const model = createPrompt(spec, close, {say: text => void said.push(text)});
  const overlay: Overlay<PromptModel> = {key: 0, model, title: model.title, tone: () => 'accent', close() {}};
  return {model, said, element: <PromptDialog overlay={overlay} />};
}

test('a prompt shows its name, its text and its note', () => {
  using screen = renderComponent(openPrompt(async () => undefined).element);
  expect(dialogRows(screen.rows())).toEqual(['Name offline', 'A view keeps the filter.']);
});

test('the error of a refused text replaces the note', async () => {
  const {model, element} = openPrompt(async text => `${text} exists already`);
  using screen = renderComponent(element);
  model.layers()[0]?.handler('accept')?.run('');
  await new Promise(setImmediate);
  screen.rerender(element);
  expect(dialogRows(screen.rows())).toEqual(['Name offline', 'offline exists already']);
});

test('a failure shows below the prompt, which then accepts another text', async () => {
  const answers = [Promise.reject(new Error('disk full')), Promise.resolve(undefined)];
  let isClosed = false;
  const {model} = openPrompt(
    () => answers.shift() ?? Promise.resolve('asked too often'),
    () => {
      isClosed = true;
    },
  );
  const accept = async (): Promise<void> => {
    model.layers()[0]?.handler('accept')?.run('');
    await new Promise(setImmediate);
  };
  await accept();
  expect(model.store.getState().problem).toBe('disk full');
  await accept();
  expect(isClosed).toBe(true);
});

test('a refusal that arrives after esc is shown as a message', async () => {
  const {promise, resolve} = Promise.withResolvers<string | undefined>();
  const {model, said} = openPrompt(() => promise);
  model.layers()[0]?.handler('accept')?.run('');
  model.onClosed?.();
  resolve('offline exists already');
  await new Promise(setImmediate);
  expect(said).toEqual(['Save view: offline exists already']);
});
