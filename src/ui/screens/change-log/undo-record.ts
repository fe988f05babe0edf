/** Undo of entries of the change log, which may belong to an earlier session. */
import type {AuditRecord} from '../../../store/changes/audit-log.ts';
import type {Change} from '../../../store/changes/change.ts';
import {type LoggedBatch, loggedBatch, loggedUndo} from '../../../store/changes/logged-undo.ts';
import type {UndoRequest} from '../../../store/changes/preview/undo.ts';
import type {SkippedStep} from '../../../store/changes/text/list-diff.ts';
import type {ChangePorts} from '../../context/ports.ts';
import {runOnce} from '../../context/run-once.ts';
import {loadRows} from '../actions/required-rows.ts';
import {openOne, openSeveral, rereadRows} from '../actions/undo.ts';
import type {ShowWait} from '../actions/wait-until-possible.ts';

/** Opens the preview of the change that undoes an entry of the change log. */
export async function undoRecord(context: ChangePorts, record: AuditRecord, show?: ShowWait): Promise<void> {
  await runOnce(context, 'undo', () => openRecord(context, record, show));
}

/**
 * Opens the preview of the changes that undo the batch of an entry.
 * @param records of the change log, newest first
 */
export async function undoRecordBatch(
  context: ChangePorts,
  record: AuditRecord,
  records: readonly AuditRecord[],
  show?: ShowWait,
): Promise<void> {
  await runOnce(context, 'undo', async () => {
    const batch = loggedBatch(record, records);
    const [newest] = batch?.due ?? [];
    if (batch === undefined || newest === undefined) return;
    if (batch.due.length === 1 && batch.skipped.length === 0) await openRecord(context, newest, show);
    else await openBatch(context, batch, show);
  });
}

async function openRecord(context: ChangePorts, record: AuditRecord, show: ShowWait | undefined): Promise<void> {
  const undo = loggedUndo(record);
  if (undo === undefined || !(await loadCurrentRows(context, [undo]))) return;
  const begin = (): Change | string => context.session.undoOf(undo);
  const change = begin();
  if (typeof change === 'string') context.say(`${record.label}: ${change}`, 'attention');
  else await openOne(context, change, begin, show);
}

async function openBatch(context: ChangePorts, batch: LoggedBatch, show: ShowWait | undefined): Promise<void> {
  const undos = batch.due.flatMap(record => {
    const undo = loggedUndo(record);
    return undo === undefined ? [] : [{undo, label: record.label}];
  });
  const isLoaded = await loadCurrentRows(
    context,
    undos.map(({undo}) => undo),
  );
  if (!isLoaded) return;
  const begin = () => {
    const changes: Change[] = [];
    const skipped: SkippedStep[] = [...batch.skipped];
    const key = Symbol('undo');
    for (const {undo, label} of undos) {
      const change = context.session.undoOf(undo, key);
      if (typeof change === 'string') skipped.push({label, message: change});
      else changes.push(change);
    }
    return {changes, skipped};
  };
  await openSeveral(context, begin(), begin, show);
}

/** Loads the rows of undos, whose previews name the values of other programs. Returns false after a reported failure. */
async function loadCurrentRows(context: ChangePorts, undos: readonly UndoRequest[]): Promise<boolean> {
  // All steps of a batch are in one list.
  const [first] = undos;
  if (first === undefined) return false;
  const collection = context.session.collection(first.family, first.params);
  const ids = undos.flatMap(({id}) => id ?? []);
  if (ids.length > 0 && !(await loadRows(context, collection, ids))) return false;
  const comparedIds = undos.flatMap(({id, undoneChange}) => (undoneChange.valuesAfter === undefined ? [] : (id ?? [])));
  if (comparedIds.length > 0) await rereadRows(context, collection, comparedIds);
  return true;
}
