/** Events as sentences. */
import type {Event} from '../../contract/account/events.ts';
import {eventMeaning} from '../event-words/index.ts';
import {type Cell, cellText, type Tone} from '../format/cells.ts';
import {ago, toMillis, utcTimestamp} from '../format/format.ts';
import type {EntityType, Lookup, Ref, RowId} from '../shape/define-family.ts';
import {entityIdLabel, entityOf, entityRef} from './event-entities.ts';

export interface Sentence {
  /** Texts with tones, to be written one after another without further spaces. */
  readonly parts: readonly Cell[];
  /** The entity of the event, if it can be opened. */
  readonly ref: Ref | undefined;
}

/** Lookups that a sentence needs besides its event. */
type SentenceLookup = Pick<Lookup, 'find' | 'spell'>;

type Tense = 'doing' | 'done' | 'failed';

const tenses: Readonly<Record<string, {readonly tense: Tense; readonly tone: Tone; readonly waits?: true}>> = {
  scheduled: {tense: 'doing', tone: 'busy', waits: true},
  started: {tense: 'doing', tone: 'busy'},
  finished: {tense: 'done', tone: 'plain'},
  notification: {tense: 'done', tone: 'plain'},
  failed: {tense: 'failed', tone: 'failed'},
};

/** The name of the entity: its label, or else its type and number; undefined if the event has no entity. */
function nameOf(entity: Event['entity'] | Event['secondary_entity'], lookup: SentenceLookup): string | undefined {
  if (!entity) return undefined;
  if (entity.label) return entity.label;
  const ref = entityRef(entity);
  const row = ref && lookup.find(ref.family, ref.id);
  if (row && 'label' in row && row.label) return row.label;
  return ref || entity.id ? entityIdLabel(entity, lookup) : undefined;
}

/** Inserts names into a phrase: a part in brackets is dropped if its placeholder is unknown. */
function fill(phrase: string, entity: string | undefined, secondary: string | undefined, tone: Tone): Cell[] {
  const entityTexts: Readonly<Record<string, string | undefined>> = {'{entity}': entity, '{secondary}': secondary};
  const kept = phrase.replace(/\[([^\]]*)\]/g, (_, inner: string) =>
    (inner.match(/\{\w+\}/g) ?? []).every(name => entityTexts[name]) ? inner : '',
  );
  return kept
    .split(/(\{\w+\})/)
    .filter(part => part !== '')
    .map(part => (part in entityTexts ? {text: entityTexts[part] ?? 'something', tone: 'strong'} : {text: part, tone}));
}

/** "web-02 is booting · 62%"; an unknown action keeps its raw name. */
export function sentenceOf(event: Event, lookup: SentenceLookup): Sentence {
  const subject = entityOf(event);
  const entity = nameOf(subject, lookup);
  const secondary = nameOf(event.secondary_entity, lookup);
  const tense = Object.hasOwn(tenses, event.status) ? tenses[event.status] : undefined;
  const meaning = eventMeaning(event.action);
  const parts: Cell[] = [];
  if (meaning && tense) {
    const tone = meaning.alarm !== undefined && tense.tense === 'done' ? 'failed' : tense.tone;
    parts.push(...fill(meaning[tense.tense], entity, secondary, tone));
  } else {
    parts.push(
      {
        text: event.action === undefined || event.action === null ? 'unknown' : lookup.spell('action', event.action),
        tone: 'unknown',
      },
      ...(entity ? [' ', {text: entity, tone: 'strong' as const}] : []),
    );
    if (tense?.tense !== 'done') parts.push({text: ` · ${event.status || 'unknown'}`, tone: tense?.tone ?? 'unknown'});
  }
  if (tense?.tense === 'doing') {
    if (tense.waits) parts.push({text: ' · waiting', tone: 'busy'});
    else if (typeof event.percent_complete === 'number')
      parts.push({text: ` · ${event.percent_complete}%`, tone: 'busy', percent: event.percent_complete});
  }
  if (event.message) parts.push({text: ` · ${event.message}`, tone: 'dim'});
  return {parts, ref: entityRef(subject)};
}

/** The whole sentence as plain text. */
export const sentenceText = (event: Event, lookup: SentenceLookup): string =>
  sentenceOf(event, lookup).parts.map(cellText).join('');

/** The text of the event without its progress: "web-02 is booting". */
export function headline(event: Event, lookup: Pick<Lookup, 'spell'> = {spell: (_, text) => text}): string {
  const {parts} = sentenceOf({...event, message: null, percent_complete: null}, {...lookup, find: () => undefined});
  return parts.map(cellText).join('');
}

/**
 * The newest event about a resource and its user: "was resized · by wsmith · 3h ago"; without an event, a text that no
 * event is known.
 */
export function lastChange(lookup: Lookup, type: EntityType, id: RowId): Cell | readonly Cell[] {
  const event = lookup.lastEvent(type, id);
  if (!event) return {text: 'no event known', tone: 'dim'};
  const at = toMillis(event.created);
  const {parts} = sentenceOf(event, lookup);
  // Progress and message follow the user.
  const progressIndex = parts.findIndex(part => cellText(part).startsWith(' · '));
  const end = progressIndex < 0 ? parts.length : progressIndex;
  return [
    ...parts.slice(0, end),
    ...(event.username ? [' by ', {text: event.username, tone: 'strong' as const}] : []),
    ...parts.slice(end),
    ...(at === undefined ? [] : [{text: ` · ${ago(at, lookup.now)} · ${utcTimestamp(at)}`, tone: 'dim' as const}]),
  ];
}
