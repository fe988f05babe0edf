/** Finds any loaded resource of every family. */
import {rowCondition} from '../../../store/cache/row-condition.ts';
import {visibleId} from '../../../store/core/secret-fields.ts';
import type {FindResult} from '../../../store/list/finder.ts';
import type {FrecencyPort, NavigationPort, OverlayPort, SessionPort, SkinPort} from '../../context/ports.ts';
import type {Choice} from '../../context/prompt-types.ts';
import {openSelectList} from '../../models/select-list.ts';

export type FinderChoicePorts = FrecencyPort & NavigationPort & SessionPort & SkinPort;

export function finderChoice(context: FinderChoicePorts, {ref, family, row, label, detail}: FindResult): Choice {
  const {session} = context;
  const list = session.collection(ref.family, ref.params);
  const state = rowCondition(list, row, session.lookup, list.annotation(ref.id));
  const glyph = state ? `${context.skin().glyph(state.condition)} ${state.word}` : '';
  const id = visibleId(family, row);
  const text = id === undefined ? '' : family.idText(row, session.lookup);
  const matchText = text === label || detail.includes(text) ? '' : text;
  return {
    lead: family.one,
    text: label,
    status: state && {text: glyph, tone: state.condition},
    detail: [glyph, matchText, detail].filter(Boolean).join('  '),
    run() {
      if (id !== undefined) context.frecency.record(context.frecency.keyOf(ref));
      context.openResource(ref);
    },
  };
}

/** A test for resources whose label or ID is exactly this text. */
export function isNamedExactly({lookup}: SessionPort['session'], typed: string): (one: FindResult) => boolean {
  const wanted = typed.trim().toLowerCase();
  return ({label, ref, family, row}) =>
    [label.toLowerCase(), String(ref.id), family.idText(row, lookup)].includes(wanted);
}

/** Exact names and IDs are first, then the most used. */
export function* sortByFrecency(
  {session, frecency}: FrecencyPort & SessionPort,
  typed: string,
  atMost: number,
): Generator<void, readonly FindResult[]> {
  const found = yield* session.find(typed, atMost);
  const isExact = isNamedExactly(session, typed);
  return [
    ...found.filter(isExact),
    ...frecency.sort(
      found.filter(one => !isExact(one)),
      ({ref}) => frecency.keyOf(ref),
    ),
  ];
}

/** More results than a user reads; for other results, the user types another word. */
const MAX_RESULTS = 100;

/** A field of a filter, which isn’t the start of an IPv6 address. */
const fieldPattern = /(?<=^|\s)!?[a-z_][\w.]*[:=](?=[^\s:]+(?:\s|$))/gi;

const fieldHint = (typed: string): string => {
  const words = typed.replaceAll(fieldPattern, '').trim();
  return words === typed.trim() ? '' : `. Find takes words without fields, such as ${words}`;
};

export function openFinder(context: FinderChoicePorts & OverlayPort): void {
  openSelectList(context, {
    title: 'Find',
    prompt: ' ',
    columns: 100,
    *choices(typed) {
      const found = yield* sortByFrecency(context, typed, MAX_RESULTS);
      return found.map(one => finderChoice(context, one));
    },
    nothing: typed =>
      typed.trim() === ''
        ? 'label, ID, address or tag of anything that was loaded'
        : `nothing loaded has ${typed}${fieldHint(typed)}`,
  });
}
