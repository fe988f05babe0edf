/** Finds any resource that was loaded, of every family. */
import type {AnyRow, Family} from '../../families/define.ts';
import type {Deck} from '../deck.ts';
import {type Choice, openChooser} from '../widgets/chooser.ts';

interface Found {
  readonly family: Family;
  readonly row: AnyRow;
  readonly score: number;
}

/** More than anybody reads; what is missing needs one more word. */
const MOST = 200;

export function findRows(deck: Deck, typed: string, most = MOST): readonly Found[] {
  const words = typed
    .toLowerCase()
    .split(/\s+/)
    .filter(word => word !== '');
  if (words.length === 0) return [];
  const found: Found[] = [];
  for (const family of deck.families) {
    if (family.group === undefined || family.id === 'account.events') continue;
    const collection = deck.session.collection(family.id);
    for (const row of collection.get().rows) {
      const id = family.key(row);
      const text = collection.searchText(id);
      if (!words.every(word => text.includes(word))) continue;
      found.push({family, row, score: score(family.label(row).toLowerCase(), String(id), words[0] ?? '')});
    }
  }
  return found.sort((a, b) => b.score - a.score).slice(0, most);
}

function score(label: string, id: string, word: string): number {
  if (label === word || id === word) return 4;
  if (label.startsWith(word)) return 3;
  return label.includes(word) ? 2 : 1;
}

export function foundChoice(deck: Deck, {family, row}: Found): Choice {
  const id = family.key(row);
  const label = family.label(row);
  const state = family.state?.(row, deck.session.look, {});
  const glyph = state ? `${deck.skin().glyph(state.is)} ${state.word}` : '';
  const detail = family.summary?.(row, deck.session.look) ?? '';
  return {
    lead: family.one,
    text: label,
    detail: [glyph, String(id) === label ? '' : String(id), detail].filter(Boolean).join('  '),
    run: () => deck.open({family: family.id, id}),
  };
}

export function openFinder(deck: Deck): void {
  openChooser(deck, {
    title: 'Find',
    prompt: ' ',
    columns: 100,
    choices: typed => findRows(deck, typed).map(found => foundChoice(deck, found)),
    nothing: typed =>
      typed.trim() === '' ? 'label, ID, address or tag of anything that was loaded' : `nothing loaded has ${typed}`,
  });
}
