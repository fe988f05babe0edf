/** What a line is about: rows by their IDs or labels, those that a filter leaves, or those that are left of a run. */
import {sanitize} from '../platform/text/clean.ts';
import type {Connection} from '../store/connection.ts';
import {leftOf} from '../store/runs.ts';
import {type Surroundings, Usage} from './account.ts';
import {actionName, idsOf, takesSeveral} from './actions.ts';
import {FieldNames} from './columns.ts';
import {chooser, fieldsIn} from './get.ts';
import type {Resumed} from './journal.ts';
import {consulting, createKnown} from './known.ts';
import type {DoLine} from './line.ts';
import {findRow, placeOf} from './place.ts';
import type {Target} from './prepare.ts';
import {listOf, operation, readOne, readRows} from './read.ts';

/** Those of a run that were never sent, as they are now. */
export async function targetsLeft(
  connection: Connection,
  {named: {family}}: DoLine,
  {run}: Resumed,
  err: Surroundings['err'],
): Promise<readonly Target[]> {
  const targets: Target[] = [];
  for (const {id, label} of leftOf(run).due) {
    const place = {at: run.params, id: String(id)};
    const row = await readOne(connection, family, place);
    if (row) targets.push({row, place});
    else err(`skydeck: ${sanitize(label)}: is gone\n`);
  }
  return targets;
}

/** What the line is about: one thing, several by their IDs, or all that a filter leaves. @throws Usage @throws Missing */
export async function targetsOf(connection: Connection, {named, ids, filter}: DoLine): Promise<readonly Target[]> {
  const {family, action} = named;
  const around = idsOf(family, false, connection.identifiers);
  const onRow = action.on === 'row' && action.elsewhere === undefined;
  const several = takesSeveral(named);
  if (filter !== undefined && !several)
    throw new Usage(`${actionName(named)} takes no --filter: it is about one thing`);
  // An empty variable of a script must not mean all there is.
  if (filter?.trim() === '') throw new Usage('--filter is empty, and would mean all of them: say which are meant');
  const wanted = several && filter === undefined ? named.ids : around;
  const tooMany = ids.length > wanted.length && !(several && filter === undefined);
  if (ids.length < wanted.length || tooMany)
    throw new Usage(
      `this needs ${wanted.join(' and ') || 'no ID'}, and was given ${ids.length === 0 ? 'nothing' : ids.join(' ')}`,
    );
  const place = await placeOf(connection, family, ids.slice(0, around.length));
  const {at} = place;
  if (filter !== undefined) {
    const {rows} = await readRows(connection, family, {params: at});
    const known = createKnown(Date.now, connection.identifiers);
    known.add(family, rows, at);
    const names = fieldsIn(family, operation(connection, family.source));
    const fields = new FieldNames(names, [connection.identifiers]);
    const choose = chooser({family, at, known, fields, options: {filter}});
    const chosen = await consulting([{connection, known}], () => choose(rows));
    return chosen.map(row => ({row, place: {at, id: String(family.key(row))}}));
  }
  if (!onRow) return [{row: undefined, place}];
  if (family.single) return [{row: await findRow(connection, family, place), place}];
  const names = ids.slice(around.length);
  const list = listOf(connection, family, at, names);
  const targets: Target[] = [];
  // The same thing named twice is meant once.
  for (const id of new Set(names)) {
    const row = await findRow(connection, family, {at, id}, list);
    if (!targets.some(({row: known}) => known && family.key(known) === family.key(row)))
      targets.push({row, place: {at, id: String(family.key(row))}});
  }
  return targets;
}
