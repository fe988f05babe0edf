/**
 * Families that consist only of facts: lists of today's API that only inform. `described-lists.ts` contains the facts,
 * which `scripts/generate-described.mjs` generates from the contract, for each list without a hand-written family.
 */
import {
  type AnyRow,
  defineFamily,
  type Family,
  type FamilySpec,
  type Line,
  type Section,
} from '../shape/define-family.ts';
import type {DescribedId} from '../shape/resource.ts';
import {describedCell, describedColumn, describedTarget, type FieldDescription} from './described-cells.ts';
import type {ListDescription} from './list-description.ts';

const daily = 86_400;

/** The fields of a list by path, in the order of the description. */
function fieldsOf({fields}: ListDescription): ReadonlyMap<string, FieldDescription> {
  return new Map(
    fields.split(';').map(entry => {
      const [path = '', kind = '', ...words] = entry.split(' ');
      return [path, {path, kind, title: words.join(' ')}] as const;
    }),
  );
}

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** The key of a row: the values of its key fields. */
const keyOf = ({key}: ListDescription, row: AnyRow): string => key.map(name => textOf(row[name])).join('/');

const lineOf = (field: FieldDescription, fields: readonly FieldDescription[]): Line<AnyRow> => ({
  title: field.title,
  value: (row, lookup) => describedCell(field, row, lookup, fields),
  link: row => describedTarget(field, row),
});

/** One section for the fields of the row itself, and one for each object in the row. */
function sectionsOf({one}: ListDescription, fields: readonly FieldDescription[]): readonly Section<AnyRow>[] {
  const isPart = ({path}: FieldDescription): boolean => path.includes('[]');
  const sections = new Map<string, FieldDescription[]>([['', []]]);
  const titles = new Map<string, string>([['', one]]);
  for (const field of fields) {
    if (isPart(field)) continue;
    if (field.kind === 'object') {
      titles.set(field.path, field.title);
      continue;
    }
    const parent = field.path.slice(0, Math.max(0, field.path.lastIndexOf('.')));
    sections.set(parent, [...(sections.get(parent) ?? []), field]);
  }
  return [...sections].map(([parent, members]) => ({
    title: capital(titles.get(parent) ?? parent),
    lines: members.map(field => lineOf(field, fields)),
  }));
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** The family of a described list. Its columns and its detail are created at their first use. */
export function describedFamily(id: DescribedId, list: ListDescription): Family {
  const {title, one, name, columns, label, identifier} = list;
  let fields: ReadonlyMap<string, FieldDescription> | undefined;
  const fieldsByPath = () => {
    fields ??= fieldsOf(list);
    return fields;
  };
  const spec = {
    title,
    one,
    name,
    aliases: [name],
    group: 'more',
    today: true,
    reconcileSeconds: daily,
    columns: [],
    detail: [],
    actions: {},
    key: (row: AnyRow) => keyOf(list, row),
    ...(identifier && {identifier}),
    label: (row: AnyRow) => (label === undefined ? keyOf(list, row) : textOf(row[label])),
  };
  const family = defineFamily(id, spec as unknown as FamilySpec<DescribedId, never>);
  let familyColumns: Family['columns'] | undefined;
  let familyDetail: Family['detail'] | undefined;
  return Object.defineProperties(family, {
    columns: {
      enumerable: true,
      get: () => {
        familyColumns ??= columns.flatMap((path, index) => {
          const field = fieldsByPath().get(path);
          return field ? [describedColumn(field, index, [...fieldsByPath().values()])] : [];
        });
        return familyColumns;
      },
    },
    detail: {
      enumerable: true,
      get: () => {
        familyDetail ??= [{title: 'Overview', sections: sectionsOf(list, [...fieldsByPath().values()])}];
        return familyDetail;
      },
    },
  });
}
