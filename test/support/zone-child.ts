/** A program that sends the plan of an edited zone, so that a test can kill it in the middle. */
import type {BatchJournal} from '../../src/store/changes/batch/batch-journal.ts';
import {prepareSteps} from '../../src/store/changes/text/list-diff.ts';
import {openEditSteps} from '../../src/ui/screens/actions/edit-steps.ts';
import {exitUnkilled, openTestConsole, readChildArguments, readCompletely} from './child-side.ts';
import {openJournaledSession} from './journaled-session.ts';

const {url, token, journals, more} = readChildArguments();
/** Kills itself after this number of requests, before the next one is recorded. */
const [maxRequests] = more;

function killBeforeSending(journal: BatchJournal): BatchJournal {
  let requestCount = 0;
  return {
    ...journal,
    async markSending(id) {
      if (String(requestCount++) === maxRequests) process.kill(process.pid, 'SIGKILL');
      await journal.markSending(id);
    },
  };
}

const start = journals.start.bind(journals);
journals.start = async plan => killBeforeSending(await start(plan));
const session = openJournaledSession(url, token, journals);

const domains = await readCompletely(session.collection('domains'));
const domain = domains.getState().rows.find(row => row.domain === 'acme-infra.example');
const params = {domainId: Number(domain?.id)};
const records = await readCompletely(session.collection('domains.records', params));
const {family} = records;
const {text} = family;
if (text === undefined) throw new Error('records have no text');
const {rows} = records.getState();
const before = text.write(rows, session.lookup, params);
const after = before
  .replace(/^docs .*\n/m, '')
  .replace(/^(www .* A .*)192[0-9.]*/m, '$1192.0.2.99')
  .concat('blog 1h IN CNAME hosted.example.net.\nshop 1h IN CNAME hosted.example.net.\n');
const {context, sendOpened} = openTestConsole(session);
const steps = text.read(after, rows, session.lookup, params).steps.map((step, index) => ({key: String(index), step}));
const list = {family, text, params};
const quiet = {about: 'acme-infra.example', notes: [], begun() {}, untouched() {}, done() {}};
openEditSteps(context, list, await prepareSteps(session, list, steps), quiet);
await sendOpened();
exitUnkilled('the plan was sent to its end');
