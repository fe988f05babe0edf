/** A change of state as data: a line of `monitor --ndjson`, and the payload of a hook. */
import type {Condition} from '../../families/format/cells.ts';

/** `found`: a problem that existed at the start of the stream. */
export type ChangeKind = 'found' | 'added' | 'changed' | 'deleted';

export interface RecordedState {
  readonly label: string;
  readonly is: Condition;
  readonly word: string;
}

/** The change of one resource, before it gets an ID. */
export interface StateTransition {
  readonly kind: ChangeKind;
  readonly type: string;
  readonly resource: string;
  readonly label: string;
  /** Null for a resource that was added, or a problem that was found. */
  readonly before: RecordedState | null;
  /** Null for a resource that was deleted. */
  readonly after: RecordedState | null;
}

export interface ChangeRecord {
  /** Stays the same when the change is sent again after a crash. */
  readonly id: string;
  /** The time at which Skydeck detected the change. */
  readonly time: string;
  readonly kind: ChangeKind;
  readonly profile: string;
  readonly type: string;
  /** The ID of the resource. */
  readonly resource: string;
  readonly label: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly fromState: Condition | null;
  readonly toState: Condition | null;
  /** True if the resource has a problem now. */
  readonly isProblem: boolean;
  readonly wasProblem: boolean;
}

const isProblemState = (state: RecordedState | null): boolean => state?.is === 'attention' || state?.is === 'failed';

export const changeRecord = (
  {kind, type, resource, label, before, after}: StateTransition,
  {id, profile, at}: {readonly id: string; readonly profile: string; readonly at: number},
): ChangeRecord => ({
  ...{id, time: new Date(at).toISOString(), kind, profile, type, resource, label},
  from: before?.word ?? null,
  to: after?.word ?? null,
  fromState: before?.is ?? null,
  toState: after?.is ?? null,
  isProblem: isProblemState(after),
  wasProblem: isProblemState(before),
});
