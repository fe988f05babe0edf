/** The console on an account of the test: real session, real client, an emulator in this process, and one clock. */
import {expect, onTestFinished} from 'vitest';
import {families} from '../../src/families/registry.ts';
import type {FamilyId} from '../../src/families/shape/define-family.ts';
import {closeAll} from '../../src/platform/runtime/close-all.ts';
import {Identifiers} from '../../src/store/api/identifiers.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import type {Session} from '../../src/store/session/session.ts';
import type {SessionOptions} from '../../src/store/session/session-options.ts';
import type {Destination} from '../../src/ui/context/navigation.ts';
import {type ConsoleOptions, renderConsole, type ConsoleScreen as Screen} from '../support/console.tsx';
import {nameOf, openAccount, type TestAccount} from './account.ts';
import type {ReceivedRequest} from './emulator-dispatcher.ts';

export interface OpenOptions
  extends Omit<ConsoleOptions, 'columns' | 'rows' | 'clock' | 'initialDestination' | 'isBusy'> {
  /** Default: the fleet. */
  readonly account?: TestAccount;
  /** The view that the console opens. A resource type means its list. */
  readonly view?: FamilyId | Destination;
  /** Columns and rows of the terminal; 120 and 30 by default. */
  readonly size?: readonly [columns: number, rows: number];
  readonly readOnly?: boolean;
  /** The stored data of an earlier session. */
  readonly storedData?: Pick<
    SessionOptions,
    'snapshots' | 'drafts' | 'auditLog' | 'batchJournals' | 'cachedLists' | 'plans' | 'history'
  >;
}

type Pattern = string | RegExp;

export interface TestConsole extends Omit<Screen, 'expectText' | 'expectRecentText' | 'until' | 'close'> {
  readonly account: TestAccount;
  readonly session: Session;
  /** Requests that can change something, in the order in which they arrived. */
  changes(): readonly ReceivedRequest[];
  /** Moves the cursor down to a line with this text. */
  moveTo(text: string): Promise<void>;
  /** Types into the list of choices, and takes the first. */
  pick(text: string): Promise<void>;
  /** Sends the change in the preview; types a name first if the preview asks for it. */
  confirm(name?: string): Promise<void>;
  /** Lets time pass for the console and the account, and waits for all work that follows. */
  advance(milliseconds: number): Promise<void>;
  expectText(pattern: Pattern): void;
  /** This was on the screen at some time since the last key, such as a message that has disappeared. */
  expectRecentText(pattern: Pattern): void;
  expectNoText(pattern: Pattern): void;
  /** A line with this text holds these texts as well. */
  expectRow(text: string, ...patterns: readonly Pattern[]): void;
  expectFooter(pattern: Pattern): void;
  /** The account received such a request, `POST /v4/volumes/4401/attach`, whose body has at least these fields. */
  expectRequest(request: string, body?: Readonly<Record<string, unknown>>): void;
  /** The account received no request that can change something. */
  expectNoChanges(): void;
}

/** Opens the console; it closes when the test ends. */
export async function openConsole(options: OpenOptions = {}): Promise<TestConsole> {
  const {screen, close} = await openSharedConsole(options);
  onTestFinished(close);
  return screen;
}

/** Opens a console that several tests share, for `beforeAll`: a check of each resource type in turn. */
export async function openSharedConsole(
  options: OpenOptions = {},
): Promise<{readonly screen: TestConsole; readonly close: () => Promise<void>}> {
  const {account = openAccount(), view, size = [120, 30], readOnly = false, storedData, ...others} = options;
  const {clock} = account;
  const profile = {
    name: 'demo',
    production: false,
    readOnly,
    metricsUrl: account.metricsUrl,
    identifiers: new Identifiers(account.names),
    ...others.profile,
  };
  const session = createSession({
    families,
    connect: account.connect({readOnly: profile.readOnly}),
    clock,
    random: () => 0.5,
    profile,
    ...storedData,
  });
  const destination = typeof view === 'string' ? {family: view} : view;
  const screen = await renderConsole(session, {
    ...others,
    columns: size[0],
    rows: size[1],
    clock,
    profile,
    isBusy: account.isBusy,
    ...(destination && {initialDestination: destination}),
  });
  const {close: closeScreen} = screen;
  return {
    screen: Object.assign(createJourney(screen, account), {account}),
    close: () => closeAll([closeScreen, () => session.close(), () => account.close()]),
  };
}

const matches = (text: string, pattern: Pattern): boolean =>
  typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text);

const maxKeys = 10;

/** The actions and expectations of journeys, on a screen whose requests `account` receives. */
export function createJourney(
  screen: Screen & {readonly session: Session},
  account: Pick<TestAccount, 'clock' | 'requests'>,
): Omit<TestConsole, 'account'> {
  const keys: string[] = [];
  const changes = () => account.requests.filter(({method}) => method !== 'GET' && method !== 'HEAD');
  const recordKeys =
    <A extends unknown[]>(act: (...args: A) => Promise<void>, name: (...args: A) => readonly string[]) =>
    async (...args: A): Promise<void> => {
      keys.push(...name(...args));
      await act(...args);
    };
  const fail = (message: string, at: (...args: never[]) => unknown): never => {
    const requests = account.requests.map(request => `  ${request.method} ${request.path} ${request.body}`.trimEnd());
    const error = new Error(
      [
        message,
        screen.text(),
        `Last keys: ${keys.slice(-maxKeys).join(' ')}`,
        `Requests:\n${requests.join('\n')}`,
      ].join('\n\n'),
    );
    Error.captureStackTrace(error, at);
    throw error;
  };
  const press = recordKeys(screen.press, (...pressed) => pressed);
  const type = recordKeys(screen.type, typed => [JSON.stringify(typed)]);
  const lines = () => screen.text().split('\n');
  const journey = {
    changes,
    press,
    type,
    paste: recordKeys(screen.paste, pasted => [`paste ${JSON.stringify(pasted)}`]),
    send: recordKeys(screen.send, bytes => [`bytes ${JSON.stringify(bytes)}`]),
    filter: recordKeys(screen.filter, text => ['/', JSON.stringify(text), 'enter']),
    command: recordKeys(screen.command, text => [':', JSON.stringify(text), 'enter']),
    async moveTo(text: string) {
      for (let before = ''; !screen.bar().includes(text); ) {
        before = `${screen.bar()}${screen.text()}`;
        await press('j');
        if (`${screen.bar()}${screen.text()}` === before) fail(`No row with ${text}`, journey.moveTo);
      }
    },
    async pick(text: string) {
      await type(text);
      if (!screen.bars().some(bar => bar.includes(text))) fail(`No choice with ${text}`, journey.pick);
      await press('enter');
    },
    async confirm(name?: string) {
      if (name === undefined) return press('y');
      await type(name);
      await press('enter');
    },
    async advance(milliseconds: number) {
      keys.push(`${milliseconds} ms`);
      await account.clock.advance(milliseconds, screen.settle);
    },
    expectText(pattern: Pattern) {
      if (!matches(screen.text(), pattern)) fail(`Not on the screen: ${pattern}`, journey.expectText);
    },
    expectRecentText(pattern: Pattern) {
      if (!screen.hasRecentText(pattern))
        fail(`Not on the screen since the last key: ${pattern}`, journey.expectRecentText);
    },
    expectNoText(pattern: Pattern) {
      if (matches(screen.text(), pattern)) fail(`Still on the screen: ${pattern}`, journey.expectNoText);
    },
    expectRow(text: string, ...patterns: readonly Pattern[]) {
      const found = lines().filter(line => line.includes(text));
      if (found.length === 0) fail(`No row with ${text}`, journey.expectRow);
      if (!found.some(line => patterns.every(pattern => matches(line, pattern))))
        fail(`No row with ${text} has ${patterns.join(' and ')}`, journey.expectRow);
    },
    expectFooter(pattern: Pattern) {
      if (!matches(screen.footer(), pattern)) fail(`Not in the footer: ${pattern}`, journey.expectFooter);
    },
    expectRequest(request: string, body?: Readonly<Record<string, unknown>>) {
      const sent = account.requests.filter(received => nameOf(received) === request);
      if (sent.length === 0) fail(`No request ${request}`, journey.expectRequest);
      const bodies = sent.map(({body: bytes}) => (bytes.length === 0 ? undefined : JSON.parse(bytes.toString())));
      if (body && !bodies.some(found => hasFields(found, body)))
        fail(`No request ${request} with ${JSON.stringify(body)}`, journey.expectRequest);
    },
    expectNoChanges() {
      if (changes().length > 0) fail('The account received a change', journey.expectNoChanges);
    },
  };
  return Object.assign(screen, journey);
}

function hasFields(found: unknown, body: Readonly<Record<string, unknown>>): boolean {
  try {
    expect(found).toMatchObject(body);
    return true;
  } catch {
    return false;
  }
}
