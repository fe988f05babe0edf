/** The console on a real account: an emulator in this process, spoken to over HTTP by the real client, in compressed time. */
import {realClock as emulatedClock} from '../../src/emulator/engine/time/clock.ts';
import {type EmulatorOptions, type RunningEmulator, startEmulator} from '../../src/emulator/server/start-server.ts';
import {families} from '../../src/families/registry.ts';
import {createConnect} from '../../src/store/api/connect-client.ts';
import {Identifiers} from '../../src/store/api/identifiers.ts';
import type {Clock} from '../../src/store/core/clock.ts';
import {createSession, type SessionOptions} from '../../src/store/session/create-session.ts';
import {type ConsoleOptions, type ConsoleScreen, renderConsole} from './console.tsx';

/** Seconds of the account per second of the test, where it does not wait for what takes minutes. */
export const SPEED = 25;

/** Time that runs fast from where it stands now. */
export function fastClock(speed = SPEED): Clock {
  const begin = Date.now();
  const origin = performance.now();
  const monotonic = () => (performance.now() - origin) * speed;
  return {
    now: () => Math.floor(begin + monotonic()),
    monotonic,
    schedule(milliseconds, run) {
      const timer = setTimeout(run, milliseconds / speed);
      return () => clearTimeout(timer);
    },
    yieldToLoop: () => new Promise(resolve => setImmediate(resolve)),
  };
}

export interface LiveScreen extends ConsoleScreen {
  readonly account: RunningEmulator;
}

export async function openLive(
  {
    readOnly = false,
    speed = SPEED,
    snapshots,
    ...options
  }: ConsoleOptions & {
    readonly readOnly?: boolean;
    readonly speed?: number;
    readonly snapshots?: SessionOptions['snapshots'];
  } = {},
  startOptions: EmulatorOptions = {},
): Promise<LiveScreen> {
  const account = await startEmulator({
    accounts: 'demo',
    seed: 1,
    limits: 'none',
    clock: emulatedClock({speed}),
    ...startOptions,
  });
  const clock = fastClock(speed);
  const names = {baseUrl: account.url, brand: startOptions.brand, acronym: startOptions.acronym};
  const profile = {name: 'demo', production: false, readOnly, identifiers: new Identifiers(names)};
  const session = createSession({
    families,
    connect: createConnect({...names, token: () => account.token, readOnly}),
    clock,
    random: () => 0.5,
    profile,
    snapshots,
  });
  const screen = await renderConsole(session, {clock, profile, ...options});
  const {close} = screen;
  return Object.assign(screen, {
    account,
    async close() {
      await close();
      await session.close();
      await account.close();
    },
  });
}
