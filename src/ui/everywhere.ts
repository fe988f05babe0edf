/** The bottom layer: what works in every place, and the ways out. */
import {createLayer, type Layer} from '../keymap/layer.ts';
import type {TransferState} from '../store/transfers/transfer.ts';
import type {Deck} from './deck.ts';
import type {Subject} from './screens/change/subject.ts';
import {startUndo} from './screens/change/undo.ts';
import {openCommandLine} from './screens/command/line.ts';
import {openFinder} from './screens/finder.ts';
import {openHelp} from './screens/help.ts';
import {openTransfers} from './screens/transfers.ts';

export interface EverywhereHost {
  /** What actions on the command line are about. */
  subject(): Subject | undefined;
  leave(): void;
  /** The deck of what is on screen, where several accounts are. */
  here(): Deck;
}

/** Files of which nothing more is to be expected, or done. */
const SETTLED: ReadonlySet<TransferState['phase']> = new Set(['done', 'cancelled']);

/** How long a warning holds before the second ctrl-c counts as a first one again; milliseconds. */
const SECOND_THOUGHT = 5000;

/** Leaves, but for once where something typed would be lost. */
export function createQuit(deck: Deck, leave: () => void): () => void {
  let warned = false;
  return () => {
    const unsaved = deck.overlays.stack.get().some(overlay => overlay.unsaved?.() === true);
    const moving = deck.session.transfers.get().filter(transfer => transfer.get().phase === 'running');
    const [written] = deck.saver.names();
    if ((!unsaved && moving.length === 0 && written === undefined) || warned) {
      leave();
      return;
    }
    warned = true;
    deck.clock.schedule(SECOND_THOUGHT, () => {
      warned = false;
    });
    const [file] = moving;
    deck.say(`${lossWords(file?.name, written)}; once more quits`, 'attention');
  };
}

/** What comes of it to leave now. */
function lossWords(moving: string | undefined, written: string | undefined): string {
  if (moving !== undefined) return `${moving} is still on its way, and would be cancelled`;
  if (written !== undefined) return `${written} is still being written, and would be lost`;
  return 'what was typed stays as a draft';
}

/** Focus goes around: sidebar, list, detail. */
function cycle({places, focus, repaintAll}: Deck, by: number): void {
  const place = places.current.get();
  if (place === undefined || place.bare) return;
  const stops = ['sidebar', 'list', ...(place.split ? ['detail'] : [])];
  const now = focus.get() === 'sidebar' ? 'sidebar' : place.split && place.inDetail.get() ? 'detail' : 'list';
  const next = stops[(stops.indexOf(now) + by + stops.length) % stops.length];
  focus.set(next === 'sidebar' ? 'sidebar' : 'main');
  if (next !== 'sidebar') place.inDetail.set(next === 'detail');
  repaintAll();
}

/** What was done last, by this account: where several are shown, it must be clear by which. */
function undoHere(deck: Deck, way: 'Undo' | 'Redo'): void {
  if (deck.accounts) deck.say('open a resource of the account first: each account has its own undo', 'attention');
  else void startUndo(deck, {way});
}

export function everywhereLayer(deck: Deck, {subject, leave, here}: EverywhereHost): Layer {
  const {places} = deck;
  return createLayer(
    'everywhere',
    {
      help: () => openHelp(deck),
      commandLine: () => openCommandLine(here(), subject),
      finder: () => openFinder(deck),
      focusNext: () => cycle(deck, 1),
      focusPrevious: () => cycle(deck, -1),
      refreshAll: () => deck.refreshAll(),
      previousView: () => void (places.swap() || deck.say('there was no view before this one')),
      historyBack: () => void (places.back() || deck.say('this is where it began')),
      historyForward: () => void (places.forward() || deck.say('this is the last view')),
      transfers: {
        run: () => openTransfers(deck),
        hidden: () => deck.session.transfers.get().length === 0,
        quiet: () => deck.session.transfers.get().every(transfer => SETTLED.has(transfer.get().phase)),
      },
      undo: () => undoHere(here(), 'Undo'),
      redo: () => undoHere(here(), 'Redo'),
      redraw() {
        deck.terminal.compositor?.invalidate();
        deck.repaintAll();
      },
      profile: () => void import('./screens/profiles.tsx').then(({openProfiles}) => openProfiles(deck)),
      suspend: () => deck.terminal.stop(),
      quit() {
        const place = places.current.get();
        if (place?.split && place.inDetail.get() && deck.focus.get() === 'main') {
          place.inDetail.set(false);
          deck.repaintAll();
        } else leave();
      },
      interrupt: leave,
    },
    {title: 'Everywhere'},
  );
}
