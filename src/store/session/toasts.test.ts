import {expect, test} from 'vitest';
import {manualClock} from '../testing/manual-clock.ts';
import {createAccountStore} from './account-store.ts';
import {Toasts} from './toasts.ts';

const open = () => {
  const clock = manualClock();
  const account = createAccountStore();
  const toasts = new Toasts(clock, account);
  return {clock, account, toasts, texts: () => account.getState().toasts.map(({text}) => text)};
};

test('a message that answers a key disappears with its view, even a failure', () => {
  const {toasts, texts} = open();
  toasts.show('notes.txt was not saved: the disk is full', 'failed', {isKeyResponse: true});
  toasts.show('Boot: there is no such plan', 'failed');
  toasts.dismissSeen();
  expect(texts()).toEqual(['Boot: there is no such plan']);
});

test('a failure in the background remains in the next view, and disappears in the one after it', async () => {
  const {clock, toasts, texts} = open();
  toasts.show('Boot: there is no such plan', 'failed');
  await clock.advance(3000);
  toasts.dismissSeen();
  expect(texts()).toEqual(['Boot: there is no such plan']);
  await clock.advance(1000);
  expect(texts()).toEqual(['Boot: there is no such plan']);
  toasts.dismissSeen();
  expect(texts()).toEqual([]);
});

test('a dialog evicts earlier answers at once, and other messages after the time to read them', async () => {
  const {clock, toasts, texts} = open();
  toasts.show('already running', 'attention', {isKeyResponse: true});
  await clock.advance(1000);
  toasts.show('Boot: there is no such plan', 'failed');
  await clock.advance(1000);
  toasts.show('a draft from 3h ago', 'plain', {isKeyResponse: true});
  toasts.dismissForDialog();
  expect(texts()).toEqual(['Boot: there is no such plan', 'a draft from 3h ago']);
  await clock.advance(2999);
  expect(texts()).toContain('Boot: there is no such plan');
  await clock.advance(1);
  expect(texts()).not.toContain('Boot: there is no such plan');
});

test('past messages remain listed, newest last, and a repeated failure is listed once', async () => {
  const {clock, account, toasts} = open();
  const start = clock.now();
  toasts.show('Boot: done', 'ok', {isKeyResponse: true});
  toasts.record('The API refused the connection.');
  await clock.advance(60_000);
  toasts.record('The API refused the connection.');
  expect(account.getState().toasts).toEqual([]);
  expect(account.getState().messages).toEqual([
    {text: 'Boot: done', tone: 'ok', at: start},
    {text: 'The API refused the connection.', tone: 'failed', at: start + 60_000},
  ]);
});
