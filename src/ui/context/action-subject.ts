/** The subject of an action. */
import {formatNumber} from '../../families/format/format.ts';
import type {AnyRow, Family, FamilyId, Lookup, PathParams} from '../../families/shape/define-family.ts';
import type {Guards} from '../../store/api/guards.ts';
import {rowLabel} from '../../store/core/parent-label.ts';

/** The rows that an action applies to, in their list. */
export interface ActionSubject {
  readonly family: Family;
  readonly rows: readonly AnyRow[];
  readonly params: PathParams;
  /** Initial values of the form that creates a resource. */
  readonly initialValues?: AnyRow | undefined;
  /** Receives the rows that were changed: they are no longer selected. */
  readonly sent?: ((rows: readonly AnyRow[]) => void) | undefined;
}

/**
 * The maximum number of rows in one change: a preview with thousands of names is unreadable, and the API would need an
 * hour.
 */
const MAX_ROWS = 1000;

/** The reason why there are too many rows for one action. */
export const tooManyReason = (rows: readonly unknown[], guards?: Pick<Guards, 'countRefusal'>): string | undefined =>
  rows.length <= MAX_ROWS
    ? guards?.countRefusal(rows.length)
    : `${formatNumber(rows.length)} are selected: at most ${formatNumber(MAX_ROWS)} can be changed at a time`;

/** The reason why an action on a single row isn't available for these rows: "one volume at a time; 2 are selected". */
export const onlyOneReason = ({one}: Family, rows: readonly unknown[]): string =>
  `only one ${one} at a time; ${formatNumber(rows.length)} are selected`;

/** The parts of the console that name the resources of a subject. */
interface NamingHost {
  readonly session: {readonly lookup: Lookup};
  readonly families: readonly Family[];
}

/** The label of a subject's row; the only row of a list is named after its parent: "intern" for the grants of a user. */
export const subjectLabel = (
  {session: {lookup}, families}: NamingHost,
  {family, params}: Pick<ActionSubject, 'family' | 'params'>,
  row: AnyRow,
): string => rowLabel({lookup, findFamily: id => families.find(found => found.id === id)}, family, row, params);

/** The parts of the console that find the resources of a subject. */
export interface SubjectHost {
  readonly session: {readonly lookup: Lookup};
  family(id: FamilyId): Family;
}

/** Rows that represent another family's resources have the actions of those resources. */
export function resolveSubject(context: SubjectHost, subject: ActionSubject): ActionSubject {
  const {family, rows, params} = subject;
  if (family.represents === undefined) return subject;
  const links = rows.map(row => family.represents?.(row, context.session.lookup, params));
  const [first] = links;
  if (first === undefined) return subject;
  const target = context.family(first.ref.family);
  const resolved = links.flatMap(link => {
    if (link === undefined || link.ref.family !== target.id) return [];
    const row = link.row ?? context.session.lookup.find(link.ref.family, link.ref.id, link.ref.params);
    return row === undefined ? [] : [row as AnyRow];
  });
  // The selected rows represent the changed ones.
  const sent = subject.sent && (() => subject.sent?.(rows));
  return {family: target, rows: resolved, params: first.ref.params ?? {}, sent};
}
