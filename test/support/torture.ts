/** Cases that are repeated, with their results: a few rounds in the suite, and many with `npm run torture`. */
import {appendFileSync} from 'node:fs';
import {expect, test} from 'vitest';

export const isLong = process.env.SKYDECK_TORTURE !== undefined;

/** A line of the table that `scripts/torture.mjs` prints. */
export interface TortureResult {
  readonly name: string;
  readonly tried: number;
  readonly survived: number;
  /** The losses and errors, in words. */
  readonly lost: readonly string[];
}

/**
 * Runs each of `rounds`, even after a failure.
 * @param attempt throws if the program did not survive or data was lost
 */
export function torture<T>(name: string, rounds: readonly T[], attempt: (round: T) => Promise<void>): void {
  // Some cases run only in the long form, and some can't run on every machine.
  test.skipIf(rounds.length === 0)(name, {timeout: 120_000 * rounds.length}, async () => {
    const lost: string[] = [];
    for (const round of rounds) {
      try {
        await attempt(round);
      } catch (error) {
        lost.push(`${JSON.stringify(round)}: ${error instanceof Error ? error.message : error}`);
      }
    }
    recordResult({name, tried: rounds.length, survived: rounds.length - lost.length, lost});
    expect(lost.join('\n')).toBe('');
  });
}

/** Adds a line to the table of the long form. */
export function recordResult(line: TortureResult): void {
  const {SKYDECK_TORTURE_RESULTS: file} = process.env;
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
}

/** Numbers between 0 and 1, the same in every run. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** The numbers of the rounds, from 1: `long` rounds in the long form, `quick` rounds otherwise. */
export const roundNumbers = (long: number, quick: number): number[] =>
  Array.from({length: isLong ? long : quick}, (_, index) => index + 1);
