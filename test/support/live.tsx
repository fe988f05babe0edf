/** The console on a real account: an emulator in this process, spoken to over HTTP by the real client, in compressed time. */
import {type Clock as EmulatedClock, realClock as emulatedClock} from '../../src/emulator/engine/clock.ts';
import {type Running, type StartOptions, start} from '../../src/emulator/server.ts';
import {families} from '../../src/families/registry.ts';
import type {Clock} from '../../src/store/clock.ts';
import {connectWith} from '../../src/store/connect.ts';
import {createSession} from '../../src/store/session.ts';
import {type ConsoleOptions, type ConsoleScreen, openConsole} from './console.tsx';

/** Seconds of the account per second of the test, where it does not wait for what takes minutes. */
export const SPEED = 25;

const HOUR = 3_600_000;

/**
 * When time begins: today, a minute after a full hour. By the hour an account is billed, backed up and updated, and none of
 * that may come in the middle of a test, whatever the time of day.
 */
const quietTime = (): number => Math.ceil(Date.now() / HOUR) * HOUR + 60_000;

/** Time that runs fast, for an account and for whoever looks at it. */
export function fastTime(speed = SPEED): {readonly emulated: EmulatedClock; readonly clock: Clock} {
  const from = quietTime();
  return {emulated: emulatedClock({speed, notBefore: from}), clock: fastClock(speed, from)};
}

/** Time that runs fast from there. */
function fastClock(speed: number, from: number): Clock {
  const origin = performance.now();
  const monotonic = () => (performance.now() - origin) * speed;
  return {
    now: () => Math.floor(from + monotonic()),
    monotonic,
    schedule(milliseconds, run) {
      const timer = setTimeout(run, milliseconds / speed);
      return () => clearTimeout(timer);
    },
    yieldToLoop: () => new Promise(resolve => setImmediate(resolve)),
  };
}

export interface LiveScreen extends ConsoleScreen {
  readonly account: Running;
}

export async function openLive(
  {
    readOnly = false,
    speed = SPEED,
    ...options
  }: ConsoleOptions & {readonly readOnly?: boolean; readonly speed?: number} = {},
  startOptions: StartOptions = {},
): Promise<LiveScreen> {
  const {emulated, clock} = fastTime(speed);
  const account = await start({accounts: 'demo', seed: 1, limits: 'none', clock: emulated, ...startOptions});
  const profile = {name: 'demo', production: false, readOnly};
  const session = createSession({
    families,
    connect: connectWith({baseUrl: account.url, token: () => account.token, readOnly}),
    clock,
    random: () => 0.5,
    profile,
  });
  const screen = await openConsole(session, {clock, profile, ...options});
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
