import {expect, test} from 'vitest';
import {createStore} from 'zustand/vanilla';
import {createAccountStore} from '../../store/session/account-store.ts';
import type {Session} from '../../store/session/session.ts';
import type {Liveness, Status} from '../../store/sync/status.ts';
import {type ManualClock, manualClock} from '../../store/testing/manual-clock.ts';
import {testDouble} from '../../store/testing/test-double.ts';
import {renderComponent} from '../components/testing.tsx';
import type {ConsoleProfile, Preferences} from '../context/console-types.ts';
import type {Navigation} from '../context/navigation.ts';
import type {AccountSet} from '../context/ports.ts';
import type {UnreadTickets} from '../state/unread-tickets.ts';
import {Header} from './header.tsx';
import {HeaderModel} from './header-model.ts';

const live: Status = {
  liveness: 'live',
  lastResponseAt: undefined,
  confirmedAt: undefined,
  lateSince: undefined,
  failure: undefined,
  limits: {},
  account: 'Acme',
  user: 'ada',
  notices: undefined,
  mismatches: [],
};

interface Facts {
  readonly status?: Partial<Status>;
  readonly profile?: Partial<ConsoleProfile>;
  readonly members?: Readonly<Record<string, Liveness>>;
  readonly unread?: number;
  readonly columns?: number;
}

const profileOf = (name: string) => ({name, production: false, readOnly: false});
function accountOf(status: Status) {
  const account = createAccountStore();
  account.update('status', 'refresh', status);
  return account;
}

function open({status, profile, members, unread = 0, columns = 80}: Facts = {}, clock: ManualClock = manualClock()) {
  const account = accountOf({...live, ...status});
  let steps = 0;
  const model = new HeaderModel(
    testDouble<ConstructorParameters<typeof HeaderModel>[0]>({
      clock,
      profile: {...profileOf('demo'), ...profile},
      session: testDouble<Session>({account}),
      accounts:
        members &&
        testDouble<AccountSet>({
          members: Object.entries(members).map(([name, liveness]) => ({
            profile: profileOf(name),
            session: testDouble<Session>({account: accountOf({...live, liveness})}),
          })),
        }),
      navigation: testDouble<Navigation>({current: createStore(() => undefined)}),
      preferences: createStore(() => testDouble<Preferences>({lowBandwidth: false})),
      unreadTickets: testDouble<UnreadTickets>({count: () => unread}),
      paintInBackground: (paint: () => void) => paint(),
    }),
  );
  const screen = renderComponent(<Header model={model} columns={columns} />);
  const deactivate = model.activate(() => steps++);
  return {
    clock,
    set: (next: Partial<Status>): void => account.update('status', 'refresh', {...live, ...next}),
    row: () => screen.rows()[0],
    steps: () => steps,
    [Symbol.dispose]: () => {
      deactivate();
      screen[Symbol.dispose]();
    },
  };
}

test('the header names profile, account and liveness', () => {
  using header = open();
  expect(header.row()).toMatch(/^ skydeck {2}demo ▸ Acme +● live$/);
});

test('a read-only profile is marked before its account', () => {
  using header = open({profile: {readOnly: true}});
  expect(header.row()).toMatch(/^ skydeck {2}demo {2}READ-ONLY ▸ Acme/);
});

test('notices and unread replies are counted', () => {
  using header = open({status: {notices: 2}, unread: 1});
  expect(header.row()).toMatch(/● live {3}⚑ 2 notices {3}✉ 1$/);
});

test('a narrow header keeps its liveness', () => {
  using header = open({status: {notices: 2}, unread: 1, columns: 40});
  expect(header.row()).toMatch(/Acme +● live$/);
});

test('accounts with a problem are marked, and live ones are counted', () => {
  using header = open({members: {work: 'live', home: 'offline'}});
  expect(header.row()).toMatch(/^ skydeck {2}work {2}home ✗ offline +▲ 1 of 2 live$/);
});

test('the age of unconfirmed data grows by the second', async () => {
  const clock = manualClock();
  using header = open({status: {liveness: 'stale', confirmedAt: clock.now() - 5000}}, clock);
  expect(header.row()).toMatch(/▲ stale 5s$/);
  await clock.advance(2000);
  expect(header.row()).toMatch(/▲ stale 7s$/);
  expect(header.steps()).toBe(3);
});

test('a live account needs no timer, and a change of its status shows at once', async () => {
  using header = open();
  await header.clock.advance(60_000);
  expect(header.steps()).toBe(1);
  header.set({liveness: 'offline'});
  await header.clock.settle();
  expect(header.row()).toMatch(/✗ offline$/);
});
