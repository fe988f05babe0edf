/** The console's text for speech: without glyphs, columns and ornaments. */
import type {AnyRow, Family, PathParams} from '../../families/shape/define-family.ts';
import type {Annotation} from '../../store/cache/annotations.ts';
import type {PreferencesPort, SessionPort} from '../context/ports.ts';
import {cellText, chosenColumns} from '../screens/shared/column-layout.ts';
import {stripStyles} from '../terminal/index.ts';

/** Dots, triangles, bars, rules and dots of charts: each is beside a word with the same meaning. */
const ornaments = /[\u2500-\u259f\u25a0-\u25ff\u2713-\u2718\u2800-\u28ff›»↗]/g;

/** A painted line without its ornaments; empty if nothing else is in it. */
export function speechText(painted: string): string {
  const text = withoutOrnaments(painted);
  // A screen reader would spell out a word in capitals letter by letter.
  if (/^[A-Z][A-Z /&-]{3,}$/.test(text)) return inSentenceCase(text);
  return punctuate(text);
}

/** Abbreviations in headings: they stay in capitals. */
const abbreviations = new Set(
  'ACL API AXFR BGP CORS CPU DNS GPU ID IP NAT RAM SSH SSL TLS TTL URI URL VLAN VPC'.split(' '),
);

const inSentenceCase = (text: string): string =>
  text.replace(/[A-Z]+/g, (word, at: number) =>
    abbreviations.has(word) ? word : at === 0 ? word.charAt(0) + word.slice(1).toLowerCase() : word.toLowerCase(),
  );

/** A value keeps its case, such as CNAME or HTTP. */
export const spokenValue = (painted: string): string => punctuate(withoutOrnaments(painted));

function withoutOrnaments(painted: string): string {
  // A pattern for the end of a line, or for spaces before an arrow, is slow in a line that is filled up with spaces.
  const text = stripStyles(painted).replace(ornaments, ' ').trimEnd();
  return (
    (text.includes('→') ? text.replace(/→$/, '').replace(/\s*→\s*/g, ' to ') : text)
      // The word is after the symbol, but in a cell of its own.
      .replace(/(^|\s)\?\s+(?=\S)/g, '$1')
      .replace(/(^|\s)\?\s*$/, '$1unknown')
      .replace(/•{3,}/g, 'hidden')
      .trim()
  );
}

/** Separates a title from its value and values from each other with punctuation; a dot between values stays. */
function punctuate(text: string): string {
  return text
    .replace(/(?<=\S)\s{2,}(?=\S)/, ': ')
    .replace(/\s{2,}| · /g, ', ')
    .replace(/(: |, )—(?=,|$)/g, '$1none')
    .replace(/^—$/, 'none')
    .replace(/[:,]\s*,/g, ',')
    .replace(/[\s,:]+$/, '');
}

/** "running", "booting 62%", "attaching, not yet confirmed": the condition of a row, if it has one. */
export function spokenState(
  context: SessionPort,
  {family, row, params}: {family: Family; row: AnyRow; params: PathParams},
  annotation: Annotation | undefined,
): string {
  if (annotation?.isDeleted) return 'deleted';
  const {busy, pending} = annotation ?? {};
  if (busy) return busy.percent === undefined ? busy.word : `${busy.word} ${busy.percent}%`;
  if (annotation?.isChecking) return 'unknown, being found out';
  if (pending !== undefined) return `${pending}, not yet confirmed`;
  const word = family.state?.(row, context.session.lookup, params).word ?? '';
  return annotation?.isStale ? [word, 'changed since, and not read again yet'].filter(Boolean).join(', ') : word;
}

/** A row in a line: its label, its condition, and each column by its title. */
export function rowWords(
  context: PreferencesPort & SessionPort,
  family: Family,
  row: AnyRow,
  params: PathParams,
): string {
  const {lookup} = context.session;
  const label = family.label(row, lookup) || family.idText(row, lookup);
  const annotation = context.session.collection(family.id, params).annotation(family.key(row));
  const chosen = context.preferences.getState().columns[family.id];
  const columns = chosenColumns(family, chosen).filter(({sample}) => chosen !== undefined || sample === undefined);
  const cells = columns.flatMap(column => {
    if (column.state === true) return [];
    const {text, word} = cellText(column, row, lookup, params);
    if (word !== undefined) return [word];
    // A value that repeats its label loses it: "49%".
    if (text.startsWith(`${label} · `)) return [spokenValue(text.slice(label.length + 3))];
    const said = spokenValue(text);
    return said === '' || said === 'none' || text === label ? [] : [`${column.title} ${said}`];
  });
  return [label.replaceAll(' · ', ', '), spokenState(context, {family, row, params}, annotation), ...cells]
    .filter(Boolean)
    .join(', ');
}

/** "1 Volume", "3 Volumes" */
export const countWords = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
