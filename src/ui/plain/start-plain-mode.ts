/** `--plain`: the console as a conversation, from what the command line asked for to the exit code. */

import {onTerminationSignal, terminationSignals} from '../../platform/process/signals.ts';
import {parseRequestTimeout} from '../../platform/text/duration.ts';
import {demoFallbackText} from '../../profiles/choose-profile.ts';
import {mistakeLines} from '../../profiles/load-settings.ts';
import type {ConsoleEnvironment, ConsoleOptions} from '../app/console-options.ts';
import {loadInitialState} from '../app/initial-state.ts';
import {createCrashBreadcrumbs} from '../state/crash-breadcrumbs.ts';
import {openLineIO} from './line-io.ts';
import type {PlainModeEnd} from './plain-mode.ts';
import {createSessionLoop} from './session-loop.ts';

/** The same exit codes as for commands. */
const exitCodes: Readonly<Record<PlainModeEnd, number>> = {left: 0, unanswered: 1};

export async function startPlainMode(
  options: ConsoleOptions,
  {startDemo, notice}: ConsoleEnvironment,
): Promise<number> {
  const {env} = process;
  const initial = await loadInitialState(options, env);
  if ('refused' in initial) {
    console.error(`skydeck: ${initial.refused}`);
    return 2;
  }
  const {loaded, profile, isFallback, destination, preferences, notices} = initial;
  const log =
    options.log === undefined
      ? undefined
      : (await import('../../platform/diagnostics/json-log.ts')).tryOpenLog(options.log);
  if (log && 'refused' in log) {
    console.error(`skydeck: ${log.refused}`);
    return 2;
  }
  const breadcrumbs = createCrashBreadcrumbs(env);
  const lines = openLineIO({
    input: process.stdin,
    output: process.stdout,
    interrupts(listener) {
      process.on('SIGINT', listener);
      return () => process.off('SIGINT', listener);
    },
  });
  // ctrl-c cancels the current question, not plain mode.
  const signals = terminationSignals.filter(signal => signal !== 'SIGINT');
  const endBySignal = onTerminationSignal(() => lines.end(), {signals});
  const {sessions, run} = createSessionLoop(
    {
      breadcrumbs,
      settings: loaded.settings,
      env,
      startDemo,
      readOnly: options.readOnly,
      log: log?.log,
      requestTimeoutMs: parseRequestTimeout(options.requestTimeout),
    },
    lines,
  );
  if (notice) lines.say(notice);
  lines.say(...mistakeLines(loaded), ...notices);
  if (isFallback) lines.say(demoFallbackText);
  lines.say('Skydeck. Type ? for help, quit to leave.');
  const session = await sessions.open([profile], preferences, destination);
  const code = await breadcrumbs.guard(
    run(session).then(end => exitCodes[end]),
    async () => {
      lines.close();
      await sessions.close();
      const problem = await log?.close();
      if (problem !== undefined) console.error(`skydeck: ${problem}`);
    },
    () => sessions.discardSnapshots(),
  );
  endBySignal();
  return code;
}
