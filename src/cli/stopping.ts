/** How a change to several ends before its end: by an interrupt, or because the rest could not be written down. */
import type {Surroundings} from './account.ts';

/** An interrupt ends what is under way in good order, and leaves the rest; of a single change there is none. */
export function stopsAt({interrupted}: Surroundings, count: number): {asked(): boolean; end(): void} {
  let asked = false;
  const end = count > 1 ? interrupted?.(() => (asked = true)) : undefined;
  return {asked: () => asked, end: () => end?.()};
}

export const stoppedWords = (left: number, all: number): string =>
  `skydeck: stopped, ${left} of ${all} are left: skydeck do --resume goes on with them\n`;
