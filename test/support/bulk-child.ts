/** A child process that reboots many instances with a journal, so that a test can kill it in the middle. */
import {planBatch} from '../../src/store/changes/batch/plan-batch.ts';
import {exitUnkilled, openTestConsole, readChildArguments, readCompletely} from './child-side.ts';
import {openJournaledSession} from './journaled-session.ts';

const {url, token, journals} = readChildArguments();
const session = openJournaledSession(url, token, journals);
const instances = await readCompletely(session.collection('instances'));
const running = instances.getState().rows.filter(({status}) => status === 'running');
const plan = planBatch(openTestConsole(session).context, {
  family: instances.family,
  name: 'reboot',
  rows: running.slice(0, 8),
  params: {},
});
await plan?.lead.whenReady;
await plan?.toPreview();
await plan?.send();
exitUnkilled('all were rebooted');
