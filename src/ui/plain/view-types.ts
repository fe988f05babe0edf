/** The content of a place that was read out, and the position in it. */
import type {AnyRow} from '../../families/shape/define-family.ts';
import type {Collection} from '../../store/cache/collection-state.ts';
import type {ActionSubject} from '../context/action-subject.ts';
import type {Destination} from '../context/navigation.ts';

export interface ShownItems {
  /** Targets by number, from 1. */
  readonly destinations: readonly Destination[];
  /** The subject of create actions in this place. */
  readonly creationSubject?: ActionSubject | undefined;
  /** The rows of the numbers in a list, with their current values. */
  readonly rows?: () => readonly AnyRow[];
  /** The lists that the content was read from. */
  readonly sources: readonly Collection[];
}

export interface ViewPosition {
  /** The page of a list, from 0. */
  page: number;
  /** The tab of a detail, from 0. */
  tab: number;
  isRevealed: boolean;
  /** True if the place was read out before, so that its heading is enough. */
  wasReadOut: boolean;
}
