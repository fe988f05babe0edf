/** The items of a response, which is a page or a single object. */
import type {Endpoint} from './endpoint.ts';
import type {Field} from './field.ts';
import {isRecord} from './json.ts';

/** Maps a list; returns the same list when no entry changed, so that rows keep their identity. */
export function mapPreservingIdentity(list: readonly unknown[], map: (entry: unknown) => unknown): readonly unknown[] {
  const entries = list.map(map);
  return entries.some((entry, index) => entry !== list[index]) ? entries : list;
}

/** Changes each item of a page, or the single object of the response. Without a change it is the same object. */
export function mapItems({spec}: Endpoint, body: unknown, change: (field: Field, item: unknown) => unknown): unknown {
  const {page, responseModel} = spec;
  if (responseModel) return change(responseModel, body);
  if (!page || !isRecord(body) || !Array.isArray(body.data)) return body;
  const data = mapPreservingIdentity(body.data, item => change(page, item));
  return data === body.data ? body : {...body, data};
}
