/** JSON of requests and responses. */
import type {Model} from '../../../contract/schema/field.ts';

declare const content: unique symbol;

/** JSON text of a `T`. Rows of the store are sent as their stored text, without being parsed and serialized again. */
export class Json<T> {
  readonly text: string;
  /** Model of the text, if the response of a dialect differs from that of the endpoint. */
  readonly model: Model | undefined;
  declare readonly [content]?: T;

  constructor(text: string, model?: Model) {
    this.text = text;
    this.model = model;
  }
}

export type JsonObject = Record<string, unknown>;

/** Far deeper than any body of the contract, and safe for recursive code. */
const maxJsonDepth = 64;

const utf8 = new TextDecoder('utf-8', {fatal: true});

/**
 * Parses untrusted JSON.
 * @throws Error with a readable reason: broken UTF-8, broken JSON, nested too deeply
 */
export function parseBody(bytes: Uint8Array): unknown {
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

/** Depth of nesting, counted before parsing, because recursive code overflows the stack on deep values. */
function depthOf(text: string): number {
  let depth = 0;
  let maxDepth = 0;
  let isQuoted = false;
  for (let index = 0; index < text.length; index++) {
    const char = text.charCodeAt(index);
    if (isQuoted) {
      if (char === 0x5c) index++;
      else if (char === 0x22) isQuoted = false;
    } else if (char === 0x22) isQuoted = true;
    else if (char === 0x7b || char === 0x5b) maxDepth = Math.max(maxDepth, ++depth);
    else if (char === 0x7d || char === 0x5d) depth--;
  }
  return maxDepth;
}
