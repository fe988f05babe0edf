/** A program of its own that reboots many instances with a journal, so that a test can kill it in the middle. */
import {families} from '../../src/families/registry.ts';
import {filesIn} from '../../src/platform/files.ts';
import {realClock} from '../../src/store/clock.ts';
import {connectWith} from '../../src/store/connect.ts';
import {openRuns} from '../../src/store/runs.ts';
import {createSession} from '../../src/store/session.ts';
import type {Deck} from '../../src/ui/deck.ts';
import {planFor} from '../../src/ui/screens/change/plan.ts';

const [url = '', token = '', folder = ''] = process.argv.slice(2);
const session = createSession({
  families,
  connect: connectWith({baseUrl: url, token: () => token}),
  clock: realClock,
  random: () => 0.5,
  profile: {name: 'test', production: false, readOnly: false},
  runs: openRuns({
    files: filesIn(folder),
    path: 'runs',
    writer: {pid: process.pid, host: 'test'},
    isRunning: () => false,
  }),
});
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
