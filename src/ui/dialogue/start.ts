/** `--plain`: the console as a conversation, from what the command line asked for to the exit code. */
import {onTerminationSignal, terminationSignals} from '../../platform/signals.ts';
import {demoFallbackText} from '../../profiles/choose.ts';
import {mistakeLines} from '../../profiles/settings.ts';
import {begin} from '../beginning.ts';
import {createBlackBox} from '../black-box.ts';
import type {ConsoleOptions, Surroundings} from '../start.tsx';
import {createConversation} from './conversation.ts';
import type {End} from './dialogue.ts';
import {openLines} from './lines.ts';

/** As commands end. */
const codes: Readonly<Record<End, number>> = {left: 0, unanswered: 1};

export async function startDialogue(options: ConsoleOptions, {startDemo, notice}: Surroundings): Promise<number> {
  const {env} = process;
  const opened = await begin(options, env);
  if ('refused' in opened) {
    console.error(`skydeck: ${opened.refused}`);
    return 2;
  }
  const {loaded, profile, isFallback, destination, preferences, notices} = opened;
  const log = options.log === undefined ? undefined : (await import('../../platform/log.ts')).openLog(options.log);
  const box = createBlackBox(env);
  const lines = openLines({
    input: process.stdin,
    output: process.stdout,
    interrupts(listener) {
      process.on('SIGINT', listener);
      return () => process.off('SIGINT', listener);
    },
  });
  // ctrl-c ends what is being asked, and not the conversation.
  const signals = terminationSignals.filter(signal => signal !== 'SIGINT');
  const endBySignal = onTerminationSignal(() => lines.end(), {signals});
  const {seats, hold} = createConversation(
    {box, settings: loaded.settings, env, startDemo, readOnly: options.readOnly, log: log?.log},
    lines,
  );
  if (notice) lines.say(notice);
  lines.say(...mistakeLines(loaded), ...notices);
  if (isFallback) lines.say(demoFallbackText);
  lines.say('Skydeck. Type a question mark for what can be typed, quit to leave.');
  const seat = await seats.take([profile], preferences, destination);
  const code = await box.watch(
    hold(seat).then(end => codes[end]),
    async () => {
      lines.close();
      await seats.leave();
      await log?.close();
    },
    seats.forget,
  );
  endBySignal();
  return code;
}
