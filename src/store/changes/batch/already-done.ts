/** Resources that another program already brought to the state after a batch. */
import type {AnyAction, AnyRow, PathParams} from '../../../families/shape/define-family.ts';
import {valuesByPath} from '../../core/dotted-paths.ts';
import type {Session} from '../../session/session.ts';

interface ActionValues {
  readonly action: AnyAction | undefined;
  readonly row: AnyRow | undefined;
  readonly params: PathParams;
  /** Form values by path. */
  readonly values: Readonly<Record<string, unknown>>;
}

/** "is already running"; undefined if the resource is not in the state after the action. */
export const alreadyDoneReason = (
  {lookup}: Pick<Session, 'lookup'>,
  {action, row, params, values}: ActionValues,
): string | undefined => row && action?.already?.({row, lookup, params, body: valuesByPath(Object.entries(values))});
