/** Builds the path of a request from an endpoint and its parameters. */
import type {Endpoint, Params} from './endpoint.ts';

/**
 * The path of a request, relative to the root, percent-encoded.
 *
 * An ID with a slash is one parameter and becomes one segment (`/images/private%2F15`). Servers also accept it
 * unencoded, but a proxy on the way can't recognize where the ID ends (D1 §4.3).
 * @throws RangeError for a value that can't be a segment: with it, `DELETE /tags/` would be a request of another
 * operation
 */
export function buildPath<E extends Endpoint>(endpoint: E, params: Params<E>): string {
  const values = params as Readonly<Record<string, string | number>>;
  return endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(endpoint, name, values[name]));
}

function segment(endpoint: Endpoint, name: string, value: string | number | undefined): string {
  const text = String(value ?? '').toWellFormed();
  // Parsing a URL normalizes it: a segment of dots would lead to the parent, encoded or not.
  const usable = endpoint.params[name] === 'integer' ? /^\d+$/.test(text) : !/^\.{0,2}$/.test(text);
  if (!usable) throw new RangeError(`${endpoint.id}: ${JSON.stringify(value)} cannot be a ${name}`);
  return encodeURIComponent(text);
}
