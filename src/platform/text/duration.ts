/** Durations as people type them. */

const dayMs = 86_400_000;

/** The units of durations and filters. */
export const durationUnitMs = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: dayMs,
  w: 7 * dayMs,
  mo: (365.25 / 12) * dayMs,
  y: 365.25 * dayMs,
} as const;

/** `90s`, `5m`, `1h`, `2d`; seconds without a unit. Milliseconds; undefined for anything else. */
export function parseDurationText(text: string): number | undefined {
  const [, count, unit = 's'] = /^(\d+(?:\.\d+)?)(ms|mo|[smhdwy])?$/.exec(text.trim()) ?? [];
  return count === undefined ? undefined : Number(count) * durationUnitMs[unit as keyof typeof durationUnitMs];
}

const maxRequestTimeoutMs = 3_600_000;

export const invalidRequestTimeout = (text: string): string =>
  `--request-timeout is a time up to 1h, such as 10s or 2m, not "${text}"`;

/** The value of `--request-timeout`, milliseconds; undefined for an invalid duration. */
export function parseRequestTimeout(text = ''): number | undefined {
  const timeoutMs = parseDurationText(text);
  return timeoutMs !== undefined && timeoutMs >= 1 && timeoutMs <= maxRequestTimeoutMs ? timeoutMs : undefined;
}
