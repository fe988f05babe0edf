/** The traffic of several sessions, added up. */
import type {MinuteTraffic, RequestCounts, Traffic} from '../sync/traffic-meter.ts';

/** The sums; response times are listed per account. */
export function sumTraffic(traffics: readonly Traffic[]): Traffic {
  const classes = new Map<Parameters<Traffic['classes']['get']>[0], RequestCounts>();
  for (const traffic of traffics) for (const entry of traffic.classes) addTally(classes, entry);
  const operations = new Map<string, RequestCounts>();
  for (const traffic of traffics) for (const entry of traffic.operations) addTally(operations, entry);
  return {
    milliseconds: Math.max(...traffics.map(({milliseconds}) => milliseconds)),
    total: traffics.map(({total}) => total).reduce(sumTallies),
    classes,
    operations: [...operations].sort(([, first], [, second]) => second.requests - first.requests),
    minutes: sumMinutes(traffics.map(({minutes}) => minutes)),
    latency: undefined,
    failures: newestFirst(traffics.map(({failures}) => failures)),
    warnings: newestFirst(traffics.map(({warnings}) => warnings)),
  };
}

function addTally<K>(sums: Map<K, RequestCounts>, [key, tally]: readonly [K, RequestCounts]): void {
  const sum = sums.get(key);
  sums.set(key, sum ? sumTallies(sum, tally) : tally);
}

const sumTallies = (first: RequestCounts, second: RequestCounts): RequestCounts => ({
  requests: first.requests + second.requests,
  retries: first.retries + second.retries,
  failures: first.failures + second.failures,
  throttled: first.throttled + second.throttled,
  unchanged: first.unchanged + second.unchanged,
  bytesIn: first.bytesIn + second.bytesIn,
  bytesOut: first.bytesOut + second.bytesOut,
});

/** Sessions start at different times, but their lists end at the same minute. */
function sumMinutes(all: readonly (readonly MinuteTraffic[])[]): readonly MinuteTraffic[] {
  const length = Math.max(...all.map(minutes => minutes.length));
  return Array.from({length}, (_, index) => {
    const minuteCounts = all.flatMap(minutes => minutes[minutes.length - length + index] ?? []);
    return {
      requests: minuteCounts.reduce((sum, {requests}) => sum + requests, 0),
      bytes: minuteCounts.reduce((sum, {bytes}) => sum + bytes, 0),
    };
  });
}

const newestFirst = <T extends {readonly at: number}>(lists: readonly (readonly T[])[]): readonly T[] =>
  lists.flat().sort((first, second) => second.at - first.at);
