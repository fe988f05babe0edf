import {parseJson} from '../../contract/reading/parse-json.ts';

/**
 * A long page of a list, parsed in sections of a few items each: when the page is read again, only changed sections are
 * parsed.
 *
 * A section ends at a comma that seems to separate two items. It is right if it is a JSON list when parsed alone: after
 * a cut inside an item the braces do not balance. The caller parses a page whole if it has another form.
 */
export interface Sections {
  /** Offset of the first. */
  readonly start: number;
  /** Offsets of the comma or bracket behind each section: the next section starts after it. */
  readonly ends: readonly number[];
  /** Items in each. */
  readonly counts: readonly number[];
}

/** A page as it was read before: an item for each of its sections' items, in their order. */
export interface PreviousPage {
  readonly bytes: Buffer;
  readonly sections: Sections;
  readonly items: readonly unknown[];
}

export interface SectionedPage {
  readonly sections: Sections;
  /** The page as parsed, but `data` holds the items of changed sections only. */
  readonly json: unknown;
  /** All items of the page, from the values parsed from `json`, one for each. */
  readonly merge: (changed: readonly unknown[]) => readonly unknown[];
  /** True when at least one section is unchanged. */
  readonly isReusing: boolean;
}

/** Bytes: a few items. Shorter sections cost more calls, and longer ones more parsing when an item changes. */
const sectionBytes = 4096;
/** Bytes of a page that is worth it. */
const minPageBytes = 8 * sectionBytes;
/** Maximum number of wrong cuts: nested lists look like the list itself. */
const maxFalseCuts = 16;
/** Maximum number of former sections that are searched for one that is also in the new page. */
const maxLookAhead = 4;
/** Length of the first bytes of a section's first item, which tell it from other sections. */
const probeBytes = 32;

const [comma, opening, closing, colon] = [...Buffer.from(',{}:')] as [number, number, number, number];

/**
 * Parses a page section by section.
 * @returns `undefined` for one that has to be parsed whole
 */
export function* parseSections(body: Buffer, previous?: PreviousPage): Generator<void, SectionedPage | undefined> {
  if (body.length < minPageBytes) return undefined;
  const start = body.indexOf('[') + 1;
  const end = body.lastIndexOf(']');
  const envelope = parseJson(body.toString('utf8', 0, start) + body.toString('utf8', Math.max(start, end)));
  if (!isEmptyPage(envelope)) return undefined;
  const page = new SectionCutter(body, start, end);
  const isRight = yield* previous ? page.reuse(previous) : page.cut(end);
  if (!isRight || !page.isAtEnd) return undefined;
  const {sections, changed, origins} = page;
  return {
    sections,
    json: {...envelope, data: changed},
    merge: items => assemble(sections.counts, origins, items, previous?.items ?? []),
    isReusing: origins.some(origin => origin >= 0),
  };
}

class SectionCutter {
  readonly changed: unknown[] = [];
  /** For each section, the index of the former item that it starts with; -1 for a changed section. */
  readonly origins: number[] = [];
  readonly #ends: number[] = [];
  readonly #counts: number[] = [];
  readonly #body: Buffer;
  readonly #start: number;
  readonly #end: number;
  /** Prefix of every item: its brace and the name of its first field. */
  readonly #prefix: Buffer;
  #at: number;
  #remainingFalseCuts = maxFalseCuts;

  constructor(body: Buffer, start: number, end: number) {
    this.#body = body;
    this.#start = this.#at = start;
    this.#end = end;
    const brace = body.indexOf(opening, start);
    this.#prefix = body.subarray(brace, body.indexOf(colon, brace) + 1);
  }

  get sections(): Sections {
    return {start: this.#start, ends: this.#ends, counts: this.#counts};
  }

  /** True behind the last section, where not even a comma follows. */
  get isAtEnd(): boolean {
    return this.#at === this.#end + 1;
  }

  /** Parses the bytes before an offset. */
  *cut(to: number): Generator<void, boolean> {
    while (this.#at < to) {
      if (!this.#parse(to)) return false;
      yield;
    }
    return true;
  }

  /** Takes over the sections that are also in the former page, and parses the rest. */
  *reuse({bytes, sections: {start, ends, counts}}: PreviousPage): Generator<void, boolean> {
    const startOf = (index: number) => (index === 0 ? start : (ends[index - 1] as number) + 1);
    let first = 0;
    for (let index = 0; index < ends.length && this.#at < this.#end; ) {
      const from = startOf(index);
      const to = ends[index] as number;
      if (this.#matchesSection(bytes, from, to)) {
        this.#add(this.#at + to - from, counts[index] as number, first);
        first += counts[index++] as number;
        continue;
      }
      const missed = index;
      let found = -1;
      while (found < 0 && ++index < ends.length && index - missed <= maxLookAhead)
        found = this.#find(bytes, startOf(index));
      if (found < 0) break;
      for (let section = missed; section < index; section++) first += counts[section] as number;
      if (!(yield* this.cut(found - 1))) return false;
    }
    return yield* this.cut(this.#end);
  }

  /** True when a former section stands at this offset, and ends where a section can end. */
  #matchesSection(bytes: Buffer, from: number, to: number): boolean {
    const end = this.#at + to - from;
    if (end > this.#end || (end < this.#end && this.#body[end] !== comma)) return false;
    return this.#body.compare(bytes, from, to, this.#at, end) === 0;
  }

  /** Offset at which a former section starts, behind a comma; -1 if none does. */
  #find(bytes: Buffer, from: number): number {
    const found = this.#body.indexOf(bytes.subarray(from, from + probeBytes), this.#at);
    return found > this.#at && found < this.#end && this.#body[found - 1] === comma ? found : -1;
  }

  /** Parses one section. */
  #parse(to: number): boolean {
    for (let end = this.#findEnd(this.#at + sectionBytes, to); ; end = this.#findEnd(end + 1, to)) {
      const items = parseJson(`[${this.#body.toString('utf8', this.#at, end)}]`);
      if (Array.isArray(items)) {
        for (const item of items) this.changed.push(item);
        this.#add(end, items.length, -1);
        return true;
      }
      if (end === to || --this.#remainingFalseCuts < 0) return false;
    }
  }

  /** The first comma, from an offset on, that seems to stand before an item; or the end of the bytes to parse. */
  #findEnd(from: number, to: number): number {
    for (let at = from; at < to; ) {
      const found = this.#body.indexOf(this.#prefix, at);
      if (found < 0 || found >= to) break;
      const before = this.#skipSpaceBackwards(found - 1);
      const divides = this.#body[before] === comma && this.#body[this.#skipSpaceBackwards(before - 1)] === closing;
      if (divides && before >= from) return before;
      at = found + 1;
    }
    return to;
  }

  /** The last offset up to one that holds no space. */
  #skipSpaceBackwards(offset: number): number {
    let at = offset;
    while ((this.#body[at] as number) <= 0x20) at--;
    return at;
  }

  #add(end: number, count: number, origin: number): void {
    this.#ends.push(end);
    this.#counts.push(count);
    this.origins.push(origin);
    this.#at = end + 1;
  }
}

function assemble(
  counts: readonly number[],
  origins: readonly number[],
  changed: readonly unknown[],
  previousItems: readonly unknown[],
): readonly unknown[] {
  const items: unknown[] = [];
  let next = 0;
  for (const [index, count] of counts.entries()) {
    const origin = origins[index] as number;
    for (let item = 0; item < count; item++) items.push(origin < 0 ? changed[next++] : previousItems[origin + item]);
  }
  return items;
}

function isEmptyPage(value: unknown): value is {readonly data: readonly []} {
  return (
    typeof value === 'object' &&
    value !== null &&
    'data' in value &&
    Array.isArray(value.data) &&
    value.data.length === 0
  );
}
