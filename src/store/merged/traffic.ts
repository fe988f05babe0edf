/** What several sessions send and receive, counted together. */
import type {Minute, Tally, Traffic} from '../traffic.ts';

/** The sums; how fast an API answers is each account's own. */
export function sumOf(traffics: readonly Traffic[]): Traffic {
  const classes = new Map<Parameters<Traffic['classes']['get']>[0], Tally>();
  for (const traffic of traffics) for (const entry of traffic.classes) add(classes, entry);
  const operations = new Map<string, Tally>();
  for (const traffic of traffics) for (const entry of traffic.operations) add(operations, entry);
  return {
    milliseconds: Math.max(...traffics.map(({milliseconds}) => milliseconds)),
    total: traffics.map(({total}) => total).reduce(plus),
    classes,
    operations: [...operations].sort(([, left], [, right]) => right.requests - left.requests),
    minutes: minutesOf(traffics.map(({minutes}) => minutes)),
    latency: undefined,
    failures: newest(traffics.map(({failures}) => failures)),
    warnings: newest(traffics.map(({warnings}) => warnings)),
  };
}

function add<K>(sums: Map<K, Tally>, [key, tally]: readonly [K, Tally]): void {
  const known = sums.get(key);
  sums.set(key, known ? plus(known, tally) : tally);
}

const plus = (one: Tally, other: Tally): Tally => ({
  requests: one.requests + other.requests,
  retries: one.retries + other.retries,
  failures: one.failures + other.failures,
  throttled: one.throttled + other.throttled,
  unchanged: one.unchanged + other.unchanged,
  bytesIn: one.bytesIn + other.bytesIn,
  bytesOut: one.bytesOut + other.bytesOut,
});

/** They begin when their session does, and end with the same minute. */
function minutesOf(all: readonly (readonly Minute[])[]): readonly Minute[] {
  const length = Math.max(...all.map(minutes => minutes.length));
  return Array.from({length}, (_, index) => {
    const these = all.flatMap(minutes => minutes[minutes.length - length + index] ?? []);
    return {
      requests: these.reduce((sum, {requests}) => sum + requests, 0),
      bytes: these.reduce((sum, {bytes}) => sum + bytes, 0),
    };
  });
}

const newest = <T extends {readonly at: number}>(lists: readonly (readonly T[])[]): readonly T[] =>
  lists.flat().sort((left, right) => right.at - left.at);
