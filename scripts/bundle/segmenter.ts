/**
 * Replaces `Intl.Segmenter` in the bundle. The first real segmenter loads ICU's break rules, which takes as long as
 * starting Node. Each of Ink's libraries creates one while it loads, and uses it for every frame. Text in which no code
 * unit joins another needs no segmenter.
 */

/**
 * Code units that UAX #29 never joins to a neighbor. CR, marks, joiners, jamo, regional indicators and Indic letters are
 * left out. Hangul syllables are included, because only jamo can extend them.
 */
const ALONE =
  /^[\0-\x0c\x0e-\u02ff\u0370-\u0482\u048a-\u0590\u1e00-\u200b\u2010-\u2027\u202f-\u205e\u20a0-\u20cf\u2100-\u2bff\u3000-\u3029\u3041-\u3096\u309b-\ua4cf\uac00-\ud7a3\uff01-\uff9d]*$/;

class Units implements Intl.Segments {
  readonly input: string;

  constructor(input: string) {
    this.input = input;
  }

  containing(index = 0): Intl.SegmentData {
    // The specification returns undefined for an index out of range, which TypeScript's types leave out.
    return this.at(Math.trunc(index)) as Intl.SegmentData;
  }

  *[Symbol.iterator](): Generator<Intl.SegmentData, undefined> {
    for (let index = 0; index < this.input.length; index++)
      yield {segment: this.input.charAt(index), index, input: this.input};
    return undefined;
  }

  private at(index: number): Intl.SegmentData | undefined {
    const {input} = this;
    return index >= 0 && index < input.length ? {segment: input.charAt(index), index, input} : undefined;
  }
}

type Options = ConstructorParameters<typeof Intl.Segmenter>;

export class LazySegmenter {
  private readonly options: Options;
  private real: Intl.Segmenter | undefined;

  constructor(...options: Options) {
    this.options = options;
  }

  segment(input: string): Intl.Segments {
    const granularity = this.options[1]?.granularity ?? 'grapheme';
    if (granularity === 'grapheme' && ALONE.test(input)) return new Units(input);
    return this.opened().segment(input);
  }

  resolvedOptions(): Intl.ResolvedSegmenterOptions {
    return this.opened().resolvedOptions();
  }

  private opened(): Intl.Segmenter {
    // The full name, because the bundler replaces the short one by this class.
    this.real ??= new globalThis.Intl.Segmenter(...this.options);
    return this.real;
  }
}
