/** Rules between the fields of a cluster (D3 §2.1), checked before the request is sent. */
import type {FieldError} from '../../contract/schema/field-error.ts';

interface Replicated {
  readonly cluster_size?: number | undefined;
  readonly replication_type?: string | undefined;
  readonly replication_commit_type?: string | undefined;
}
interface Window {
  readonly frequency?: string | undefined;
  readonly week_of_month?: number | null | undefined;
}

const problem = (field: string, reason: string): FieldError => ({field, reason});

/** A single node can't have replicas; the commit setting must suit the kind of replication. */
export function replicationRules({
  cluster_size = 1,
  replication_type,
  replication_commit_type: commit,
}: Replicated): readonly FieldError[] {
  const fieldErrors: FieldError[] = [];
  const several = cluster_size > 1;
  if (!several && replication_type !== undefined && replication_type !== 'none')
    fieldErrors.push(problem('replication_type', 'must be none for one node'));
  if (several && replication_type === 'none')
    fieldErrors.push(problem('replication_type', 'must be asynch or semi_synch for three nodes'));
  const kind = replication_type ?? (several ? 'semi_synch' : 'none');
  const isLocal = commit === 'local' || commit === 'off';
  if (commit !== undefined && kind === 'asynch' && !isLocal)
    fieldErrors.push(problem('replication_commit_type', 'must be local or off while replicas follow later'));
  if (commit !== undefined && kind === 'semi_synch' && isLocal)
    fieldErrors.push(problem('replication_commit_type', 'must be on, remote_write or remote_apply for semi_synch'));
  return fieldErrors;
}

/** The older storage engine is available only before version 4.0. */
export function storageRules({
  engine,
  storage_engine,
}: {
  readonly engine?: string | undefined;
  readonly storage_engine?: string | undefined;
}): readonly FieldError[] {
  const major = Number(/\/(\d+)/.exec(engine ?? '')?.[1] ?? 0);
  return storage_engine === 'mmapv1' && major >= 4
    ? [problem('storage_engine', 'MMAPv1 ended with version 4.0; choose WiredTiger')]
    : [];
}

/** A month has several such days, a week has one. */
export function windowRules(updates: Window | undefined, before: Window | undefined): readonly FieldError[] {
  if (!updates) return [];
  const frequency = updates.frequency ?? before?.frequency;
  if (frequency === 'monthly' && (updates.week_of_month ?? undefined) === undefined)
    return [problem('updates.week_of_month', 'is needed for a window once a month')];
  if (frequency === 'weekly' && typeof updates.week_of_month === 'number')
    return [problem('updates.week_of_month', 'is for a window once a month only')];
  return [];
}
