import {expect, test} from 'vitest';
import {familyOf} from '../../../../families/registry.ts';
import type {Collection} from '../../../../store/cache/collection-state.ts';
import type {Session} from '../../../../store/session/session.ts';
import {emptyState, januaryLookup} from '../../../../store/testing/test-collection.ts';
import {testDouble} from '../../../../store/testing/test-double.ts';
import {noUnreadTickets} from '../../../state/unread-tickets.ts';
import {createSkin} from '../../../theme/skin.ts';
import {threadTab} from './ticket-thread.ts';

test('a conversation is marked as read when it is followed, and not when the cursor only passes its ticket', () => {
  const read: unknown[] = [];
  const collection = testDouble<Collection>({
    getState: () => ({...emptyState, isComplete: true}),
    subscribe: () => () => {},
  });
  const tickets = familyOf('support.tickets');
  const tab = tickets.detail.find(one => 'list' in one);
  if (tab === undefined || !('list' in tab)) throw new Error('no conversation');
  const content = threadTab(
    {
      families: [],
      profile: {name: 'demo', production: false, readOnly: false},
      family: () => familyOf('support.tickets.replies'),
      session: testDouble<Session>({lookup: januaryLookup, collection: () => collection}),
      skin: () => createSkin('mono'),
      unreadTickets: {...noUnreadTickets, markRead: ticket => void read.push(ticket.id)},
    },
    tab,
    {id: 7, description: 'Slow since noon', opened_by: 'acme', opened: '2026-01-02T03:04:05'},
    {},
  );
  expect(content.lines(80).map(({text}) => text)).toContain('  Slow since noon');
  expect(read).toEqual([]);
  content.subscribe?.(() => {})();
  expect(read).toEqual([7]);
});
