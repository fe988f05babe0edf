/** Keeps a screen for the start of the next session: one that holds no dialog, no message and nothing secret. */
import {basename, dirname} from 'node:path';
import {filesIn} from '../platform/files.ts';
import {frameKey, framePath, type LastFrame, trace} from '../platform/last-frame.ts';
import type {Environment} from '../platform/paths.ts';
import type {Loaded} from '../profiles/settings.ts';
import type {Deck} from './deck.ts';
import {paintBygoneHeader} from './frame/header.ts';
import {QUIET, type Typing, watchTyping} from './rest.ts';
import type {Compositor} from './terminal/compositor.ts';

export interface FramesOptions {
  readonly argv: readonly string[];
  readonly env: Environment;
  readonly compositor: Pick<Compositor, 'columns' | 'rows' | 'lines'>;
  readonly keyboard: Typing;
  /** As they were read: whatever changed them since may have named another account. */
  readonly settings: Pick<Loaded, 'path' | 'changed'>;
  readonly deck: () => Deck;
}

export interface Frames {
  /** Keeps what is on the screen now, if it can be shown again. */
  keep(): void;
  /** Resolves when what is to be kept is written. */
  done(): Promise<void>;
}

/** By then the first list is there; a session that is killed later leaves this one. */
const SETTLED = 5000;

export function keepFrames({argv, env, compositor, keyboard, settings, deck}: FramesOptions): Frames {
  const path = framePath(env);
  const {name} = deck().profile;
  let written = Promise.resolve();
  function keep(): void {
    const {columns, rows} = compositor;
    // The next session begins where this one did, not with the profile that it was switched to.
    const lines = deck().profile.name === name && shownAgain(deck()) ? compositor.lines : undefined;
    if (path === undefined || lines === undefined) return;
    const key = frameKey(argv, env, trace(env.SKYDECK_TOKEN));
    const frame: LastFrame = {
      key,
      columns,
      rows,
      lines: [paintBygoneHeader(deck(), columns), ...lines.slice(1)],
      settings: {path: settings.path, changed: settings.changed},
    };
    const files = filesIn(dirname(path));
    // A start without it is slower, and nothing else.
    written = written.then(() => files.write(basename(path), JSON.stringify(frame))).catch(() => undefined);
  }
  const {clock} = deck();
  let isOver = false;
  const stops = [clock.schedule(SETTLED, keepInPause)];
  /** Putting a whole screen into words takes as long as several keys do. */
  function keepInPause(): void {
    const rest = watchTyping(keyboard, deck().overlays.stack, clock);
    const paused = (): void => {
      rest.stop();
      if (!isOver) keep();
    };
    stops.push(
      clock.schedule(QUIET, () => void rest.come().then(paused)),
      rest.stop,
    );
  }
  return {
    keep,
    done() {
      isOver = true;
      for (const stop of stops) stop();
      return written;
    },
  };
}

function shownAgain({overlays, places, session}: Deck): boolean {
  const place = places.current.get();
  if (place === undefined || overlays.stack.get().length > 0 || session.toasts.get().length > 0) return false;
  return place.split && !place.inDetail.get() && place.revealed?.() !== true;
}
