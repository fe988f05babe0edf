/** What a column or a line shows: text with a tone, never colour alone. */

/** Meaning of a colour; themes say which of the terminal's 16 it is. */
export type Tone =
  | 'plain'
  | 'dim'
  | 'strong'
  | 'ok'
  | 'busy'
  | 'off'
  | 'attention'
  | 'failed'
  | 'unknown'
  | 'accent'
  | 'link';

/** Text alone, or with its tone. The text is raw API text: whoever paints it cleans it. */
export type Cell = string | {readonly text: string; readonly tone?: Tone; readonly percent?: number};

/** The condition of a resource, in the six words that every glyph stands for. */
export type Condition = 'ok' | 'busy' | 'off' | 'attention' | 'failed' | 'unknown';

/** A row's condition with its own word for it: `{is: 'busy', word: 'booting', percent: 62}`. */
export interface State {
  readonly is: Condition;
  readonly word: string;
  readonly percent?: number;
}

/** One-cell glyphs, and what stands for them where the terminal has ASCII only. */
export const glyphs: Readonly<Record<Condition, {readonly unicode: string; readonly ascii: string}>> = {
  ok: {unicode: '●', ascii: '*'},
  busy: {unicode: '◐', ascii: '~'},
  off: {unicode: '○', ascii: 'o'},
  attention: {unicode: '▲', ascii: '!'},
  failed: {unicode: '✗', ascii: 'x'},
  unknown: {unicode: '?', ascii: '?'},
};
