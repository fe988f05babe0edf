/** The label of the resource that a list belongs to, for titles and messages about its rows. */
import type {AnyRow, Family, FamilyId, Lookup, PathParams} from '../../families/shape/define-family.ts';

export interface ParentHost {
  readonly lookup: Lookup;
  /** The resource type; undefined for an unknown ID. */
  findFamily(id: FamilyId): Pick<Family, 'id' | 'label'> | undefined;
}

type Listed = Pick<Family, 'id' | 'locationText'>;

/** The label of a list's parent: of the domain of a list of records. Undefined if the list has no known parent. */
export function parentLabel({lookup, findFamily}: ParentHost, family: Listed, params: PathParams): string | undefined {
  const entries = Object.entries(params);
  const [, id] = entries.at(-1) ?? [];
  const parent = findFamily(family.id.slice(0, family.id.lastIndexOf('.')) as FamilyId);
  if (id === undefined || parent === undefined) return family.locationText?.(params);
  const row = lookup.find(parent.id, id, entries.length > 1 ? Object.fromEntries(entries.slice(0, -1)) : undefined);
  if (row !== undefined) return parent.label(row);
  // For a user that is not loaded, the ID is the label, because it is the name.
  return typeof id === 'string' && !/^\d+$/.test(id) ? id : undefined;
}

/** The label of a row; the single row of a list has the label of its parent, such as the user of grants. */
export const rowLabel = (
  host: ParentHost,
  family: Listed & Pick<Family, 'single' | 'label'>,
  row: AnyRow,
  params: PathParams,
): string => (family.single ? parentLabel(host, family, params) : undefined) ?? family.label(row);
