/** JSON on its way in and out. */
import type {Model} from '../../../contract/schema/field.ts';

declare const content: unique symbol;

/** JSON text that holds a `T`. Rows of the store leave as they are kept, without being parsed and written again. */
export class Json<T> {
  readonly text: string;
  /** Model of the text, if a dialect answers something other than the endpoint says. */
  readonly model: Model | undefined;
  declare readonly [content]?: T;

  constructor(text: string, model?: Model) {
    this.text = text;
    this.model = model;
  }
}

export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deeper than any body of the contract by far, shallower than any stack. */
const maxJsonDepth = 64;

const utf8 = new TextDecoder('utf-8', {fatal: true});

/**
 * Parses JSON of any origin.
 * @throws Error with a reason for people: broken UTF-8, broken JSON, too deep.
 */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw new Error('The body is not valid UTF-8.', {cause});
  }
  if (depthOf(text) > maxJsonDepth) throw new Error(`The body is nested deeper than ${maxJsonDepth} levels.`);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error('The body is not valid JSON.', {cause});
  }
}

/** Depth of nesting, counted before parsing: code that walks a deep value later would run out of stack. */
function depthOf(text: string): number {
  let depth = 0;
  let maxDepth = 0;
  let quoted = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (quoted) {
      if (char === 0x5c) index++;
      else if (char === 0x22) quoted = false;
    } else if (char === 0x22) quoted = true;
    else if (char === 0x7b || char === 0x5b) maxDepth = Math.max(maxDepth, ++depth);
    else if (char === 0x7d || char === 0x5d) depth--;
  }
  return maxDepth;
}
