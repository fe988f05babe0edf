/** Creates the parts of a session that change the account or store its data. */
import type {AnyRow} from '../../families/shape/define-family.ts';
import {listsToSave, SnapshotSaver, type Snapshots, withoutSecretLines} from '../cache/snapshot.ts';
import {ChangeRegistry} from '../changes/change-registry.ts';
import {withoutSecrets} from '../core/secret-fields.ts';
import type {HistoryFile} from '../history/history-file-port.ts';
import {VersionRecorder} from '../history/version-recorder.ts';
import {TransferRegistry} from '../transfers/transfer-registry.ts';
import type {SessionOptions} from './session-options.ts';
import type {SessionParts, SharedHost} from './session-parts.ts';

export function createTransfers(parts: SessionParts, {trace}: SessionOptions): TransferRegistry {
  return new TransferRegistry({
    clock: parts.clock,
    trace,
    account: parts.account,
    showToast: (text, tone) => parts.toasts.show(text, tone),
    onChange: transfer => parts.emit('transferChanged', {transfer}),
  });
}

export function createChanges(
  parts: SessionParts,
  host: SharedHost,
  {profile, isHeadless = false}: SessionOptions,
): ChangeRegistry {
  return new ChangeRegistry({
    ...host,
    identifiers: parts.identifiers,
    transfers: parts.transfers,
    profile,
    isHeadless,
    collections: parts.collections,
    eventLog: parts.eventLog,
    drafts: parts.drafts,
    audit: parts.auditLog,
    user: () => parts.account.getState().status.user,
    account: () => parts.accountInfo.account(),
    connection: () => parts.lazyConnection.connection,
    grants: () => parts.accountInfo.grants,
    showToast: (text, tone) => parts.toasts.show(text, tone),
    poll: () => parts.eventPoller.poll(),
    onPendingChanged: () => parts.emit('pendingChanged', undefined),
    onChangeMade: (family, isNew) => parts.emit('changeMade', {family, isNew}),
    invalidateFacts: family => parts.noticeCount.onInvalidated(family),
    isClosed: parts.isClosed,
  });
}

export function createSnapshotSaver(parts: SessionParts, snapshots: Snapshots): SnapshotSaver {
  const pageOf = (source: string) => parts.lazyConnection.connection?.operation(source)?.spec.page;
  return new SnapshotSaver({
    clock: parts.clock,
    snapshots,
    collections: () => parts.collections.all(),
    lists: () =>
      listsToSave(parts.collections.all(), parts.lookup, family => pageOf(parts.collections.family(family).source)),
  });
}

export function createVersionRecorder(parts: SessionParts, file: HistoryFile): VersionRecorder {
  return new VersionRecorder({
    clock: parts.clock,
    file,
    withoutSecrets({family, params}, row) {
      const model = parts.lazyConnection.connection?.operation(family.source)?.spec.page;
      return withoutSecrets(withoutSecretLines(family, params, parts.lookup)(row), model) as AnyRow;
    },
    affected: (events, hasOthers) => parts.eventEffects.affected(events, hasOthers),
    events: () => parts.eventLog.all,
    running: () => parts.eventLog.running,
    clockSkewMs: parts.clockSkewMs,
    report: message => parts.toasts.show(message, 'attention'),
  });
}
