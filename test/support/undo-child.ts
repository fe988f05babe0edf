/** A program of its own that edits many instances and takes that back with a journal, so that a test can kill it in the middle. */
import {families} from '../../src/families/registry.ts';
import {realClock} from '../../src/store/clock.ts';
import type {Deck} from '../../src/ui/deck.ts';
import type {OverlaySpec} from '../../src/ui/overlay.ts';
import {planFor} from '../../src/ui/screens/change/plan.ts';
import {startUndo} from '../../src/ui/screens/change/undo.ts';
import {journaled, runsIn} from './journaled.ts';

const [url = '', token = '', folder = ''] = process.argv.slice(2);
const session = journaled(url, token, runsIn(folder));
const instances = session.collection('instances');
const read = Promise.withResolvers<void>();
instances.subscribe(() => {
  if (instances.get().complete) read.resolve();
});
await read.promise;
const opened: OverlaySpec[] = [];
const deck = {
  session,
  clock: realClock,
  profile: {name: 'test'},
  say: () => {},
  overlays: {
    open(spec: OverlaySpec) {
      opened.push(spec);
      return {repaint() {}, resize() {}, close() {}};
    },
  },
} as unknown as Deck;
const plan = planFor(deck, {
  family: families.find(({id}) => id === 'instances') as never,
  name: 'update',
  rows: instances.get().rows.slice(0, 6),
  params: {},
});
await plan?.lead.ready;
plan?.set('tags', ['marked']);
await plan?.toPreview();
await plan?.send();
await startUndo(deck);
const [{asks} = {}] = opened;
if (asks?.kind === 'change') await asks.send();
// Whoever waits for its end must not wait for ever where it was not killed.
process.stderr.write('all was taken back\n');
process.exit(1);
