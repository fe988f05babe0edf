/** The console, from what the command line asked for to the exit code. */

import {onTerminationSignal} from '../../platform/process/signals.ts';
import {parseRequestTimeout} from '../../platform/text/duration.ts';
import {printableJson} from '../../platform/text/pretty-json.ts';
import {demoFallbackText} from '../../profiles/choose-profile.ts';
import {mistakeLines} from '../../profiles/load-settings.ts';
import {realClock} from '../../store/core/clock.ts';
import {knownNames} from '../../store/list/known-names.ts';
import {type ExitOnRule, exitOnCode, parseExitOn, watchForMatch} from '../../store/watch/exit-on.ts';
import {shownAccounts} from '../context/active-account.ts';
import type {ConsoleContext} from '../context/ports.ts';
import {createCrashBreadcrumbs} from '../state/crash-breadcrumbs.ts';
import {detectSlowLink} from '../state/slow-link.ts';
import {capabilitiesOf, sanitize} from '../terminal/index.ts';
import {type AccountSession, AccountSessions} from './account-session.ts';
import type {ConsoleEnvironment, ConsoleOptions} from './console-options.ts';
import {loadInitialState} from './initial-state.ts';
import {openScreenHost, type ScreenHost} from './screen-host.tsx';
import {startSettingsWatcher} from './settings-reload.ts';

/** @returns the exit code, once the terminal is restored */
export async function startConsole(options: ConsoleOptions, environment: ConsoleEnvironment): Promise<number> {
  const {startDemo, notice} = environment;
  const {env} = process;
  const initial = await loadInitialState(options, env);
  if ('refused' in initial) return reportRefusal(initial.refused);
  const {loaded, profiles, isFallback, destination, preferences, notices} = initial;
  const {settings} = loaded;
  const exitCondition = options.exitOn === undefined ? undefined : parseExitOn(options.exitOn);
  if (exitCondition && 'refused' in exitCondition) return reportRefusal(exitCondition.refused);
  const log =
    options.log === undefined
      ? undefined
      : (await import('../../platform/diagnostics/json-log.ts')).tryOpenLog(options.log);
  if (log && 'refused' in log) return reportRefusal(log.refused);
  const breadcrumbs = createCrashBreadcrumbs(env);
  const sessions = new AccountSessions({
    breadcrumbs,
    settings,
    env,
    startDemo,
    readOnly: options.readOnly,
    log: log?.log,
    requestTimeoutMs: parseRequestTimeout(options.requestTimeout),
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
  let current: AccountSession = await sessions.open(profiles, preferences, destination).catch(async error => {
    await sessions.discardSnapshots();
    throw error;
  });
  if (notice) current.session.showToast(notice, 'attention');
  for (const message of [...mistakeLines(loaded), ...notices]) current.session.showToast(message, 'attention');
  if (isFallback) current.session.showToast(demoFallbackText);
  const settingsWatcher = startSettingsWatcher({
    env,
    names: knownNames,
    initial: loaded,
    adopt: next => sessions.applySettings(next, current),
    say: (message, tone) => current.session.showToast(message, tone),
  });
  const screenHost: ScreenHost = openScreenHost(current, {
    mouse: options.mouse,
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
    await sessions.close();
    const problem = await log?.close();
    if (problem !== undefined) console.error(`skydeck: ${problem}`);
    await (await import('../../platform/process/editor.ts')).removeAbandonedEdits();
  };
  const code = await breadcrumbs.guard(
    screenHost.exited.then(() => 0),
    end,
    () => sessions.discardSnapshots(),
  );
  endBySignal();
  return exitOnMatch?.finish() ?? code;
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

function reportRefusal(message: string): number {
  console.error(`skydeck: ${message}`);
  return 2;
}
