/** The label of the resource that a list belongs to, for titles and messages about its rows. */
import type {AnyRow, Family, FamilyId, Lookup, PathParams} from '../../families/shape/define-family.ts';

export interface ParentHost {
  readonly lookup: Lookup;
  /** The resource type; undefined if there is none with this ID. */
  findFamily(id: FamilyId): Pick<Family, 'id' | 'label'> | undefined;
}

type Listed = Pick<Family, 'id' | 'locationText'>;

/** The parent of a list by name: the Domain of its records. Undefined if the list has no known parent. */
export function parentLabel({lookup, findFamily}: ParentHost, family: Listed, params: PathParams): string | undefined {
  const entries = Object.entries(params);
  const [, id] = entries.at(-1) ?? [];
  const parent = findFamily(family.id.slice(0, family.id.lastIndexOf('.')) as FamilyId);
  if (id === undefined || parent === undefined) return family.locationText?.(params);
  const row = lookup.find(parent.id, id, entries.length > 1 ? Object.fromEntries(entries.slice(0, -1)) : undefined);
  if (row !== undefined) return parent.label(row);
  // A user that isn't read is known by name, because the name is the ID.
  return typeof id === 'string' && !/^\d+$/.test(id) ? id : undefined;
}

/** The label of a row; the only row of a list is named by its parent, such as the grants of a user. */
export const rowLabel = (
  host: ParentHost,
  family: Listed & Pick<Family, 'single' | 'label'>,
  row: AnyRow,
  params: PathParams,
): string => (family.single ? parentLabel(host, family, params) : undefined) ?? family.label(row);
