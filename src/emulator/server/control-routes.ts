/**
 * Control routes: faults, clock, snapshots, requests, a fresh start. For tests and for people who write automation.
 *
 * Only for callers on this machine: the address must be loopback, and so must the host name in the request, so that no
 * web page can reach in through a name that resolves to 127.0.0.1.
 */
import type {HttpBindings} from '@hono/node-server';
import {Hono} from 'hono';
import {isObject, parseJson} from '../engine/http/json.ts';
import {defaultBodyLimits, readBody} from '../engine/http/read-request.ts';
import {Refusal, refuse} from '../engine/http/refusal.ts';
import {FaultPlanError, readFaultPlan} from '../faults/fault-plan.ts';
import type {EmulatorControl} from './emulator-control.ts';
import {journalRoutes} from './journal/journal-routes.ts';

type Bindings = {Bindings: HttpBindings};

const loopback = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;
const localName = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?$/i;

export function controlRoutes(control: EmulatorControl): Hono<Bindings> {
  const app = new Hono<Bindings>();
  app.use(async ({env: {incoming}, json}, next) => {
    const local = loopback.test(incoming.socket.remoteAddress ?? '') && localName.test(incoming.headers.host ?? '');
    if (!local || incoming.headers.origin !== undefined) return json(errors('Only for callers on this machine'), 403);
    await next();
    return undefined;
  });
  app.onError((error, {json}) => {
    const status = error instanceof Refusal ? (error.status as 400) : error instanceof FaultPlanError ? 400 : 500;
    const problems = error instanceof Refusal ? {errors: error.problems} : errors(error.message);
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
  app.get('/snapshot', ({json}) => json({snapshots: control.listSnapshots()}));
  app.delete('/snapshot/:name', context => {
    const name = context.req.param('name');
    return control.dropSnapshot(name) ? context.json({}) : context.json(errors(`Snapshot not found: ${name}`), 404);
  });
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
    // A caller that disconnects stops the clock where it is.
    context.env.outgoing.once('close', () => aborted.abort());
    const arrived = await control.advance(typeof advance === 'number' ? advance : Number.NaN, aborted.signal);
    return arrived ? context.json(control.state()) : context.json(errors('The emulator is ending'), 503);
  });
  app.all('*', ({json}) => json(errors('Not found'), 404));
  return app;
}

const errors = (reason: string) => ({errors: [{field: null, reason}]});

async function readJson(incoming: HttpBindings['incoming']): Promise<unknown> {
  const bytes = await readBody(incoming, defaultBodyLimits.json);
  try {
    return bytes.length === 0 ? {} : parseJson(bytes);
  } catch (error) {
    throw refuse(error instanceof Error ? error.message : String(error));
  }
}

async function readObject(incoming: HttpBindings['incoming']): Promise<Record<string, unknown>> {
  const body = await readJson(incoming);
  return isObject(body) ? body : {};
}
