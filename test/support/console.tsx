/** The console in a terminal inside the test, on a session of the test. */

import {type ComponentType, Fragment, type ReactNode} from 'react';
import {families} from '../../src/families/registry.ts';
import type {Settings} from '../../src/profiles/settings.ts';
import type {Session} from '../../src/store/session/session.ts';
import {App} from '../../src/ui/app/app.tsx';
import type {ConsoleApp} from '../../src/ui/app/console-app.ts';
import {type CreateConsoleOptions, createConsole} from '../../src/ui/app/create-console.ts';
import type {ConsoleClock} from '../../src/ui/context/console-types.ts';
import {isListView} from '../../src/ui/screens/shared/is-list-view.ts';
import {createFileSaver} from '../../src/ui/state/file-saver.ts';
import {openScreen, type Screen, type ScreenOptions} from './screen.ts';

export interface ConsoleScreen extends Screen {
  readonly context: ConsoleApp;
  /** The number of times that the user asked to quit. */
  readonly quits: () => number;
  footer(): string;
  /** The text under the cursor bar. */
  bar(): string;
  /** Every line that has a cursor bar, from the top. */
  bars(): readonly string[];
  /** The button that has the focus. */
  focusedButton(): string;
  /** Moves down until the bar is on a line with this text. */
  moveTo(text: string): Promise<void>;
  /** Filters the list by these words. */
  filter(text: string): Promise<void>;
  /** Types this into the command bar. */
  command(text: string): Promise<void>;
}

/** A clock that always shows the same time. */
const fixedClock = (now = Date.UTC(2026, 2, 14, 12)): ConsoleClock => ({
  now: () => now,
  schedule: () => () => {},
});

/** Cyan, the bar of the dark theme. */
const BAR = 6;

export interface ConsoleOptions
  extends ScreenOptions,
    Partial<Omit<CreateConsoleOptions, 'session' | 'families' | 'onQuit'>> {
  /** Parts of the settings that many tests set. */
  readonly keys?: Settings['keys'];
  readonly monitor?: Settings['monitor'];
  readonly ssh?: readonly string[];
  /** The folder for saved files. */
  readonly folder?: string;
  /** A component around the app. */
  readonly wrapper?: ComponentType<{readonly children: ReactNode}>;
}

export async function renderConsole<S extends Session>(
  session: S,
  options: ConsoleOptions = {},
): Promise<ConsoleScreen & {readonly session: S}> {
  const {
    profile,
    clock,
    preferences,
    keys,
    initialDestination,
    profiles,
    ssh,
    monitor,
    settings,
    folder,
    coalescePaints,
    saver = folder === undefined ? undefined : createFileSaver(folder),
    onSwitch,
    onToken,
    reportDefect,
    merged,
    wrapper: Wrapper = Fragment,
    ...others
  } = options;
  const screen = openScreen({columns: 120, rows: 30, ...others});
  let quits = 0;
  const context = createConsole({
    session,
    families,
    profile: profile ?? {name: 'demo', production: false, readOnly: false},
    clock: clock ?? fixedClock(),
    ...(preferences && {preferences}),
    settings: {...settings, ...(keys && {keys}), ...(monitor && {monitor}), ...(ssh && {ssh: {command: ssh}})},
    ...(initialDestination && {initialDestination}),
    ...(profiles && {profiles}),
    ...(coalescePaints && {coalescePaints}),
    ...(saver && {saver}),
    ...(onSwitch && {onSwitch}),
    ...(onToken && {onToken}),
    ...(reportDefect && {reportDefect}),
    ...(merged && {merged}),
    onQuit: () => void quits++,
  });
  // A list takes in rows, filters and sorts in steps of a few milliseconds each.
  screen.settleWhile(() => {
    const view = context.navigation.current.getState();
    return isListView(view) && view.model.isWorking;
  });
  await screen.render(
    <Wrapper>
      <App context={context} />
    </Wrapper>,
  );
  /** The cells of a row that the bar covers. */
  const barText = (y: number): string =>
    Array.from({length: screen.terminal.cols}, (_, x) =>
      screen.hasBackground(x, y, BAR) ? screen.cell(x, y).char : '',
    ).join('');
  const bar = (): string => {
    const {cols, rows} = screen.terminal;
    // An overlay covers the middle of the screen, and its bar hides the bar of the view.
    const columns = [cols >> 1, ...Array.from({length: cols}, (_, x) => x)];
    for (const x of columns) {
      for (let y = 0; y < rows; y++) if (screen.hasBackground(x, y, BAR)) return barText(y);
    }
    return '';
  };
  return Object.assign(screen, {
    context,
    bar,
    bars: () => Array.from({length: screen.terminal.rows}, (_, y) => barText(y)).filter(text => text !== ''),
    focusedButton() {
      for (let y = screen.terminal.rows - 1; y >= 0; y--) {
        const text = barText(y);
        if (/^\[[A-Z][^\]]+\]$/.test(text)) return text.slice(1, -1);
      }
      return '';
    },
    async moveTo(text: string) {
      for (let step = 0; !bar().includes(text); step++) {
        if (step > 100) throw new Error(`No row with ${text}\n${screen.text()}`);
        await screen.press('j');
      }
    },
    filter: (text: string) => screen.enterAt('/', text),
    command: (text: string) => screen.enterAt(':', text),
    session,
    quits: () => quits,
    footer: () => screen.row(screen.terminal.rows - 1),
  });
}
