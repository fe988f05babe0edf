/** What a command line that changes several rows writes down, so that one that was killed goes on with exactly the rest. */
import type {RowId} from '../families/define.ts';
import {openStateFiles} from '../platform/kept-files.ts';
import {stateFolder} from '../platform/paths.ts';
import {isProcessRunning} from '../platform/processes.ts';
import {errorMessage} from '../platform/reason.ts';
import {sanitize} from '../platform/text/clean.ts';
import {demo} from '../profiles/profile.ts';
import type {Account} from '../store/account.ts';
import {
  type Interrupted,
  interruptedWords,
  type Journal,
  memoryRuns,
  openRuns,
  ownWriter,
  type Runs,
  runsPath,
} from '../store/runs.ts';
import {isSecretId} from '../store/secrets.ts';
import type {Surroundings} from './account.ts';
import type {Doing, Ready} from './prepare.ts';
import type {Result} from './send.ts';

/** The runs of an account, the console's among them; the demo's end with the program. */
export function runsOf({profile}: Account, {env, err}: Pick<Surroundings, 'env' | 'err'>): Runs {
  if (profile.name === demo) return memoryRuns();
  const files = openStateFiles(stateFolder(env), words => err(`skydeck: ${words}\n`));
  return openRuns({files, path: runsPath(profile.name), writer: ownWriter(), isRunning: isProcessRunning});
}

/** A run that was interrupted, taken up again. */
export interface Resumed {
  readonly run: Interrupted;
  readonly runs: Runs;
}

/** The sending of several, written down as it goes; what is about one row needs no journal. */
export interface Keeping {
  /** What is left of it can be gone on with. */
  readonly isWritten: boolean;
  /** Sends one; undefined where it must not leave, because it cannot be noted. */
  keep(one: Ready, send: () => Promise<Result>): Promise<Result | undefined>;
  /** All that could be sent was. */
  close(): Promise<void>;
}

const unkept: Keeping = {isWritten: false, keep: (_, send) => send(), close: async () => {}};

interface Sent {
  readonly account: Account;
  readonly resumed: Resumed | undefined;
  readonly surroundings: Pick<Surroundings, 'env' | 'err'>;
}

/** Begins a journal, or goes on with that of a run; says so where it cannot be written. */
export async function keepingOf(
  doing: Doing,
  ready: readonly Ready[],
  {account, resumed, surroundings}: Sent,
): Promise<Keeping | undefined> {
  const {err} = surroundings;
  if (resumed) {
    const journal = await resumed.runs.resume(resumed.run.run);
    if (!journal) err(takenWords);
    return journal && keptIn(journal, err);
  }
  const isSecret = ({row}: Ready) => row && isSecretId(doing.named.family.key(row), row);
  // Rows that are known by a secret cannot be named in a file, and nothing is left of the demo when the program ends.
  if (ready.length < 2 || ready.some(isSecret) || account.profile.name === demo) return unkept;
  const runs = runsOf(account, surroundings);
  // What cannot be read cannot be written either, which is said below.
  for (const run of await runs.interrupted().catch(() => []))
    err(`${sanitize(interruptedWords(run))}: skydeck do --resume goes on with it\n`);
  try {
    return keptIn(await runs.begin(planOf(doing, ready)), err);
  } catch (error) {
    err(`this is not written down, and cannot be gone on with if it is killed: ${errorMessage(error)}\n`);
    return unkept;
  }
}

export const takenWords = 'skydeck: somebody else has just gone on with it: nothing was sent\n';

const rowId = ({change: {family, row}}: Ready): RowId | undefined => row && family.key(row);

function planOf({named, clock}: Doing, ready: readonly Ready[]) {
  const {family, name, action} = named;
  const [first] = ready;
  const {values, secrets} = first?.change.typed() ?? {values: {}, secrets: []};
  const rows = ready.flatMap(({row}) => (row ? [{id: family.key(row), label: family.label(row)}] : []));
  const title = action.title ?? name;
  return {
    at: clock.now(),
    family: family.id,
    action: name,
    title,
    params: first?.place.at ?? {},
    values,
    secrets,
    rows,
  };
}

/** @param idOf what one is known by in the journal */
export function keptIn(
  journal: Journal,
  err: Surroundings['err'],
  idOf: (one: Ready) => RowId | undefined = rowId,
): Keeping {
  return {
    isWritten: true,
    async keep(one, send) {
      const {family, row} = one.change;
      const id = idOf(one);
      if (id === undefined) return send();
      try {
        await journal.sending(id);
      } catch (error) {
        err(
          `skydeck: ${sanitize(row ? family.label(row) : family.one)} was not sent, for it could not be written down: ${errorMessage(error)}\n`,
        );
        return undefined;
      }
      const result = await send();
      const isUnknown = one.change.get().outcome?.unknown === true;
      const outcome = isUnknown ? 'unknown' : result.refusal === undefined ? 'ok' : 'failed';
      // What has no outcome in it is not sent again: that is all that is lost.
      await journal
        .ended(id, outcome)
        .catch(error => err(`what became of it could not be written down: ${errorMessage(error)}\n`));
      return result;
    },
    // Every row has its outcome in it: nothing is left to go on with, whether or not it says so.
    close: () => journal.close().catch(() => undefined),
  };
}
