/** A program of its own that reboots many instances with a journal, so that a test can kill it in the middle. */
import {families} from '../../src/families/registry.ts';
import {realClock} from '../../src/store/clock.ts';
import type {Deck} from '../../src/ui/deck.ts';
import {planFor} from '../../src/ui/screens/change/plan.ts';
import {journaled, runsIn} from './journaled.ts';

const [url = '', token = '', folder = ''] = process.argv.slice(2);
// Whoever started it is gone.
process.stdin.resume().once('end', () => process.exit(1));
const session = journaled(url, token, runsIn(folder));
const instances = session.collection('instances');
instances.subscribe(() => {
  if (!instances.get().complete || started) return;
  started = true;
  const rows = instances
    .get()
    .rows.filter(({status}) => status === 'running')
    .slice(0, 8);
  const plan = planFor({session, clock: realClock} as unknown as Deck, {
    family: families.find(({id}) => id === 'instances') as never,
    name: 'reboot',
    rows,
    params: {},
  });
  void plan?.lead.ready.then(() => plan.toPreview()).then(() => plan.send());
});
let started = false;
