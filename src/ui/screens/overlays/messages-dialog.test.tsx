import {expect, test} from 'vitest';
import {createAccountStore} from '../../../store/session/account-store.ts';
import type {Session} from '../../../store/session/session.ts';
import type {Message} from '../../../store/session/toast.ts';
import {testDouble} from '../../../store/testing/test-double.ts';
import {dialogRows, renderComponent} from '../../components/testing.tsx';
import type {Overlay} from '../../context/overlay-stack.ts';
import {MessageList} from './message-list.ts';
import {MessagesDialog} from './messages-dialog.tsx';

const long =
  'The volume is attached to analytics-warehouse-03, so it can not be deleted before it is detached from it.';

function open(messages: readonly Message[]) {
  const account = createAccountStore();
  account.update('messages', 'addMessage', messages);
  const context = testDouble<ConstructorParameters<typeof MessageList>[0]>({session: testDouble<Session>({account})});
  const model = new MessageList(context, () => {});
  const overlay: Overlay<MessageList> = {key: 0, model, title: model.title, tone: () => 'accent', close() {}};
  const rows = (): readonly string[] => {
    using screen = renderComponent(<MessagesDialog overlay={overlay} />);
    return dialogRows(screen.rows());
  };
  return {account, model, rows};
}

const message = (hour: number, text: string): Message => ({at: Date.UTC(2026, 10, 24, hour), text, tone: 'plain'});

test('messages show in full, the newest first', () => {
  const rows = open([message(8, 'web-01 is running'), message(9, long)]).rows();
  expect(rows[0]).toMatch(/^09:00:00 +The volume/);
  expect(rows.at(-1)).toMatch(/^08:00:00 +web-01 is running$/);
  expect(
    rows
      .slice(0, -1)
      .join(' ')
      .replace(/^\S+ +/, '')
      .replace(/ +/g, ' '),
  ).toBe(long);
});

test('a message that arrives while the dialog is open is listed', () => {
  const {account, model, rows} = open([]);
  expect(rows()).toEqual(['No messages yet.']);
  account.update('messages', 'addMessage', [message(9, 'web-01 is running')]);
  expect(rows()).toEqual([expect.stringMatching(/web-01 is running$/)]);
  model.onClosed();
  account.update('messages', 'addMessage', []);
  expect(model.store.getState().entries).toHaveLength(1);
});

test('the selected message stays selected when another arrives', () => {
  const {account, model} = open([message(7, 'first'), message(8, 'second')]);
  model.setViewport({cursor: 1, top: 0}, 5);
  account.update('messages', 'addMessage', [message(7, 'first'), message(8, 'second'), message(9, 'third')]);
  const {entries, scroll} = model.store.getState();
  expect(entries[scroll.cursor]?.text).toBe('first');
});
