/** Recordings as a later version of the API may answer: more fields, other words, nulls. */

import {contract} from '../../src/contract/index.ts';
import {bestOption} from '../../src/contract/reading/repair.ts';
import type {Endpoint} from '../../src/contract/schema/endpoint.ts';
import {type Field, keyOf} from '../../src/contract/schema/field.ts';
import {isRecord} from '../../src/contract/schema/json.ts';
import {Routes} from '../../src/emulator/engine/http/routes.ts';
import {seededRandom} from '../../src/emulator/engine/time/random.ts';
import type {Recorded} from './recording.ts';

const routes = new Routes(contract);
/** Of the members of objects, so many are null, and so many words are unknown. */
const nullShare = 0.06;
const unknownShare = 0.1;

/**
 * The same answers with fields that the contract does not have, values that its choices do not have, and nulls. Keys of
 * rows stay, because paths lead through them.
 */
export function altered(answers: readonly Recorded[], seed: number): readonly Recorded[] {
  const random = seededRandom(seed);
  return answers.map(answer => {
    const found = routes.find(answer.method, answer.path.split('?', 1)[0] ?? '');
    if (!found || !('endpoint' in found) || answer.status >= 300 || !isRecord(answer.body)) return answer;
    const draw = random.fork(answer.path);
    const alter = alterer(chance => draw.chance(chance));
    return {...answer, body: alterBody(found.endpoint, answer.body, alter)};
  });
}

type Alter = (field: Field, value: unknown) => unknown;

function alterBody({spec}: Endpoint, body: Record<string, unknown>, alter: Alter): unknown {
  const {page, responseModel} = spec;
  if (page && Array.isArray(body.data)) return {...body, future: true, data: body.data.map(item => alter(page, item))};
  // `{}` means that no such object exists.
  if (responseModel && Object.keys(body).length === 0) return body;
  return responseModel ? alter(responseModel, body) : {...body, future: true};
}

function alterer(isDue: (share: number) => boolean): Alter {
  const alter: Alter = (field, value) => {
    if (field.kind === 'list' && Array.isArray(value)) return value.map(item => alter(field.item, item));
    if (field.kind === 'choice' && typeof value === 'string') return isDue(unknownShare) ? 'future_value' : value;
    if (field.kind === 'either') return alter(bestOption(field.options, value), value);
    if (field.kind !== 'object' || !isRecord(value)) return value;
    const members = Object.entries(value).map(([name, member]) => {
      const inner = field.fields[name];
      if (inner === undefined || name === keyOf(field)) return [name, member];
      return [name, isDue(nullShare) ? null : alter(inner, member)];
    });
    const future = {future_field: {inner: [1, null, {more: 'x'}]}, future_text: 'later', future_null: null};
    return {...Object.fromEntries(members), ...future};
  };
  return alter;
}
