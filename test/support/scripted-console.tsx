/** The console on an account that the test controls: it returns responses that no emulator does. */

import {families} from '../../src/families/registry.ts';
import type {AnyRow} from '../../src/families/shape/define-family.ts';
import {realClock} from '../../src/store/core/clock.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import {TestAccount} from '../../src/store/testing/test-account.ts';
import {type ConsoleOptions, type ConsoleScreen, renderConsole} from './console.tsx';

export interface ScriptedConsole extends ConsoleScreen {
  readonly account: TestAccount;
}

/** @param lists the rows of its lists, by operation: `volumes.list` */
export async function openScriptedConsole(
  lists: Readonly<Record<string, readonly AnyRow[]>>,
  options: ConsoleOptions = {},
): Promise<ScriptedConsole> {
  const account = new TestAccount();
  account.repairs = true;
  for (const [operation, rows] of Object.entries(lists)) account.lists.set(operation, [...rows]);
  const profile = {name: 'demo', production: false, readOnly: false};
  const session = createSession({families, connect: account.connect, clock: realClock, random: () => 0.5, profile});
  const screen = await renderConsole(session, {clock: realClock, columns: 100, rows: 40, ...options});
  const {close} = screen;
  return Object.assign(screen, {
    account,
    async close() {
      await close();
      await session.close();
    },
  });
}
