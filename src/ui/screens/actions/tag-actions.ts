/** Tags of one or several resources: tags are added or removed, and each resource keeps its other tags. */
import {countInSentence} from '../../../families/format/nouns.ts';
import type {AnyRow, Family, PathParams} from '../../../families/shape/define-family.ts';
import type {ChangePorts} from '../../context/ports.ts';
import type {Choice} from '../../context/prompt-types.ts';
import {splitEntries} from '../../models/multiple-selection.ts';
import {openSelectList} from '../../models/select-list.ts';
import {rankMatches} from '../../widgets/fuzzy.ts';
import type {AvailableAction} from './action-types.ts';
import {startChange} from './start-change.ts';

interface TagSubject {
  readonly family: Family;
  readonly rows: readonly AnyRow[];
  readonly params: PathParams;
  readonly sent?: ((rows: readonly AnyRow[]) => void) | undefined;
}

const tagsOf = (row: AnyRow): readonly string[] =>
  (Array.isArray(row.tags) ? row.tags : []).filter(tag => typeof tag === 'string');

/** The actions on tags; empty for a family whose edit has no tags. */
export function tagActions(
  context: ChangePorts,
  subject: TagSubject,
  unless: () => string | undefined,
): readonly AvailableAction[] {
  if (subject.family.actions.update?.form?.tags?.input !== 'tags') return [];
  const offer = {key: undefined, on: 'row', isDestructive: false} as const;
  const ifNone = (): string | undefined =>
    unless() ?? (subject.rows.some(row => tagsOf(row).length > 0) ? undefined : 'no tags to remove');
  return [
    {...offer, name: 'addTags', title: 'Add tags…', unless, run: () => chooseTags(context, subject, 'Add tags')},
    {
      ...offer,
      name: 'removeTags',
      title: 'Remove tags…',
      unless: ifNone,
      run: () => chooseTags(context, subject, 'Remove tags'),
    },
  ];
}

function chooseTags(
  context: ChangePorts,
  {family, rows, params, sent}: TagSubject,
  title: 'Add tags' | 'Remove tags',
): void {
  const adds = title === 'Add tags';
  const counts = new Map<string, number>();
  for (const tag of rows.flatMap(tagsOf)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const list = context.session.collection('tags');
  const selected = new Set<string>();
  const knownTags = (): readonly string[] => {
    if (!adds) return [...counts.keys()];
    const all = new Set([...selected, ...list.getState().rows.map(row => String(row.label))]);
    return [...all].filter(tag => (counts.get(tag) ?? 0) < rows.length);
  };
  const choiceOf = (tag: string): Choice => {
    const count = counts.get(tag) ?? 0;
    return {
      text: tag,
      detail: rows.length > 1 && count > 0 ? `${count} of ${rows.length}` : '',
      on: selected.has(tag),
      run: () => void (selected.delete(tag) || selected.add(tag)),
    };
  };
  const subject = rows.length === 1 && rows[0] ? family.label(rows[0]) : countInSentence(rows.length, family);
  const selectTyped = (typed: string): string => {
    const {complete, rest} = splitEntries(typed);
    for (const tag of complete) if (adds || counts.has(tag)) selected.add(tag);
    return rest;
  };
  const noTag = (typed: string): string => `no tag named ${typed}`;
  const picker = openSelectList(context, {
    // The title shows the selected tags, because the typed text filters the list.
    title: () => [`${title}: ${subject}`, [...selected].join(', ')].filter(Boolean).join(' · '),
    prompt: ' ',
    at: 'center',
    choices(typed) {
      const fitting = rankMatches(typed, knownTags(), tag => tag).map(choiceOf);
      const added = typed.trim();
      const isNew = adds && added !== '' && !knownTags().includes(added) && !counts.has(added);
      const run = (): void => void selectTyped(`${added},`);
      return isNew ? [{...choiceOf(added), detail: 'new', run}, ...fitting] : fitting;
    },
    nothing: typed => (typed === '' ? 'no tags' : noTag(typed)),
    multiple: {
      accept() {
        selectTyped(`${picker.typed()},`);
        if (selected.size === 0) return undefined;
        const tags = adds ? {adds: [...selected], removes: []} : {adds: [], removes: [...selected]};
        return startChange(context, {family, name: 'update', rows, params, presetValues: {tags}, title, sent});
      },
      refusal(typed) {
        const unknown = adds ? undefined : splitEntries(`${typed},`).complete.find(tag => !counts.has(tag));
        return unknown && noTag(unknown);
      },
      leave() {},
      takeTyped: selectTyped,
    },
    onClosed: () => stop(),
  });
  const stop = list.subscribe(() => picker.refreshChoices());
}
