/** For tests: the texts of a family about a row, as plain text. */

import {type Cell, cellText} from '../format/cells.ts';
import type {AnyRow, Family, Lookup, PathParams} from '../shape/define-family.ts';
import {formContext} from './form-context.ts';
import {lookupFrom} from './test-lookup.ts';

const noParams: PathParams = {};

function actionOf(family: Family, name: string) {
  const action = family.actions[name];
  if (!action) throw new Error(`${family.id} has no ${name}`);
  return action;
}

/** The reason why an action isn't available. */
export const unlessOf =
  (family: Family) =>
  (name: string, row?: AnyRow, lookup: Lookup = lookupFrom(), params = noParams): string | undefined =>
    actionOf(family, name).unless?.({row, lookup, params});

interface CandidateContext {
  readonly candidates: readonly AnyRow[];
  readonly row?: AnyRow;
  readonly values?: AnyRow;
  readonly lookup?: Lookup;
}

/** The reasons that dim the candidates of an input, in order. */
export function candidateReasons(
  family: Family,
  name: string,
  input: string,
  {candidates, row, values = {}, lookup = lookupFrom()}: CandidateContext,
): (string | undefined)[] {
  const unless = actionOf(family, name).form?.[input]?.unless;
  if (!unless) throw new Error(`${family.id}.${name} dims no ${input}`);
  return candidates.map(candidate => unless(formContext({candidate, values, row, lookup})));
}

interface WarningContext {
  readonly row: AnyRow;
  readonly body?: unknown;
  readonly lookup?: Lookup;
  readonly params?: Readonly<Record<string, string | number>>;
}

export const warnings = (
  family: Family,
  name: string,
  {row, body, lookup = lookupFrom(), params = noParams}: WarningContext,
): readonly string[] => actionOf(family, name).warnings?.({row, lookup, params, body}) ?? [];

const textOf = (value: Cell | readonly Cell[] | null | undefined): string => {
  if (value === undefined) return '?';
  if (value === null) return '—';
  return (Array.isArray(value) ? value : [value as Cell]).map(cellText).join('  ') || '—';
};

/** The visible lines in the details of a row, by title. */
export function detailLines(
  family: Family,
  row: AnyRow,
  lookup: Lookup = lookupFrom(),
  params = noParams,
): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const tab of family.detail) {
    if (!('sections' in tab)) continue;
    for (const line of tab.sections.flatMap(section => section.lines)) {
      if (line.isVisible?.(row, lookup, params) !== false) texts[line.title] = textOf(line.value(row, lookup, params));
    }
  }
  return texts;
}
