/**
 * Control routes: faults, clock, snapshots, a fresh start. For tests and for people who write automation.
 *
 * Only for callers on this machine: the address must be loopback, and so must the host name in the request, so that no
 * web page can reach in through a name that resolves to 127.0.0.1.
 */
import type {HttpBindings} from '@hono/node-server';
import {type Context, Hono} from 'hono';
import {isObject, parseJson} from '../engine/http/json.ts';
import {defaultBodyLimits, readBody} from '../engine/http/read-request.ts';
import {Refusal} from '../engine/http/refusal.ts';
import type {FaultPlan} from '../faults/fault-plan.ts';
import {FaultPlanError, readFaultPlan} from '../faults/fault-plan.ts';

/** Controls of a running emulator. */
export interface EmulatorControl {
  state(): Readonly<Record<string, unknown>>;
  setFaults(plan: FaultPlan): void;
  /**
   * Restores the account, the faults and the random source of the start. Printed tokens stay valid, and the time stays:
   * the story of the account runs up to now.
   */
  reset(): void;
  /** Keeps the account as it is now, under a name. */
  takeSnapshot(name: string): void;
  /** Restores a snapshot. Answers false for an unknown name. */
  restoreSnapshot(name: string): boolean;
  listSnapshots(): readonly string[];
  /** Answers false for an unknown name. */
  dropSnapshot(name: string): boolean;
  /** Milliseconds of emulated time. Answers false if the signal or the end of the emulator stopped it. */
  advance(milliseconds: number, signal: AbortSignal): Promise<boolean>;
}

/** Seconds: ten years. */
const maxAdvance = 10 * 366 * 24 * 3600;

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
    return json(errors(error.message), status);
  });
  app.get('/', ({json}) => json(control.state()));
  app.get('/faults', ({json}) => json({faults: control.state().faults}));
  app.post('/faults', async context => {
    control.setFaults(readFaultPlan(await bodyOf(context)));
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
  app.get('/snapshot', ({json}) => json({snapshots: control.listSnapshots()}));
  app.delete('/snapshot/:name', context => {
    const name = context.req.param('name');
    return control.dropSnapshot(name) ? context.json({}) : context.json(errors(`Snapshot not found: ${name}`), 404);
  });
  app.post('/snapshot', async context => {
    const {name = 'default', restore = false} = await objectOf(context);
    if (typeof name !== 'string') return context.json(errors('name must be text'), 400);
    if (restore !== true) control.takeSnapshot(name);
    else if (!control.restoreSnapshot(name)) return context.json(errors(`Snapshot not found: ${name}`), 404);
    return context.json({});
  });
  app.post('/clock', async context => {
    const {advance} = await objectOf(context);
    if (typeof advance !== 'number' || !(advance >= 0 && advance <= maxAdvance))
      return context.json(errors(`advance must be a number of seconds, 0 to ${maxAdvance} (ten years)`), 400);
    const aborted = new AbortController();
    // A caller that disconnects stops the clock where it is.
    context.env.outgoing.once('close', () => aborted.abort());
    const arrived = await control.advance(advance * 1000, aborted.signal);
    return arrived ? context.json(control.state()) : context.json(errors('The emulator is ending'), 503);
  });
  app.all('*', ({json}) => json(errors('Not found'), 404));
  return app;
}

const errors = (reason: string) => ({errors: [{field: null, reason}]});

async function bodyOf({env}: Context<Bindings>): Promise<unknown> {
  const bytes = await readBody(env.incoming, defaultBodyLimits.json);
  return bytes.length === 0 ? {} : parse(bytes);
}

function parse(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    throw new FaultPlanError(error instanceof Error ? error.message : String(error));
  }
}

async function objectOf(context: Context<Bindings>): Promise<Record<string, unknown>> {
  const body = await bodyOf(context);
  return isObject(body) ? body : {};
}
