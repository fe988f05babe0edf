/** A program of its own that sends the plan of an edited zone, so that a test can kill it in the middle. */
import {realClock} from '../../src/store/clock.ts';
import type {Journal} from '../../src/store/runs.ts';
import {prepareSteps} from '../../src/store/texts/steps.ts';
import type {Collection} from '../../src/store/types.ts';
import type {Deck} from '../../src/ui/deck.ts';
import type {OverlaySpec} from '../../src/ui/overlay.ts';
import {openStaged} from '../../src/ui/screens/edit/staged.ts';
import {journaled, runsIn} from './journaled.ts';

/** `sent` kills itself where so many were sent and the next was not noted yet. */
const [url = '', token = '', folder = '', sent = ''] = process.argv.slice(2);
// Whoever started it is gone.
process.stdin.resume().once('end', () => process.exit(1));
const runs = runsIn(folder);

function mortal(journal: Journal): Journal {
  let noted = 0;
  return {
    ...journal,
    async sending(id) {
      if (String(noted++) === sent) process.kill(process.pid, 'SIGKILL');
      await journal.sending(id);
    },
  };
}

const session = journaled(url, token, {...runs, begin: async plan => mortal(await runs.begin(plan))});

async function complete(collection: Collection): Promise<Collection> {
  const {promise, resolve} = Promise.withResolvers<void>();
  const look = (): void => {
    if (collection.get().complete) resolve();
  };
  collection.subscribe(look);
  look();
  await promise;
  return collection;
}

const domains = await complete(session.collection('domains'));
const domain = domains.get().rows.find(row => row.domain === 'acme-infra.example');
const params = {domainId: Number(domain?.id)};
const records = await complete(session.collection('domains.records', params));
const {family} = records;
const {text} = family;
if (text === undefined) throw new Error('records have no text');
const {rows} = records.get();
const before = text.write(rows, session.look, params);
const after = before
  .replace(/^docs .*\n/m, '')
  .replace(/^(www .* A .*)192[0-9.]*/m, '$1192.0.2.99')
  .concat('blog 1h IN CNAME hosted.example.net.\nshop 1h IN CNAME hosted.example.net.\n');
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
const steps = text.read(after, rows, session.look, params).steps.map((step, index) => ({key: String(index), step}));
const list = {family, text, params};
const quiet = {about: 'acme-infra.example', notes: [], begun() {}, untouched() {}, done() {}};
openStaged(deck, list, await prepareSteps(session, list, steps), quiet);
const [{asks} = {}] = opened;
if (asks?.kind === 'change') await asks.send();
// Whoever waits for its end must not wait for ever where it was not killed.
process.stderr.write('the plan was sent to its end\n');
process.exit(1);
