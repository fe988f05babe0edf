/** `--plain`: the console as a conversation, from what the command line asked for to the exit code. */

import {onTerminationSignal, terminationSignals} from '../../platform/process/signals.ts';
import {demoFallbackText} from '../../profiles/choose-profile.ts';
import {mistakeLines} from '../../profiles/load-settings.ts';
import type {ConsoleEnvironment, ConsoleOptions} from '../app/console-options.ts';
import {prepareStart, reportRefusal} from '../app/initial-state.ts';
import {StreamLineIO} from './line-io.ts';
import type {PlainModeEnd} from './plain-mode.ts';
import {createSessionLoop} from './session-loop.ts';

/** The same exit codes as for commands. */
const exitCodes: Readonly<Record<PlainModeEnd, number>> = {left: 0, unanswered: 1};

export async function startPlainMode(options: ConsoleOptions, environment: ConsoleEnvironment): Promise<number> {
  const start = await prepareStart(options, environment);
  if ('refused' in start) return reportRefusal(start.refused);
  const {notice} = environment;
  const {breadcrumbs} = start;
  const {loaded, isFallback, notices} = start.initial;
  const lines = new StreamLineIO({
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
  const {sessions, run} = createSessionLoop(start.sessionOptions, lines);
  if (notice) lines.say(notice);
  lines.say(...mistakeLines(loaded), ...notices);
  if (isFallback) lines.say(demoFallbackText);
  lines.say('Skydeck. Type ? for help, quit to leave.');
  const session = await start.openFirst(sessions).catch(error => {
    lines.close();
    throw error;
  });
  const code = await breadcrumbs.guard(
    run(session).then(end => exitCodes[end]),
    async () => {
      lines.close();
      await sessions.close();
      await start.closeLog();
    },
    () => sessions.discardSnapshots(),
  );
  endBySignal();
  return code;
}
