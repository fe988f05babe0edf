/**
 * Control routes: faults, clock, snapshots, requests, reset. For tests and automation.
 *
 * With a control token, callers must send it, from any address. Without one, only callers on this machine are allowed:
 * the address and the host name of the request must be loopback, so that no web page can call the routes through a name
 * that resolves to 127.0.0.1. Health and readiness are public.
 */
import {createHash, timingSafeEqual} from 'node:crypto';
import type {HttpBindings} from '@hono/node-server';
import {Hono} from 'hono';
import {isRecord} from '../../contract/schema/json.ts';
import {parseBody} from '../engine/http/json.ts';
import {defaultBodyLimits, readBody} from '../engine/http/read-request.ts';
import {badRequest, Refusal} from '../engine/http/refusal.ts';
import {DataFileError} from '../engine/storage/database.ts';
import {FaultPlanError, readFaultPlan} from '../faults/fault-plan.ts';
import {type AccountList, accountRoutes} from './accounts/account-routes.ts';
import type {EmulatorControl} from './emulator-control.ts';
import {journalRoutes} from './journal/journal-routes.ts';

type Bindings = {Bindings: HttpBindings};

/** Bytes of a snapshot that is sent: an account of 100,000 instances has some 200 MB. */
const maxSnapshotSize = 2 ** 30;

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const localName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

export function controlRoutes(control: EmulatorControl, token?: string, accounts?: AccountList): Hono<Bindings> {
  const app = new Hono<Bindings>();
  // The `Date` of a response is emulated time, as in the API.
  app.use(async (context, next) => {
    await next();
    context.header('Date', new Date(control.now()).toUTCString());
  });
  app.get('/health', ({json}) => json({status: 'ok'}));
  app.get('/ready', ({json}) => json({status: control.phase}, control.phase === 'ready' ? 200 : 503));
  app.use(async ({env: {incoming}, json}, next) => {
    const refusal = token === undefined ? locality(incoming) : authorization(incoming, token);
    if (refusal) return json(errors(refusal.reason), refusal.status);
    await next();
    return undefined;
  });
  app.onError((error, {json}) => {
    const isMistake = error instanceof FaultPlanError || error instanceof DataFileError;
    const status = error instanceof Refusal ? (error.status as 400) : isMistake ? 400 : 500;
    const problems = error instanceof Refusal ? {errors: error.fieldErrors} : errors(error.message);
    return json(problems, status);
  });
  app.get('/', ({json}) => json(control.state()));
  app.get('/faults', ({json}) => json({faults: control.state().faults}));
  app.post('/faults', async context => {
    control.setFaults(readFaultPlan(await readJson(context.env.incoming)));
    return context.json({});
  });
  app.delete('/faults', ({json}) => {
    control.setFaults({faults: []});
    return json({});
  });
  app.post('/reset', ({json}) => {
    control.reset();
    return json(control.state());
  });
  app.route('/requests', journalRoutes(control.journal, readObject));
  if (accounts) app.route('/accounts', accountRoutes(accounts));
  app.get('/snapshot', ({json}) => json({snapshots: control.listSnapshots()}));
  app.delete('/snapshot/:name', context => {
    const name = context.req.param('name');
    return control.dropSnapshot(name) ? context.json({}) : context.json(errors(`Snapshot not found: ${name}`), 404);
  });
  app.get('/snapshot/:name', context => {
    const name = context.req.param('name');
    const bytes = control.readSnapshot(name);
    if (!bytes) return context.json(errors(`Snapshot not found: ${name}`), 404);
    return context.body(new Uint8Array(bytes), 200, {'Content-Type': 'application/vnd.sqlite3'});
  });
  app.put('/snapshot/:name', async context => {
    control.addSnapshot(context.req.param('name'), await readBody(context.env.incoming, maxSnapshotSize));
    return context.json({});
  });
  app.get('/export', async context =>
    context.body(await control.exportAccount(), 200, {'Content-Type': 'application/yaml'}),
  );
  app.post('/snapshot', async context => {
    const {name = 'default', restore = false} = await readObject(context.env.incoming);
    if (typeof name !== 'string') return context.json(errors('name must be text'), 400);
    if (restore !== true) control.takeSnapshot(name);
    else if (!control.restoreSnapshot(name)) return context.json(errors(`Snapshot not found: ${name}`), 404);
    return context.json({});
  });
  app.post('/clock', async context => {
    const {advance} = await readObject(context.env.incoming);
    const aborted = new AbortController();
    // The advance stops when the caller disconnects.
    context.env.outgoing.once('close', () => aborted.abort());
    const arrived = await control.advance(typeof advance === 'number' ? advance : Number.NaN, aborted.signal);
    return arrived ? context.json(control.state()) : context.json(errors('The emulator is ending'), 503);
  });
  app.all('*', ({json}) => json(errors('Not found'), 404));
  return app;
}

interface ControlRefusal {
  readonly status: 401 | 403;
  readonly reason: string;
}

function locality({socket, headers}: HttpBindings['incoming']): ControlRefusal | undefined {
  const isLocal = loopback.test(socket.remoteAddress ?? '') && localName.test(headers.host ?? '');
  if (isLocal && headers.origin === undefined) return undefined;
  return {status: 403, reason: 'Only for callers on this machine; start the emulator with --control-token for others'};
}

function authorization({headers}: HttpBindings['incoming'], token: string): ControlRefusal | undefined {
  const sent = headers['x-emulator-token'] ?? /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  if (typeof sent === 'string' && timingSafeEqual(hashOf(sent), hashOf(token))) return undefined;
  return {status: 401, reason: 'Send the control token: Authorization: Bearer TOKEN, or X-Emulator-Token: TOKEN'};
}

/** Equal lengths, so that the comparison takes the same time for every text. */
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

const errors = (reason: string) => ({errors: [{field: null, reason}]});

async function readJson(incoming: HttpBindings['incoming']): Promise<unknown> {
  const bytes = await readBody(incoming, defaultBodyLimits.json);
  try {
    return bytes.length === 0 ? {} : parseBody(bytes);
  } catch (error) {
    throw badRequest(error instanceof Error ? error.message : String(error));
  }
}

async function readObject(incoming: HttpBindings['incoming']): Promise<Record<string, unknown>> {
  const body = await readJson(incoming);
  return isRecord(body) ? body : {};
}
