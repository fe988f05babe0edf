/** The resource that a detail shows. */
import type {AnyRow, Family, Lookup, PathParams, RowId} from '../../../families/shape/define-family.ts';
import type {SubjectHost} from '../../context/action-subject.ts';

interface ListedResource {
  readonly family: Family;
  readonly params: PathParams;
  /** Undefined if the resource isn't loaded. */
  readonly row: AnyRow | undefined;
}

/** The resource of a detail: its known row, or only its ID. */
export interface ShownResource extends ListedResource {
  readonly id: RowId | undefined;
}

/** For a row with some fields of the resource that it represents, that resource: enter opens the same one. */
export function representedResource(
  context: Pick<SubjectHost, 'family'>,
  listed: ListedResource,
  lookup: Lookup,
): ListedResource {
  const {family, params, row} = listed;
  const link = row && family.sharesFields ? family.represents?.(row, lookup, params) : undefined;
  if (!link) return listed;
  return {family: context.family(link.ref.family), params: link.ref.params ?? {}, row: link.row ?? row};
}

export function isCharted({detail}: Family, tab: number): boolean {
  const spec = detail[tab];
  return spec !== undefined && ('metricsOf' in spec || ('view' in spec && spec.view === 'stats'));
}

/** The index of the tab with this title; the first if the family has none. */
export const tabNamed = ({detail}: Family, title: string | undefined): number =>
  Math.max(
    0,
    detail.findIndex(tab => tab.title === title),
  );
