/**
 * Reads a whole list: the first page alone, handed over at once, then the others in parallel, as they arrive.
 *
 * A list may change while it is read. Nothing is guessed then: what came is handed over, and the result says that the
 * list drifted; who keeps the items removes doubles and reads again.
 */
import type {Page} from '../contract/page.ts';
import {ClientError, Rejected} from './errors.ts';
import {nextTurn} from './turns.ts';
import type {PageFacts, PagesResult} from './types.ts';

/** One page with what is known about it. */
export interface PageAnswer {
  readonly page: Page<unknown>;
  readonly unreadable: readonly unknown[];
  readonly unchanged: boolean;
}

export interface Paging {
  /** Pages that are read at the same time. */
  readonly lanes: number;
  readonly ask: (number: number) => Promise<PageAnswer>;
  readonly onPage: (items: readonly unknown[], facts: PageFacts) => void;
}

export async function readPages({lanes, ask, onPage}: Paging): Promise<PagesResult> {
  let complete = true;
  let drifted = false;
  let results = 0;
  let last = 1;
  let asked = 1;
  let failure: unknown;

  const deliver = (number: number, {page, unreadable, unchanged}: PageAnswer) => {
    if (number > 1 && (page.results !== results || page.pages !== last)) drifted = true;
    // A server that ignores `page` answers the first one for ever.
    if (page.page !== number) complete = false;
    else last = Math.max(last, page.pages);
    results = page.results;
    onPage(page.data, {number, pages: page.pages, total: page.results, unreadable, unchanged});
  };

  deliver(1, await ask(1));
  const lane = async () => {
    // Each opens a connection: all at once they would be in the way of the first key.
    await nextTurn();
    while (asked < last && failure === undefined) {
      const number = ++asked;
      try {
        deliver(number, await ask(number));
      } catch (error) {
        if (isBeyond(error)) {
          // The list shrank, and this page is no more.
          drifted = true;
          last = Math.min(last, number - 1);
        } else failure ??= error ?? new Error('unknown failure');
      }
    }
  };
  await Promise.all(Array.from({length: Math.min(lanes, last - 1)}, lane));
  if (failure !== undefined) throw failure;
  return {complete: complete && !drifted, results, pages: last, drifted};
}

/** A page beyond the last is 404; decided by that, for no other page number can be missing. */
const isBeyond = (error: unknown): boolean => error instanceof Rejected && error.status === 404;

/** Whether the server refused the page size, as one does that allows no more than the documents say. */
export const refusesPageSize = (error: unknown): boolean =>
  error instanceof ClientError && error.status === 400 && error.problems.some(problem => problem.field === 'page_size');

/** The marker of a listing's next part, in either dialect; undefined after the last. */
export function nextMarker(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const {next_marker, is_truncated, data} = answer as Record<string, unknown>;
  const end = Array.isArray(data) ? data.at(-1) : undefined;
  const entry = (typeof end === 'object' && end !== null ? end : {}) as Record<string, unknown>;
  if ((is_truncated ?? entry.is_truncated) === false) return undefined;
  const marker = next_marker ?? entry.next_marker;
  return typeof marker === 'string' && marker !== '' ? marker : undefined;
}

/**
 * Reads a listing that goes on by marker, part after part, from a marker on or from the beginning.
 * @param take hears of each part and where the next one begins; what answers false has enough
 * @returns whether it came to an end
 */
export async function readByMarker(
  ask: (marker: string | undefined) => Promise<unknown>,
  take: (answer: unknown, next: string | undefined) => unknown,
  from?: string,
): Promise<boolean> {
  const seen = new Set(from === undefined ? [] : [from]);
  for (let marker = from; ; ) {
    const answer = await ask(marker);
    marker = nextMarker(answer);
    // The same marker again would go on for ever.
    const circular = marker !== undefined && seen.has(marker);
    if (take(answer, circular ? undefined : marker) === false) return marker === undefined;
    if (marker === undefined) return true;
    if (circular) return false;
    seen.add(marker);
  }
}
