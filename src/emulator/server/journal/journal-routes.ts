/** Control routes of the journal: `GET` and `DELETE /_emulator/requests`, `POST /_emulator/requests/verify`. */
import type {HttpBindings} from '@hono/node-server';
import {Hono} from 'hono';
import {checkBody} from '../../../contract/reading/check-body.ts';
import {integer, model, text} from '../../../contract/schema/field.ts';
import {isRecord} from '../../../contract/schema/json.ts';
import {Refusal} from '../../engine/http/refusal.ts';
import {matchingRequests, readFilter, type StatusFilter} from './match-requests.ts';
import type {RequestJournal} from './request-journal.ts';
import {type RequestExpectation, VerificationError, verifyRequests} from './verify-requests.ts';

type Bindings = {Bindings: HttpBindings};

const count = integer({min: 0});
/** The typed parts of an expectation; `status` is a number or a text, the others are any JSON. */
const Expectation = model('RequestExpectation', {
  operation: text(),
  method: text(),
  path: text(),
  user: text(),
  after: count,
  times: count,
  atLeast: count,
  atMost: count,
});

export function journalRoutes(
  journal: RequestJournal,
  readObject: (incoming: HttpBindings['incoming']) => Promise<Record<string, unknown>>,
): Hono<Bindings> {
  const app = new Hono<Bindings>();
  app.get('/', context => {
    const {filter, limit} = readFilter(new URL(context.req.url).searchParams);
    const found = matchingRequests(journal, filter);
    const shown = limit === undefined ? found : found.slice(Math.max(0, found.length - limit));
    return context.json({requests: shown, count: found.length, dropped: journal.dropped});
  });
  app.delete('/', ({json}) => {
    journal.clear();
    return json({});
  });
  app.post('/verify', async context => {
    const expectation = readExpectation(await readObject(context.env.incoming));
    try {
      return context.json({count: verifyRequests(journal, expectation).length});
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      return context.json({errors: [{field: null, reason: error.message}]}, 422);
    }
  });
  return app;
}

/** @throws Refusal with all problems */
function readExpectation(sent: Record<string, unknown>): RequestExpectation {
  const {body, answer, params, status, ...rest} = sent;
  const {value, fieldErrors} = checkBody(Expectation, rest);
  const all = [...fieldErrors];
  if (params !== undefined && !isRecord(params)) all.push({field: 'params', reason: 'must be an object'});
  if (status !== undefined && typeof status !== 'number' && typeof status !== 'string')
    all.push({field: 'status', reason: 'must be a status or a class of them, such as 200 or 4xx'});
  if (all.length > 0) throw new Refusal(400, all);
  return {
    ...(value as RequestExpectation),
    body,
    answer,
    params: params as RequestExpectation['params'],
    status: status as StatusFilter | undefined,
  };
}
