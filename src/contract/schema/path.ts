/** From an endpoint and its parameters to a path. */
import type {Endpoint, Params} from './endpoint.ts';

/**
 * The path of a call, relative to the root, percent-encoded.
 *
 * An ID with a slash is one parameter and goes as one segment (`/images/private%2F15`): servers take it plain, too, but
 * a proxy between may not see where the ID ends (D1 §4.3).
 * @throws RangeError for a value that cannot be a segment; sent anyway, `DELETE /tags/` would mean another call
 */
export function buildPath<E extends Endpoint>(endpoint: E, params: Params<E>): string {
  const values = params as Readonly<Record<string, string | number>>;
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(endpoint, name, values[name]));
}

function segment(endpoint: Endpoint, name: string, value: string | number | undefined): string {
  const text = String(value ?? '').toWellFormed();
  // A URL is normalized while it is parsed: dots would climb up, encoded or not.
  const usable = endpoint.params[name] === 'integer' ? /^\d+$/.test(text) : !/^\.{0,2}$/.test(text);
  if (!usable) throw new RangeError(`${endpoint.id}: ${JSON.stringify(value)} cannot be a ${name}`);
  return encodeURIComponent(text);
}
