/** The allowed times of zones and records, in seconds (D2 §2.9). */
const allowedTtls = [300, 3600, 7200, 14400, 28800, 57600, 86400, 172800, 345600, 604800, 1209600, 2419200] as const;
const maxTtl = 2419200;

/** Zones round up to the next allowed time; 0 means the default. */
export const roundUpTtl = (seconds: number): number =>
  seconds <= 0 ? 0 : (allowedTtls.find(candidate => candidate >= seconds) ?? maxTtl);

/** Records use the nearest allowed time; absent or 0 means the time of the zone. */
export function nearestTtl(seconds: number | undefined): number {
  if (seconds === undefined || seconds <= 0) return 0;
  return allowedTtls.reduce((best, candidate) =>
    Math.abs(candidate - seconds) < Math.abs(best - seconds) ? candidate : best,
  );
}

/** Meaning of 0, by field (D2 §2.9). */
export const defaultTtls = {expire_sec: 1209600, refresh_sec: 14400, retry_sec: 14400, ttl_sec: 86400} as const;
