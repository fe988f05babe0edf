/** Sessions that write the journals of their batches to a folder, in this process or in one that a test kills. */
import {hostname} from 'node:os';
import {families} from '../../src/families/registry.ts';
import {openStateFiles} from '../../src/platform/files/state-files.ts';
import {createConnect} from '../../src/store/api/connect-client.ts';
import {BatchJournals} from '../../src/store/changes/batch/batch-journal.ts';
import {realClock} from '../../src/store/core/clock.ts';
import {createSession} from '../../src/store/session/create-session.ts';
import type {Session} from '../../src/store/session/session.ts';

/** No process has this number. */
const unusedPid = 2 ** 30;

/** The journals in a folder; the process that wrote them counts as ended. */
export const journalsIn = (folder: string): BatchJournals =>
  new BatchJournals({
    files: openStateFiles(folder, () => {}),
    path: 'runs',
    writer: {pid: unusedPid, host: hostname()},
    isRunning: () => false,
  });

export const openJournaledSession = (url: string, token: string, journals: BatchJournals): Session =>
  createSession({
    families,
    connect: createConnect({baseUrl: url, token: () => token}),
    clock: realClock,
    random: () => 0.5,
    profile: {name: 'test', production: false, readOnly: false},
    batchJournals: journals,
  });
