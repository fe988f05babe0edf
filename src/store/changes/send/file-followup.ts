/** The transfer after a response with a presigned URL: uploads the bytes to the URL or downloads them from it. */

import {bytes} from '../../../families/format/format.ts';
import type {FileTransfer} from '../../../families/shape/define-family.ts';
import {removeAbandonedParts} from '../../../platform/files/new-file.ts';
import {openFileWriter, readChunks} from '../../../platform/files/user-files.ts';
import {clientFailure, isOutcomeUnknown, isRefusal} from '../../api/failure-text.ts';
import type {Transfer, TransferControl, TransferJob} from '../../transfers/transfer.ts';
import type {AuditOutcome} from '../audit-log.ts';
import type {ChangeContext} from '../change-context.ts';
import type {ChangeSubject} from '../change-subject.ts';
import {auditTitle} from '../preview/change-title.ts';
import type {PreparedChange} from './prepared-change.ts';

export class FileFollowUp {
  readonly #subject: ChangeSubject;
  readonly #ready: PreparedChange;
  readonly #label: string;
  readonly #host: ChangeContext;

  constructor(subject: ChangeSubject, ready: PreparedChange, label: string, host: ChangeContext) {
    this.#subject = subject;
    this.#ready = ready;
    this.#label = label;
    this.#host = host;
  }

  start(move: FileTransfer): Transfer {
    const {clock, transfers} = this.#host;
    const {target, seconds} = move;
    const deadline = seconds === undefined ? undefined : clock.now() + seconds * 1000;
    const job = {...this.#job(move), target, deadline};
    return transfers.start(job, {onEnd: (transfer, error) => this.#onEnd(move, transfer, error)});
  }

  #job({direction, url, file, contentType}: FileTransfer): TransferJob {
    const chosenFile = this.#ready.files.get(file);
    const {connect} = this.#host;
    if (chosenFile && 'file' in chosenFile && direction === 'up') {
      const {name, path, size} = chosenFile.file;
      const source = {open: () => readChunks(path), size, name};
      return {
        direction: direction,
        name,
        total: size,
        run: async control => (await connect()).put(url, {source, contentType, ...control}),
      };
    }
    if (chosenFile && 'savePath' in chosenFile && direction === 'down') {
      const path = chosenFile.savePath;
      const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
      return {
        direction,
        name,
        total: undefined,
        run: async control => saveDownload(path, url, await connect(), control),
      };
    }
    throw new Error(`${this.#subject.action.operation} moves ${file}, which has no field in the form`);
  }

  #onEnd({direction, url, invalidates = []}: FileTransfer, transfer: Transfer, error: unknown): void {
    const {collections, profile, audit, poll, user} = this.#host;
    const {phase, done} = transfer.getState();
    if (phase === 'done') {
      for (const family of invalidates)
        for (const collection of collections.listsOf(family)) void collection.invalidate();
      void poll();
    }
    // A download changes nothing.
    if (direction === 'down' || phase === 'running') return;
    const failure = clientFailure(error);
    const {host} = new URL(url);
    audit.write({
      at: transfer.startedAt,
      profile: profile.name,
      as: user(),
      api: host,
      operation: this.#ready.endpoint.id,
      title: auditTitle(this.#subject),
      method: 'PUT',
      // The part after the host grants access.
      path: host,
      target: transfer.target,
      label: this.#label,
      changes: [{path: 'file', title: 'File', before: undefined, after: `${transfer.name}, ${bytes(done)}`}],
      outcome: outcomeOf(phase, error),
      status: failure?.status,
      requestId: undefined,
      milliseconds: transfer.milliseconds,
    });
  }
}

function outcomeOf(phase: 'done' | 'failed' | 'canceled', error: unknown): AuditOutcome {
  // The change log uses the spelling that its files already contain.
  if (phase !== 'failed') return phase === 'canceled' ? 'cancelled' : phase;
  if (isRefusal(error)) return 'refused';
  // The host may have stored the file although its answer is missing, or came before the end of the file.
  return isOutcomeUnknown(error) ? 'unknown' : 'failed';
}

interface Downloader {
  download(
    url: string,
    options: TransferControl & {readonly sink: (piece: Uint8Array) => Promise<void>},
  ): Promise<unknown>;
}

async function saveDownload(
  path: string,
  url: string,
  connection: Downloader,
  control: TransferControl,
): Promise<void> {
  const sink = await openFileWriter(path);
  try {
    // A download is possible even where an old part can't be deleted.
    const abandonedBytes = await removeAbandonedParts(path).catch(() => undefined);
    if (abandonedBytes !== undefined)
      control.onNote(`Deleted the part of an interrupted download, ${bytes(abandonedBytes)}`);
    await connection.download(url, {...control, sink: piece => sink.write(piece)});
    await sink.commit();
  } catch (error) {
    await sink.discard();
    throw error;
  }
}
