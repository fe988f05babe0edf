/** Responses that break the contract, which a client must tolerate. */
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {Shape} from '../../contract/schema/field.ts';
import {isRecord} from '../../contract/schema/json.ts';
import type {JsonObject} from '../engine/http/json.ts';
import {hours as anHour, formatTimestamp, parseTimestamp} from '../engine/time/clock.ts';
import type {Random} from '../engine/time/random.ts';
import type {FaultRule} from './fault-plan.ts';

/** Sequences that set the title, clear the screen, reverse the direction, ring the bell, request a report; a NUL. */
export const hostileText =
  '\u001b]0;owned\u0007\u001b[2J\u001b[31m\u202eevil\u202c\u0000\u0007\u001b[6n\u009b1A\r\n\u200f';

/** Years in the format of the API have four digits. */
const [firstTime, lastTime] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];

/** A time of the fault `skew`, at most the first or the last time that the API can write. */
export const skewedTime = (time: number, hours = 5): number =>
  Math.min(lastTime, Math.max(firstTime, time + hours * anHour));

/** Applies a fault to the JSON of a response; a response that the fault doesn't apply to stays unchanged. */
export function corruptResponse(text: string, endpoint: Endpoint, {kind, hours}: FaultRule, random: Random): string {
  switch (kind) {
    case 'truncate':
      return text.slice(0, Math.floor(text.length * (0.2 + 0.6 * random.next())));
    case 'garbage': {
      // A raw line break is invalid inside a JSON token, and the inserted text is invalid between tokens.
      const half = Math.floor(text.length / 2);
      return `${text.slice(0, half)}\n\ufffd<<<<<<< HEAD\n${text.slice(half)}`;
    }
    case 'skew':
      return text.replaceAll(
        /"(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})"/g,
        (_, at: string) => `"${formatTimestamp(skewedTime(parseTimestamp(at), hours))}"`,
      );
    case 'unknown-enum':
    case 'unknown-field':
    case 'missing-field':
    case 'wrong-type':
    case 'hostile':
      return corruptItem(text, endpoint, kind, random);
    default:
      return text;
  }
}

function corruptItem(text: string, endpoint: Endpoint, kind: FaultRule['kind'], random: Random): string {
  const body: unknown = JSON.parse(text);
  const list = isRecord(body) ? body.data : body;
  const items = Array.isArray(list) ? list.filter(isRecord) : isRecord(body) ? [body] : [];
  if (items.length === 0) return text;
  const item = random.pick(items);
  const fields = (endpoint.spec.page ?? endpoint.spec.responseModel)?.fields ?? {};
  change(item, fields, kind, random);
  return JSON.stringify(body);
}

function change(item: JsonObject, fields: Shape, kind: FaultRule['kind'], random: Random): void {
  const names = Object.keys(item).filter(name => name !== 'id');
  const ofKind = (fieldKind: string) =>
    names.filter(name => fields[name]?.kind === fieldKind && typeof item[name] === 'string');
  switch (kind) {
    case 'unknown-enum':
      for (const name of ofKind('choice')) item[name] = 'from_the_future';
      return;
    case 'unknown-field':
      item.from_the_future = {beta: true, level: [1, 2, 3]};
      return;
    case 'hostile':
      for (const name of ofKind('text')) if (!/^(created|updated|.*_?url|expiry)$/.test(name)) item[name] = hostileText;
      return;
    default: {
      if (names.length === 0) return;
      const name = random.pick(names);
      if (kind === 'missing-field') delete item[name];
      else item[name] = otherType(item[name]);
    }
  }
}

function otherType(value: unknown): unknown {
  if (typeof value === 'number') return 'many';
  if (typeof value === 'string') return 42;
  if (Array.isArray(value)) return {length: 0};
  return typeof value === 'boolean' ? 'yes' : [null];
}
