/** `/openapi.json`: the emulated API as OpenAPI; `/docs`: its page; `/`: a list of addresses. */
import {contract} from '../../contract/index.ts';
import {openApi} from '../../contract/openapi/openapi.ts';
import {operationsIn} from '../../contract/wire/dialect.ts';
import type {Engine, WireResponse} from '../engine/engine.ts';
import {handlePageRequest} from './api-page.ts';

/** Version of the interface, not of this program (D1 §9). */
const apiVersion = '4.130.0';

/** Cache of descriptions by engine, and by origin of the request. */
const texts = new WeakMap<Engine, Map<string, string>>();

function description(engine: Engine, origin: string): string {
  const cachedTexts = texts.get(engine) ?? new Map<string, string>();
  texts.set(engine, cachedTexts);
  let text = cachedTexts.get(origin);
  if (text === undefined) {
    const {brand, dialect} = engine;
    text = JSON.stringify(
      openApi(operationsIn(contract, dialect), {version: apiVersion, server: origin, brand, dialect}),
    );
    // Limited, because callers can send any number of host names.
    if (cachedTexts.size < 16) cachedTexts.set(origin, text);
  }
  return text;
}

/** Serves the documents, without a token. */
export function handleDocumentRequest(
  engine: Engine,
  path: string,
  method: string,
  origin: string,
): WireResponse | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const headers = {'Content-Type': 'application/json'};
  if (path === '/openapi.json') return {status: 200, headers, body: description(engine, origin)};
  if (path !== '/') return handlePageRequest(path);
  const links = {
    api: `${origin}/v4`,
    description: `${origin}/openapi.json`,
    page: `${origin}/docs`,
    control: `${origin}/_emulator`,
  };
  return {status: 200, headers, body: JSON.stringify(links)};
}
