/** Requests to the login service, and their responses. */

import type {WireResponse} from '../../engine/engine.ts';
import type {RawRequest} from '../../engine/http/raw-routes.ts';
import {readBody} from '../../engine/http/read-request.ts';
import {badRequest, Refusal} from '../../engine/http/refusal.ts';

/** Fields of a form, URL-encoded or in parts. */
export async function readForm({incoming}: RawRequest): Promise<ReadonlyMap<string, string>> {
  const type = incoming.headers['content-type'] ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(type))
    throw new Refusal(415, [{field: null, reason: 'The body is sent as a form.'}]);
  const bytes = await readBody(incoming, 2 ** 16);
  try {
    const form = await new Response(Buffer.from(bytes), {headers: {'content-type': type}}).formData();
    return new Map([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value] as const] : [])));
  } catch {
    throw badRequest('The form cannot be read.');
  }
}

/** Caches must not store any part of a login. */
const noStoreHeaders = {'Cache-Control': 'no-store'};

export const json = (status: number, body: object): WireResponse => ({
  status,
  headers: {...noStoreHeaders, 'Content-Type': 'application/json'},
  body: JSON.stringify(body),
});

/** A page with a token input must not be framed, run scripts, or send its URL to other sites. */
const securityHeaders = {
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

export const html = (status: number, body: string): WireResponse => ({
  status,
  headers: {...noStoreHeaders, ...securityHeaders, 'Content-Type': 'text/html; charset=utf-8'},
  body,
});

export const redirectTo = (location: string, headers: Readonly<Record<string, string>> = {}): WireResponse => ({
  status: 303,
  headers: {...noStoreHeaders, ...headers, Location: location, 'Content-Length': '0'},
  body: undefined,
});
