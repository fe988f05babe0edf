/**
 * Takes the place of `Intl.Segmenter` in the bundle. The first real segmenter loads ICU's break rules, which costs as
 * much as starting Node; Ink's libraries each make one while they load, and run every frame through it. Text in which
 * every code unit stands alone needs none of that.
 */

/**
 * Code units that UAX #29 never joins to a neighbour: no CR, no mark, no joiner, no jamo, no regional indicator, no
 * Indic letter. Hangul syllables are in, because only jamo could extend them.
 */
const ALONE =
  /^[\0-\x0c\x0e-\u02ff\u0370-\u0482\u048a-\u0590\u1e00-\u200b\u2010-\u2027\u202f-\u205e\u20a0-\u20cf\u2100-\u2bff\u3000-\u3029\u3041-\u3096\u309b-\ua4cf\uac00-\ud7a3\uff01-\uff9d]*$/;

class Units implements Intl.Segments {
  readonly input: string;

  constructor(input: string) {
    this.input = input;
  }

  containing(index = 0): Intl.SegmentData {
    // The specification answers undefined out of range; TypeScript's library leaves that out.
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
    // By its full name, because the bundler replaces the short one by this class.
    this.real ??= new globalThis.Intl.Segmenter(...this.options);
    return this.real;
  }
}
