/** `/openapi.json`: the API that this emulator speaks, described for programs; and `/`, where a lost visitor ends up. */
import {contract} from '../contract/index.ts';
import {openApi} from '../contract/openapi.ts';
import type {Departure} from './engine/engine.ts';

/** Version of the interface, not of this program (D1 §9). */
const apiVersion = '4.130.0';

const texts = new Map<string, string>();

/** The description for a caller who reached us at this origin; built once per origin. */
function description(origin: string): string {
  let text = texts.get(origin);
  if (text === undefined) {
    text = JSON.stringify(openApi(contract, apiVersion, origin));
    // Whoever invents host names must not fill the memory.
    if (texts.size < 16) texts.set(origin, text);
  }
  return text;
}

/** What is served beside the API to anybody, without a token. */
export function describe(path: string, method: string, origin: string): Departure | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const headers = {'Content-Type': 'application/json'};
  if (path === '/openapi.json') return {status: 200, headers, body: description(origin)};
  if (path !== '/') return undefined;
  const here = {api: `${origin}/v4`, description: `${origin}/openapi.json`, control: `${origin}/_emulator`};
  return {status: 200, headers, body: JSON.stringify(here)};
}
