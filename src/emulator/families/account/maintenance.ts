/** Maintenance of hosts: announcement, start and end. */
import type {Maintenance} from '../../../contract/account/notices.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp, parseTimestamp} from '../../engine/time/clock.ts';
import {defineJob} from '../../engine/time/jobs.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {Instances, instanceEntity} from '../instances/instance-kinds.ts';
import {startMigration} from '../instances/lifecycle/migrate.ts';
import {runMaintenance} from '../instances/lifecycle/power.ts';
import {Maintenances} from './account-kinds.ts';

const maintenanceEnded = defineJob<{readonly id: number}>('maintenance.over', ({db}, {id}) => {
  db.remove(Maintenances, id);
  return undefined;
});

const maintenanceStarted = defineJob<{readonly id: number}>('maintenance.begun', (work, {id}) => {
  const {db} = work;
  const row = db.row(Maintenances, id);
  if (!row) return undefined;
  const {type, entity} = row.doc;
  const instance = db.row(Instances, entity.id);
  // The instance was deleted, or a user already migrated it.
  if (!instance || (type === 'cold_migration' && !instance.hidden.migrationPending))
    return maintenanceEnded.run(work, {id});
  db.update(Maintenances, id, {status: 'started'});
  if (type === 'reboot') runMaintenance(work, entity.id, row.hidden.seconds);
  else if (!work.isBusy('compute', entity.id)) startMigration(work, instance.doc, null);
  work.schedule(maintenanceEnded, {id}, work.now + row.hidden.seconds * 1000);
  return undefined;
});

export interface MaintenanceAnnouncement {
  readonly type: 'reboot' | 'cold_migration';
  readonly instance: number;
  readonly reason: string;
  /** Milliseconds. */
  readonly when: number;
  readonly seconds: number;
}

/** Announces and schedules maintenance of an instance's host. Users can start an announced migration earlier. */
export function announceMaintenance(
  work: UnitOfWork,
  {type, instance, reason, when, seconds}: MaintenanceAnnouncement,
): void {
  const {db} = work;
  const doc = db.get(Instances, instance);
  if (!doc) return;
  if (type === 'cold_migration') db.setHidden(Instances, instance, {migrationPending: true});
  const row = db.nextId(Maintenances);
  db.insertWithId(
    Maintenances,
    row,
    {type, status: 'pending', reason, when: formatTimestamp(when), entity: instanceEntity(doc)},
    {hidden: {seconds}},
  );
  work.schedule(maintenanceStarted, {id: row}, when);
}

export interface PlannedMaintenance {
  readonly doc: Maintenance;
  /** Time of its end, in the format of the API. */
  readonly until: string;
}

/** Planned and running maintenance of existing instances, with their current labels. */
export const plannedMaintenance = (db: Store): PlannedMaintenance[] =>
  db.rows(Maintenances).flatMap(({doc, hidden}) => {
    const instance = db.row(Instances, doc.entity.id);
    if (!instance) return [];
    const isMigrated = doc.type === 'cold_migration' && doc.status === 'pending' && !instance.hidden.migrationPending;
    if (isMigrated) return [];
    const until = formatTimestamp(parseTimestamp(doc.when) + hidden.seconds * 1000);
    return [{doc: {...doc, entity: {...doc.entity, label: instance.doc.label}}, until}];
  });
