/**
 * The entry point for programs that start an emulator themselves, such as tests:
 *
 *     const emulator = await startEmulator({accounts: 'empty', seed: 1});
 *     … emulator.url, emulator.token, emulator.verify({operation: 'volumes.create', times: 1}) …
 *     await emulator.close();
 */
import {checkOptions} from './server/check-options.ts';
import type {Emulator} from './server/emulator-methods.ts';
import {type EmulatorOptions, startEmulator as startServer} from './server/start-server.ts';

/**
 * Starts an emulator in this process, by default on a free port of loopback.
 * @throws RangeError for a wrong option; DataFileError if the data file cannot be used
 */
async function start(options: EmulatorOptions = {}): Promise<Emulator> {
  checkOptions(options);
  return startServer(options);
}

export type {FaultPlan, FaultRule} from './faults/fault-plan.ts';
export {FaultPlanError} from './faults/fault-plan.ts';
export type {IssuedToken, SeedVariant} from './seed/index.ts';
export type {AccountFile} from './server/account-file/account-file.ts';
export {AccountFileError} from './server/account-file/account-file.ts';
export {parseAccountFile, readAccountFile} from './server/account-file/parse-account-file.ts';
export type {Emulator, EmulatorAccount} from './server/emulator-methods.ts';
export type {RequestFilter, StatusFilter} from './server/journal/match-requests.ts';
export type {RecordedRequest, RequestSummary} from './server/journal/request-journal.ts';
export type {RequestExpectation} from './server/journal/verify-requests.ts';
export {VerificationError} from './server/journal/verify-requests.ts';
export type {EmulatorOptions} from './server/start-server.ts';
export {start as startEmulator};
