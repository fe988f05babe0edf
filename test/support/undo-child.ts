/** A program that edits many instances and undoes the edits with a journal, so that a test can kill it in the middle. */

import {planBatch} from '../../src/store/changes/batch/plan-batch.ts';
import {startUndo} from '../../src/ui/screens/actions/undo.ts';
import {exitUnkilled, openTestConsole, readChildArguments, readCompletely} from './child-side.ts';
import {openJournaledSession} from './journaled-session.ts';

const {url, token, journals} = readChildArguments();
const session = openJournaledSession(url, token, journals);
const instances = await readCompletely(session.collection('instances'));
const {context, sendOpened} = openTestConsole(session);
const plan = planBatch(context, {
  family: instances.family,
  name: 'update',
  rows: instances.getState().rows.slice(0, 6),
  params: {},
});
await plan?.lead.whenReady;
plan?.set('tags', ['marked']);
await plan?.toPreview();
await plan?.send();
await startUndo(context);
await sendOpened();
exitUnkilled('all edits were undone');
