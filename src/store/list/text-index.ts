/**
 * The search texts of a long list, joined into a few long strings. A search in a long string is one native scan; a
 * search in 100,000 strings would wait for memory 100,000 times.
 */

import {canMatchCode, impliesWord, splitSearchText} from './word-match.ts';

interface IndexedText {
  /** The text without line breaks, so that no word spans two texts. */
  readonly text: string;
  /** The block that contains the text. */
  block: number;
}

interface TextBlock<T> {
  readonly items: readonly T[];
  /** The words and the codes of the texts; undefined while one of the texts has changed. */
  joined: {readonly words: JoinedTexts; readonly codes: JoinedTexts} | undefined;
}

interface JoinedTexts {
  readonly text: string;
  /** The end of each text. */
  readonly ends: Int32Array;
}

const TEXTS_PER_BLOCK = 256;
/** The number of blocks per step of a fraction of a millisecond: when searching, and when building. */
const BLOCKS_SEARCHED_PER_STEP = 16;
const BLOCKS_BUILT_PER_STEP = 2;

export class TextIndex<T extends IndexedText> {
  #items: readonly T[] | undefined;
  #blocks: readonly TextBlock<T>[] = [];
  /** The last searched word and the blocks that contain it; undefined after a text changed. */
  #last: {readonly word: string; readonly blocks: readonly TextBlock<T>[]} | undefined;
  #changes = 0;

  /** True if the index covers exactly these items in this order. */
  covers(items: readonly T[]): boolean {
    return this.#items === items;
  }

  /** Indexes these items in order. The index is empty until that is done. */
  *build(items: readonly T[]): Generator<void, void> {
    this.#items = undefined;
    this.#forget();
    const blocks: TextBlock<T>[] = [];
    for (let start = 0; start < items.length; start += TEXTS_PER_BLOCK) {
      const block: TextBlock<T> = {items: items.slice(start, start + TEXTS_PER_BLOCK), joined: undefined};
      for (const item of block.items) item.block = blocks.length;
      joinBlock(block);
      blocks.push(block);
      if (blocks.length % BLOCKS_BUILT_PER_STEP === 0) yield;
    }
    this.#blocks = blocks;
    this.#items = items;
  }

  /** Records a change of an item's text. */
  markChanged(item: T): void {
    const block = this.#blocks[item.block];
    if (block) block.joined = undefined;
    this.#forget();
  }

  /** The number of texts that a search for this word reads. */
  candidateCount(word: string): number {
    return this.#candidateBlocks(word).length * TEXTS_PER_BLOCK;
  }

  /** The items whose text contains the word, in order. */
  *find(word: string): Generator<void, T[]> {
    const blocks = this.#candidateBlocks(word);
    const changes = this.#changes;
    const matches: T[] = [];
    const matchingBlocks: TextBlock<T>[] = [];
    let searched = 0;
    for (const block of blocks) {
      const {length} = matches;
      collectMatches(block, word, matches);
      if (matches.length > length) matchingBlocks.push(block);
      if (++searched % BLOCKS_SEARCHED_PER_STEP === 0) yield;
    }
    if (changes === this.#changes) this.#last = {word, blocks: matchingBlocks};
    return matches;
  }

  /** Only blocks that contain the start of a word can contain the whole word. */
  #candidateBlocks(word: string): readonly TextBlock<T>[] {
    return this.#last && impliesWord(word, this.#last.word) ? this.#last.blocks : this.#blocks;
  }

  #forget(): void {
    this.#last = undefined;
    this.#changes++;
  }
}

/** A separate function, because V8 optimizes generators last, and the first key must be as fast as later ones. */
function collectMatches<T extends IndexedText>(block: TextBlock<T>, word: string, matches: T[]): void {
  const {items} = block;
  const {words, codes} = joinBlock(block);
  if (!canMatchCode(word) || !codes.text.includes(word)) {
    forEachMatch(words, word, index => matches.push(items[index] as T));
    return;
  }
  const found = new Set<number>();
  for (const part of [words, codes]) forEachMatch(part, word, index => found.add(index));
  for (const index of [...found].sort((first, second) => first - second)) matches.push(items[index] as T);
}

function forEachMatch({text, ends}: JoinedTexts, word: string, visit: (index: number) => void): void {
  let index = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, ends[index])) {
    while ((ends[index] ?? 0) <= at) index++;
    visit(index);
    if (index === ends.length - 1) break;
  }
}

function joinBlock<T extends IndexedText>(block: TextBlock<T>): NonNullable<TextBlock<T>['joined']> {
  if (!block.joined) {
    const parts = block.items.map(({text}) => splitSearchText(text));
    block.joined = {words: join(parts.map(([words]) => words)), codes: join(parts.map(([, codes]) => codes))};
  }
  return block.joined;
}

function join(texts: readonly string[]): JoinedTexts {
  const ends = new Int32Array(texts.length);
  let length = 0;
  for (const [index, text] of texts.entries()) ends[index] = length += text.length + 1;
  // Joining builds a flat string at once; strings built with `+` would be flattened later, during a key press.
  return {text: [...texts, ''].join('\n'), ends};
}
