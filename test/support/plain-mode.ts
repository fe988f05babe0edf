/** Plain mode on a real account: answers come through a pipe, and a screen reader would read the transcript. */
import {PassThrough} from 'node:stream';
import {families} from '../../src/families/registry.ts';
import type {Profile} from '../../src/profiles/profile.ts';
import {emptySettings} from '../../src/profiles/settings.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import type {SessionOptions} from '../../src/store/session/session-options.ts';
import type {AccountSessionsOptions} from '../../src/ui/app/account-session.ts';
import {type CreateConsoleOptions, createConsole} from '../../src/ui/app/create-console.ts';
import {StreamLineIO} from '../../src/ui/plain/line-io.ts';
import {type PlainModeEnd, runPlainMode} from '../../src/ui/plain/plain-mode.ts';
import {createSessionLoop} from '../../src/ui/plain/session-loop.ts';
import {type AccountOptions, openAccount, type TestAccount} from '../harness/account.ts';
import {settle} from '../harness/settle.ts';

/** A pipe for answers, and the output. */
function openPipe() {
  const input = new PassThrough();
  let transcript = '';
  const output = {
    write(text: string) {
      transcript += text;
      return true;
    },
  };
  const lines = new StreamLineIO({input, output: output as never, interrupts: () => () => {}});
  const answer = (answers: readonly string[]) => input.end(answers.map(line => `${line}\n`).join(''));
  return {lines, answer, transcript: () => transcript};
}

interface SessionLoopOptions extends Pick<AccountSessionsOptions, 'breadcrumbs' | 'env'> {
  readonly profiles: readonly Profile[];
}

/** Starts plain mode for the first of these profiles, answers each line, and resolves with the whole transcript. */
export async function runSessionLoop(
  {profiles, ...options}: SessionLoopOptions,
  ...answers: readonly string[]
): Promise<string> {
  const {lines, answer, transcript} = openPipe();
  const {sessions, run} = createSessionLoop(
    {
      ...options,
      settings: {...emptySettings, profiles},
      startDemo: () => Promise.reject(new Error('no demo in this test')),
      readOnly: false,
    },
    lines,
  );
  answer(answers);
  await run(await sessions.open([profiles[0]], {}, {family: 'volumes'}));
  lines.close();
  await sessions.close();
  return transcript();
}

export interface TestPlainMode {
  readonly account: TestAccount;
  /** Answers each line to the question that comes next; resolves with the whole transcript when the input has ended. */
  run(view: NonNullable<CreateConsoleOptions['initialDestination']>, ...answers: readonly string[]): Promise<string>;
  /** The end of the last session. */
  end(): PlainModeEnd | undefined;
  close(): void;
}

/** A session that has not ended after this time waits for an event that never comes. */
const maxSessionMs = 60 * 60_000;

/** Lets time pass, from timer to timer, until `work` is done. Time passes only when all other work is done. */
async function passTimeUntil<T>(work: Promise<T>, {clock, isBusy}: TestAccount): Promise<T> {
  let isOpen = true;
  const ended = work.finally(() => {
    isOpen = false;
  });
  // The caller receives the failure from the last line of this function.
  ended.catch(() => {});
  const end = clock.monotonic() + maxSessionMs;
  await settle(isBusy);
  while (isOpen && clock.monotonic() < end) await clock.advanceToNext(() => settle(isBusy));
  if (isOpen) throw new Error(`Plain mode did not end in ${maxSessionMs} ms`);
  return ended;
}

export function openPlainMode(
  profile: CreateConsoleOptions['profile'] = {name: 'demo', production: false, readOnly: false},
  options: AccountOptions = {},
  memory: Pick<SessionOptions, 'batchJournals' | 'drafts'> = {},
): TestPlainMode {
  const account = openAccount({accounts: 'demo', ...options});
  let end: PlainModeEnd | undefined;
  return {
    account,
    end: () => end,
    async run(start, ...answers) {
      const {clock} = account;
      const session = createSession({
        families,
        connect: account.connect(),
        clock,
        random: () => 0.5,
        profile,
        ...memory,
      });
      const {lines, answer, transcript} = openPipe();
      let hasQuit = false;
      const context = createConsole({
        session,
        families,
        profile,
        clock,
        initialDestination: start,
        onQuit() {
          hasQuit = true;
        },
      });
      answer(answers);
      end = await passTimeUntil(
        runPlainMode(context, lines, () => hasQuit),
        account,
      );
      lines.close();
      await session.close();
      return transcript();
    },
    close: () => account.close(),
  };
}
