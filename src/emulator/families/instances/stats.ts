/**
 * Statistics and network transfer: simulated load of an instance.
 *
 * Every value is a pure function of the instance and the time, so that two reads of the same hour agree, and no values
 * are stored. The load follows working hours, with a nightly job, noise and occasional bursts.
 */
import type {Contract} from '../../../contract/index.ts';
import type {InstanceStats} from '../../../contract/instances/stats.ts';
import type {Call, Handlers} from '../../engine/call.ts';
import {Json} from '../../engine/http/json.ts';
import {badRequest} from '../../engine/http/refusal.ts';
import {days, hours, minutes, parseTimestamp} from '../../engine/time/clock.ts';
import {hashText} from '../../engine/time/random.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {Instances, type StoredInstance} from './instance-kinds.ts';

type Group = Contract['instances'];
type Point = readonly [time: number, value: number];

/** 0 to 1, the same for the same name and moment. */
const noise = (name: string, moment: number) => hashText(`${name} ${Math.floor(moment)}`) / 2 ** 32;

/** Load of the instance, 0 to 1. */
function load(instance: StoredInstance, time: number): number {
  const hour = (time / hours) % 24;
  const day = (0.5 - 0.5 * Math.cos(((hour - 3) / 24) * 2 * Math.PI)) ** 1.5;
  const weekend = [0, 6].includes(new Date(time).getUTCDay()) ? 0.6 : 1;
  const base = 0.05 + 0.25 * noise(`${instance.id} base`, 0);
  const nightly = Math.abs(hour - 2.5 - noise(`${instance.id} job`, 0)) < 0.4 ? 0.35 : 0;
  const burst = noise(`${instance.id} burst`, time / (20 * minutes)) > 0.97 ? 0.4 : 0;
  const jitter = 0.08 * (noise(`${instance.id}`, time / (5 * minutes)) - 0.5);
  return Math.min(1, Math.max(0.01, base + 0.45 * day * weekend + nightly + burst + jitter));
}

interface SeriesSpan {
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

function seriesOf(
  instance: StoredInstance,
  {from, to, step}: SeriesSpan,
  of: (load: number, time: number) => number,
): Point[] {
  const points: Point[] = [];
  // Values start at the creation of the instance.
  const first = Math.max(from, parseTimestamp(instance.created));
  for (let time = Math.ceil(first / step) * step; time <= to; time += step)
    points.push([time, Math.round(100 * of(load(instance, time), time)) / 100]);
  return points;
}

function statsOf({word}: Pick<UnitOfWork, 'word'>, instance: StoredInstance, span: SeriesSpan): InstanceStats {
  const {id, specs} = instance;
  const wobble = (name: string, time: number) => 0.7 + 0.6 * noise(`${id} ${name}`, time / (5 * minutes));
  const series = (name: string, scale: number) =>
    seriesOf(instance, span, (value, time) => value * scale * wobble(name, time));
  const bits = 4e6 * specs.vcpus;
  return {
    cpu: seriesOf(instance, span, value => value * 100 * specs.vcpus * 0.8),
    io: {io: series('io', 120), swap: series('swap', specs.memory < 2048 ? 6 : 0.2)},
    netv4: {
      in: series('in', bits / 3),
      out: series('out', bits),
      private_in: series('pin', bits / 10),
      private_out: series('pout', bits / 10),
    },
    netv6: {
      in: series('in6', bits / 30),
      out: series('out6', bits / 12),
      private_in: series('pin6', bits / 1000),
      private_out: series('pout6', bits / 1000),
    },
    title: `${instance.label} (${word}${id})`,
  };
}

function presentStats({dialect}: Pick<Call<Group['stats']['get']>, 'dialect'>, stats: InstanceStats) {
  if (dialect.series === 'bare') return stats;
  const {title, ...data} = stats;
  return new Json<InstanceStats>(JSON.stringify({title, data}));
}

/** The requested month, from its first millisecond to its last. @throws Refusal 400 for a future month */
function monthOf({params, now}: Call<Group['stats']['month'] | Group['transfer']['month']>): {
  from: number;
  to: number;
} {
  const {year, month} = params;
  if (month < 1 || month > 12) throw badRequest('must be 1 to 12', 'month');
  const from = Date.UTC(year, month - 1);
  if (from > now) throw badRequest('must be in the past or the current one', 'month');
  return {from, to: Date.UTC(year, month)};
}

export const stats: Handlers<Group['stats']> = {
  get(call) {
    const instance = call.find(Instances, call.params.computeId);
    return presentStats(call, statsOf(call, instance, {from: call.now - days, to: call.now, step: 5 * minutes}));
  },

  month(call) {
    const instance = call.find(Instances, call.params.computeId);
    if (call.params.year < 2000 || call.params.year > 2037) throw badRequest('must be 2000 to 2037', 'year');
    const {from, to} = monthOf(call);
    // For the current month, the response has the last 30 days (D2 §4.1 r5).
    const span = to > call.now ? {from: call.now - 30 * days, to: call.now} : {from, to};
    return presentStats(call, statsOf(call, instance, {...span, step: 2 * hours}));
  },
};

/** Bytes through the public interface between two times: half of the plan's transfer, weighted by the load. */
function traffic(instance: StoredInstance, from: number, to: number): {in: number; out: number} {
  const first = Math.max(from, parseTimestamp(instance.created));
  let sum = 0;
  for (let time = first; time < to; time += 6 * hours) sum += load(instance, time) * Math.min(6 * hours, to - time);
  const outbound = Math.round((sum / (30 * days)) * instance.specs.transfer * 1e9 * 0.5);
  return {in: Math.round(outbound / 5), out: outbound};
}

export const instanceTransfer: Handlers<Group['transfer']> = {
  get(call) {
    const instance = call.find(Instances, call.params.computeId);
    const today = new Date(call.now);
    const monthTraffic = traffic(instance, Date.UTC(today.getUTCFullYear(), today.getUTCMonth()), call.now);
    // `used` is in bytes; `quota` and `billable` are in GB (D2 §2.7).
    const quota = instance.specs.transfer;
    return {
      used: monthTraffic.in + monthTraffic.out,
      quota,
      billable: Math.max(0, Math.ceil((monthTraffic.in + monthTraffic.out) / 1e9 - quota)),
    };
  },

  month(call) {
    const instance = call.find(Instances, call.params.computeId);
    const {year, month} = call.params;
    if (year < 2000 || year > 2037) throw badRequest('must be 2000 to 2037', 'year');
    if (month < 1 || month > 12) throw badRequest('must be 1 to 12', 'month');
    const span = {from: Date.UTC(year, month - 1), to: Math.min(call.now, Date.UTC(year, month))};
    const moved = span.to > span.from ? traffic(instance, span.from, span.to) : {in: 0, out: 0};
    return {bytes_in: moved.in, bytes_out: moved.out, bytes_total: moved.in + moved.out};
  },
};
