/** The HTTP server: the API, the addresses beside it, and the control routes. */
import {createServer, type Server} from 'node:http';
import {getRequestListener, type HttpBindings} from '@hono/node-server';
import {RESPONSE_ALREADY_SENT} from '@hono/node-server/utils/response';
import {Hono} from 'hono';
import {arrivalOf, type BodyLimits, pass} from './engine/door.ts';
import type {Engine} from './engine/engine.ts';
import {rawAt} from './engine/raw.ts';
import {send} from './engine/send.ts';

export interface HttpOptions {
  readonly bodies?: BodyLimits | undefined;
}

/** Larger heads are answered 431 by the runtime. */
const maxHeaderSize = 16 * 1024;

export function httpServer(engine: Engine, {bodies}: HttpOptions): Server {
  const app = new Hono<{Bindings: HttpBindings}>();
  app.all('*', async ({env: {incoming, outgoing}}) => {
    const arrival = arrivalOf(incoming);
    const beside = rawAt(arrival.path);
    const departure = beside
      ? await beside
          .handler({
            engine,
            incoming,
            method: arrival.method,
            rest: beside.rest,
            query: new URLSearchParams(arrival.query),
          })
          .catch(error => engine.refuse(error))
      : await pass(engine, incoming, arrival, bodies);
    send(outgoing, departure);
    return RESPONSE_ALREADY_SENT;
  });
  const listener = getRequestListener(app.fetch, {
    // The answers go straight to the socket; the runtime's own Response stays what it is.
    overrideGlobalObjects: false,
    errorHandler: error => {
      const {status, headers, body} = engine.refuse(error);
      return new Response(typeof body === 'string' ? body : null, {status, headers: {...headers}});
    },
  });
  return createServer({maxHeaderSize}, (incoming, outgoing) => void listener(incoming, outgoing));
}
