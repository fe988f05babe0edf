/** What several sessions send and receive, counted together. */
import type {MinuteTraffic, Tally, Traffic} from '../sync/traffic-meter.ts';

/** The sums; how fast an API answers is each account's own. */
export function sumTraffic(traffics: readonly Traffic[]): Traffic {
  const classes = new Map<Parameters<Traffic['classes']['get']>[0], Tally>();
  for (const traffic of traffics) for (const entry of traffic.classes) addTally(classes, entry);
  const operations = new Map<string, Tally>();
  for (const traffic of traffics) for (const entry of traffic.operations) addTally(operations, entry);
  return {
    milliseconds: Math.max(...traffics.map(({milliseconds}) => milliseconds)),
    total: traffics.map(({total}) => total).reduce(sumTallies),
    classes,
    operations: [...operations].sort(([, left], [, right]) => right.requests - left.requests),
    minutes: sumMinutes(traffics.map(({minutes}) => minutes)),
    latency: undefined,
    failures: newestFirst(traffics.map(({failures}) => failures)),
    warnings: newestFirst(traffics.map(({warnings}) => warnings)),
  };
}

function addTally<K>(sums: Map<K, Tally>, [key, tally]: readonly [K, Tally]): void {
  const known = sums.get(key);
  sums.set(key, known ? sumTallies(known, tally) : tally);
}

const sumTallies = (one: Tally, other: Tally): Tally => ({
  requests: one.requests + other.requests,
  retries: one.retries + other.retries,
  failures: one.failures + other.failures,
  throttled: one.throttled + other.throttled,
  unchanged: one.unchanged + other.unchanged,
  bytesIn: one.bytesIn + other.bytesIn,
  bytesOut: one.bytesOut + other.bytesOut,
});

/** They begin when their session does, and end with the same minute. */
function sumMinutes(all: readonly (readonly MinuteTraffic[])[]): readonly MinuteTraffic[] {
  const length = Math.max(...all.map(minutes => minutes.length));
  return Array.from({length}, (_, index) => {
    const these = all.flatMap(minutes => minutes[minutes.length - length + index] ?? []);
    return {
      requests: these.reduce((sum, {requests}) => sum + requests, 0),
      bytes: these.reduce((sum, {bytes}) => sum + bytes, 0),
    };
  });
}

const newestFirst = <T extends {readonly at: number}>(lists: readonly (readonly T[])[]): readonly T[] =>
  lists.flat().sort((left, right) => right.at - left.at);
