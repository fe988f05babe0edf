/**
 * Maintenance of a host, which the API reports twice: as a maintenance window and as a notification that announces the
 * window.
 */
import type {AnyRow} from '../shape/define-family.ts';

export interface PlannedWork {
  readonly type?: string;
  readonly entity?: {readonly id?: number; readonly label?: string; readonly type?: string} | null;
  readonly when?: string;
  readonly reason?: string;
}

/** Types of notifications that announce maintenance of a host. */
const WORK_TYPES = /^(maintenance|migration_|reboot_)/;

/** True if this notification announces that maintenance window. */
export function announcesWork(notification: AnyRow, maintenance: AnyRow): boolean {
  const [{type = '', entity}, window] = [notification as PlannedWork, maintenance as PlannedWork];
  return (
    WORK_TYPES.test(type) &&
    entity?.id !== undefined &&
    entity.id === window.entity?.id &&
    entity.type === window.entity.type
  );
}
