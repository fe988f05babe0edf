/** The target rows of a line: by their IDs or labels, by a filter, or the remaining rows of a batch. */
import {sanitize} from '../../platform/text/sanitize.ts';
import type {Connection} from '../../store/api/connection.ts';
import {remainingRows} from '../../store/changes/batch/interrupted-batch.ts';
import type {Plan} from '../../store/plans/plan-file.ts';
import {actionName, idNamesOf, neededIds, takesManyRows} from '../args/action-names.ts';
import type {DoLine} from '../args/do-line.ts';
import type {ResumedBatch} from '../change/batch-journal.ts';
import type {ChangeTarget} from '../change/prepare-change.ts';
import type {CommandContext} from '../io/command-context.ts';
import {NotFoundError, UsageError} from '../io/command-errors.ts';
import {createRowCache} from './command-lookup.ts';
import {readMatchingRows} from './matching-rows.ts';
import {findRow, resolveRowRef} from './place-args.ts';
import {readOne, rowListOf} from './read-lists.ts';

/** The current rows of a batch that were never sent. */
export async function remainingTargets(
  connection: Connection,
  {namedAction: {family}}: DoLine,
  {batch}: ResumedBatch,
  err: CommandContext['err'],
): Promise<readonly ChangeTarget[]> {
  const {params} = batch;
  const list = rowListOf(connection, family, params);
  const targets: ChangeTarget[] = [];
  for (const {id, label} of remainingRows(batch).remaining) {
    const ref = {params, id: String(id)};
    const row = await readOne(connection, family, ref, list);
    if (row) targets.push({row, ref});
    else err(`skydeck: ${sanitize(label)}: not found; it may be deleted\n`);
  }
  return targets;
}

/**
 * The current rows of a plan; without a row, the list in which a resource is created.
 * @throws NotFoundError
 */
export async function plannedTargets(
  connection: Connection,
  {namedAction: {family}}: DoLine,
  {params, changes}: Pick<Plan, 'params' | 'changes'>,
): Promise<readonly ChangeTarget[]> {
  const list = rowListOf(connection, family, params);
  const targets: ChangeTarget[] = [];
  for (const {id, label} of changes) {
    if (id === null) targets.push({row: undefined, ref: {params, id: undefined}});
    else {
      const ref = {params, id: String(id)};
      const row = await readOne(connection, family, ref, list);
      if (!row)
        throw new NotFoundError(`${sanitize(label ?? String(id))}: not found; it may be deleted. Nothing was sent`);
      targets.push({row, ref});
    }
  }
  return targets;
}

/**
 * The targets of the line: one row, several by their IDs, or all that match a filter.
 * @throws UsageError
 * @throws NotFoundError
 */
export async function targetRows(
  connection: Connection,
  {namedAction, ids, filter}: DoLine,
): Promise<readonly ChangeTarget[]> {
  const {family, action} = namedAction;
  const outerIds = idNamesOf(family, 'list', connection.identifiers);
  const onRow = action.on === 'row' && action.elsewhere === undefined;
  const takesMany = takesManyRows(namedAction);
  if (filter !== undefined && !takesMany) throw new UsageError(`${actionName(namedAction)} takes no --filter`);
  // An empty variable of a script must not select all rows.
  if (filter?.trim() === '') throw new UsageError('--filter is empty and would match everything. Pass a filter');
  const idNames = takesMany && filter === undefined ? namedAction.idNames : outerIds;
  const tooMany = ids.length > idNames.length && !(takesMany && filter === undefined);
  const given = ids.length === 0 ? 'nothing' : ids.join(' ');
  if (ids.length < idNames.length)
    throw new UsageError(`${actionName(namedAction)} needs ${neededIds(idNames)}, and was given ${given}`);
  if (tooMany)
    throw new UsageError(
      idNames.length === 1
        ? `${actionName(namedAction)} takes one ${idNames[0]}, and was given ${ids.length}: ${given}`
        : `${actionName(namedAction)} takes ${neededIds(idNames) || 'no ID'}, and was given ${given}`,
    );
  const ref = await resolveRowRef(connection, family, ids.slice(0, outerIds.length));
  const {params} = ref;
  if (filter !== undefined) {
    const cache = createRowCache(connection);
    const matches = await readMatchingRows(connection, family, {params, filter, cache});
    return matches.map(row => ({row, ref: {params, id: String(family.key(row))}}));
  }
  if (!onRow) return [{row: undefined, ref}];
  if (family.single) return [{row: await findRow(connection, family, ref), ref}];
  const names = ids.slice(outerIds.length);
  const list = rowListOf(connection, family, params, names);
  const targets: ChangeTarget[] = [];
  // A row that is named twice counts once.
  for (const id of new Set(names)) {
    const row = await findRow(connection, family, {params, id}, list);
    if (!targets.some(({row: target}) => target && family.key(target) === family.key(row)))
      targets.push({row, ref: {params, id: String(family.key(row))}});
  }
  return targets;
}
