/** The console, from what the command line asked for to the exit code. */

import {onTerminationSignal} from '../../platform/process/signals.ts';
import {closeAll} from '../../platform/runtime/close-all.ts';
import {isReplacedOnDisk} from '../../platform/runtime/stale-build.ts';
import {printableJson} from '../../platform/text/pretty-json.ts';
import {demoFallbackText} from '../../profiles/choose-profile.ts';
import {mistakeLines} from '../../profiles/load-settings.ts';
import {realClock} from '../../store/core/clock.ts';
import {knownNames} from '../../store/list/known-names.ts';
import {type ExitOnRule, exitOnCode, parseExitOn, watchForMatch} from '../../store/watch/exit-on.ts';
import {shownAccounts} from '../context/active-account.ts';
import type {ConsoleContext} from '../context/ports.ts';
import {detectSlowLink} from '../state/slow-link.ts';
import {capabilitiesOf, sanitize} from '../terminal/index.ts';
import {type AccountSession, AccountSessions} from './account-session.ts';
import type {ConsoleEnvironment, ConsoleOptions} from './console-options.ts';
import {prepareStart, reportRefusal} from './initial-state.ts';
import {openScreenHost, type ScreenHost} from './screen-host.tsx';
import {startSettingsWatcher} from './settings-reload.ts';

/** @returns the exit code, once the terminal is restored */
export async function startConsole(options: ConsoleOptions, environment: ConsoleEnvironment): Promise<number> {
  const {notice} = environment;
  const exitCondition = options.exitOn === undefined ? undefined : parseExitOn(options.exitOn);
  if (exitCondition && 'refused' in exitCondition) return reportRefusal(exitCondition.refused);
  const start = await prepareStart(options, environment);
  if ('refused' in start) return reportRefusal(start.refused);
  const {breadcrumbs} = start;
  const {loaded, isFallback, notices} = start.initial;
  const {env} = process;
  const sessions = new AccountSessions({
    ...start.sessionOptions,
    changed(next) {
      void next.then(opened => {
        if (!opened) return;
        current = opened;
        if (isOver) return;
        screenHost.show(opened);
        exitOnMatch?.watch(opened.context);
      });
    },
    quit() {
      screenHost.close();
    },
  });
  let isOver = false;
  let current: AccountSession = await start.openFirst(sessions);
  if (notice) current.session.showToast(notice, 'attention');
  for (const message of [...mistakeLines(loaded), ...notices]) current.session.showToast(message, 'attention');
  if (isFallback) current.session.showToast(demoFallbackText);
  const settingsWatcher = startSettingsWatcher({
    env,
    names: knownNames,
    initial: loaded,
    adopt: next => sessions.applySettings(next, current),
    say: (message, tone) => current.session.showToast(message, tone),
    fail: error => current.context.fail(error),
  });
  const screenHost: ScreenHost = openScreenHost(current, {
    hasMouse: options.mouse,
    // Sixteen colors take fewer bytes than millions.
    ...(options.lowBandwidth && capabilitiesOf(env).colors !== 'none' && {colors: '16' as const}),
    onFocus(focused) {
      current.session.setFocused(focused);
      settingsWatcher.setFocused(focused);
    },
  });
  const stopMeasuring = options.lowBandwidth
    ? undefined
    : detectSlowLink({
        clock: realClock,
        preferences: () => current.context.preferences,
        roundTrip: screenHost.roundTrip,
        say: message => current.session.showToast(message, 'attention'),
      });
  const exitOnMatch = exitCondition && createExitOnMatch(exitCondition, screenHost.close);
  exitOnMatch?.watch(current.context);
  // Without this, a signal would kill the program before the drafts are written.
  const endBySignal = onTerminationSignal(screenHost.close);
  const end = async (): Promise<void> => {
    isOver = true;
    screenHost.close();
    stopMeasuring?.();
    settingsWatcher.stop();
    await closeAll([() => sessions.close(), () => start.closeLog(), removeOldEdits]);
  };
  const code = await breadcrumbs.guard(
    screenHost.exited.then(() => 0),
    end,
    () => sessions.discardSnapshots(),
  );
  endBySignal();
  return exitOnMatch?.finish() ?? code;
}

/** Removes temporary folders of killed consoles. If the program was updated on disk, its next end removes them. */
async function removeOldEdits(): Promise<void> {
  const editor = await import('../../platform/process/editor.ts').catch(error => {
    if (!isReplacedOnDisk(error)) throw error;
  });
  await editor?.removeAbandonedEdits();
}

interface ExitOnMatch {
  /** Watches these accounts instead of the previous ones. */
  watch(context: ConsoleContext): void;
  /** Prints the match once the terminal is restored; returns the exit code. */
  finish(): number | undefined;
}

/** Ends the console when a row matches. */
function createExitOnMatch(wanted: ExitOnRule, leave: () => void): ExitOnMatch {
  let tell = (): number | undefined => undefined;
  let stop: (() => void) | undefined;
  return {
    watch(context) {
      stop?.();
      stop = watchForMatch(shownAccounts(context), wanted, {
        clock: realClock,
        onMatch({message, row}) {
          tell = () => {
            console.error(`skydeck: ${sanitize(message)}`);
            console.log(printableJson(row));
            return exitOnCode;
          };
          leave();
        },
        onRefused(hint) {
          tell = () => reportRefusal(`--exit-on: ${hint}`);
          leave();
        },
      });
    },
    finish() {
      stop?.();
      return tell();
    },
  };
}
