/** A program of its own that reboots many instances with a journal, so that a test can kill it in the middle. */
import {planBatch} from '../../src/store/changes/batch/plan-batch.ts';
import {begun, complete, openTestConsole, survived} from './child-side.ts';
import {openJournaledSession} from './journaled-session.ts';

const {url, token, runs} = begun();
const session = openJournaledSession(url, token, runs);
const instances = await complete(session.collection('instances'));
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
survived('all were rebooted');
