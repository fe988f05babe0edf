/** The place of a new resource, for the title of its form. */
import type {Family, PathParams} from '../../../../families/shape/define-family.ts';
import type {AccountPort} from '../../../context/ports.ts';

/** The parent of a list by name: the Domain of its records. Undefined if the list has no known parent. */
export function parentLabel({families, session}: AccountPort, family: Family, params: PathParams): string | undefined {
  const entries = Object.entries(params);
  const [, id] = entries.at(-1) ?? [];
  const around = families.find(candidate => candidate.id === family.id.slice(0, family.id.lastIndexOf('.')));
  if (id === undefined || around === undefined) return family.locationText?.(params);
  const row = session.lookup.find(
    around.id,
    id,
    entries.length > 1 ? Object.fromEntries(entries.slice(0, -1)) : undefined,
  );
  return row === undefined ? undefined : around.label(row);
}
