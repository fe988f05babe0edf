/** Query parameters as users type them: `prefix=logs/`. */

import type {Endpoint} from '../../contract/schema/endpoint.ts';
import {ownProperty} from '../../platform/text/own-property.ts';
import {UsageError} from '../io/command-errors.ts';
import {suggestion} from '../io/did-you-mean.ts';

/** @throws UsageError for a parameter that the operation doesn't have */
export function parseQuery(
  endpoint: Endpoint,
  texts: readonly string[],
): Readonly<Record<string, unknown>> | undefined {
  const queryFields = endpoint.spec.query ?? {};
  const missing = Object.entries(queryFields).filter(
    ([name, {facts}]) => facts.required && !texts.some(text => text.startsWith(`${name}=`)),
  );
  if (missing.length > 0)
    throw new UsageError(`${endpoint.id} needs ${missing.map(([name]) => `--query ${name}=VALUE`).join(' and ')}`);
  if (texts.length === 0) return undefined;
  return Object.fromEntries(
    texts.map(text => {
      const [name = '', ...rest] = text.split('=');
      const field = ownProperty(queryFields, name);
      if (rest.length === 0 || !field) {
        const names = Object.keys(queryFields);
        const takes = names.length === 0 ? 'takes no query' : `takes --query NAME=VALUE with ${names.join(', ')}`;
        throw new UsageError(`${endpoint.id} ${takes}, not "${text}"${suggestion(name, names)}`);
      }
      const value = rest.join('=');
      if (field.kind !== 'integer' && field.kind !== 'number') return [name, value];
      if (!/^-?\d+(?:\.\d+)?$/.test(value)) throw new UsageError(`--query ${name} is a number, not "${value}"`);
      return [name, Number(value)];
    }),
  );
}
