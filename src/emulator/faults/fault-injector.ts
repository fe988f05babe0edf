/** Draws the faults of a request from a plan. */
import type {Endpoint} from '../../contract/schema/endpoint.ts';
import type {WireResponse} from '../engine/engine.ts';
import {Refusal} from '../engine/http/refusal.ts';
import type {EmulatedClock} from '../engine/time/clock.ts';
import type {Random} from '../engine/time/random.ts';
import {type FaultPlan, type FaultRule, ruleCovers} from './fault-plan.ts';
import {corruptResponse, skewedTime} from './malformed-response.ts';

interface RunningFault {
  readonly rule: FaultRule;
  seen: number;
  hit: number;
}

/** The connection ends without a response. */
export const closedConnection: WireResponse = {status: 0, headers: {}, body: undefined};

const corruptingKinds = new Set<FaultRule['kind']>([
  'truncate',
  'garbage',
  'skew',
  'unknown-enum',
  'unknown-field',
  'missing-field',
  'wrong-type',
  'hostile',
]);

export class FaultInjector {
  readonly #clock: EmulatedClock;
  #random: Random;
  #rules: RunningFault[] = [];

  constructor(clock: EmulatedClock, random: Random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** Replaces the random source: later faults are those of a new injector with this source. */
  restart(random: Random): void {
    this.#random = random;
  }

  set(plan: FaultPlan): void {
    this.#rules = plan.faults.map(rule => ({rule, seen: 0, hit: 0}));
  }

  /** The rules, with the numbers of requests that matched and of requests that were hit. */
  report(): readonly Readonly<RunningFault>[] {
    return this.#rules;
  }

  /** Draws the faults of this request. */
  draw(endpoint: Endpoint): readonly FaultRule[] {
    if (this.#rules.length === 0) return [];
    return this.#rules.flatMap(running => {
      const {on = '*', rate = 1, count = Number.POSITIVE_INFINITY, after = 0} = running.rule;
      if (!ruleCovers(on, endpoint.id)) return [];
      running.seen++;
      if (running.seen <= after || running.hit >= count || !this.#random.chance(rate)) return [];
      running.hit++;
      return [running.rule];
    });
  }

  /** Delay of a request, in real milliseconds. */
  delay(rules: readonly FaultRule[]): number {
    return rules
      .filter(({kind}) => kind === 'latency')
      .reduce((sum, {milliseconds = 500, jitter = 0}) => sum + milliseconds + this.#random.int(0, jitter), 0);
  }

  /** Number of items by which a page is shifted, as if items had been added or removed since the page before. */
  shift(rules: readonly FaultRule[], query: string): number {
    const rule = rules.find(({kind}) => kind === 'shift');
    return rule && Number(new URLSearchParams(query).get('page') ?? 1) > 1 ? (rule.items ?? 1) : 0;
  }

  /**
   * Response that replaces the real one, before or after the handler runs; undefined if the request continues.
   * @throws Refusal for a fault that is answered as the API answers an error
   */
  replacement(rules: readonly FaultRule[], moment: 'before' | 'after'): WireResponse | undefined {
    const rule = rules.find(
      ({kind, when = 'before'}) => when === moment && ['throttle', 'error', 'html', 'reset'].includes(kind),
    );
    if (!rule) return undefined;
    if (rule.kind === 'reset') return closedConnection;
    if (rule.kind === 'html') return proxyPage(rule.status ?? 502);
    if (rule.kind === 'throttle')
      throw new Refusal(429, [{field: null, reason: 'Too many requests'}], {'Retry-After': String(rule.seconds ?? 1)});
    throw new Refusal(rule.status ?? 500, [{field: null, reason: 'Internal server error'}]);
  }

  /** Applies the faults to a response. */
  corrupt(response: WireResponse, rules: readonly FaultRule[], endpoint: Endpoint): WireResponse {
    let {body, headers} = response;
    for (const rule of rules) {
      if (corruptingKinds.has(rule.kind) && typeof body === 'string')
        body = corruptResponse(body, endpoint, rule, this.#random);
      if (rule.kind === 'skew') {
        const skewed = skewedTime(this.#clock.now(), rule.hours);
        headers = {...headers, Date: new Date(skewed).toUTCString()};
      }
    }
    const stall = rules.find(({kind}) => kind === 'stall');
    return {...response, headers, body, ...(stall ? {stallMs: stall.milliseconds ?? 30_000} : {})};
  }
}

function proxyPage(status: number): WireResponse {
  const body = `<html><head><title>${status} Bad Gateway</title></head><body><center><h1>${status} Bad Gateway</h1></center><hr></body></html>\n`;
  return {status, headers: {'Content-Type': 'text/html'}, body};
}
