/**
 * Reads a whole list: the first page alone, passed on at once, then the others in parallel, as they arrive.
 *
 * A list may change while it is read. Then nothing is guessed: the pages are passed on, and the result says that the
 * list drifted; the caller removes doubles and reads again.
 */
import {groupThousands} from '../../contract/reading/bound-text.ts';
import type {Page} from '../../contract/schema/page.ts';
import {yieldTurn} from '../core/cooperative-yield.ts';
import {ClientError, MismatchError, RejectedError} from '../core/errors.ts';
import type {PageFacts, PagesResult} from '../core/types.ts';

/** One page with its details. */
export interface PageResponse {
  readonly page: Page<unknown>;
  readonly unreadable: readonly unknown[];
  readonly isUnchanged: boolean;
  /** The response has a page number of its own. */
  readonly isNumbered: boolean;
}

export interface PagingOptions {
  /** Pages that are read at the same time. */
  readonly maxInFlight: number;
  readonly fetchPage: (number: number) => Promise<PageResponse>;
  readonly onPage: (items: readonly unknown[], facts: PageFacts) => void;
}

/** Maximum number of items read of one list: five times the largest account that Skydeck is made for. */
export const maxItems = 500_000;
/** A first page that promises more pages than this is not believed. */
const maxPromisedPages = 100_000;
/** Number of pages allowed beyond those that the first response promised: a list may grow while it is read. */
const maxExtraPages = (promised: number): number => Math.max(10, Math.ceil(promised / 10));
/** Parts of a listing that are read at most, and how many of them may be empty in a row. */
const maxParts = 10_000;
const maxEmptyParts = 10;

/** The last page to request, however many later responses name. */
function maxPageNumber({page, unreadable}: PageResponse): number {
  const perPage = page.data.length + unreadable.length;
  // If pages and results disagree, reading starts with the smaller number of pages.
  const counted = perPage === 0 ? 1 : Math.ceil(page.results / perPage);
  const promised = Math.max(1, Math.min(page.pages, counted));
  if (promised > maxPromisedPages) return 1;
  return Math.max(1, Math.min(promised + maxExtraPages(promised), Math.floor(maxItems / Math.max(1, perPage))));
}

export async function readPages({maxInFlight, fetchPage, onPage}: PagingOptions): Promise<PagesResult> {
  let hasDrifted = false;
  let results = 0;
  let last = 1;
  let lastRequested = 1;
  let failure: unknown;

  const deliver = (number: number, response: PageResponse) => {
    const {page, unreadable, isUnchanged, isNumbered} = response;
    if (number > 1 && (page.results !== results || page.pages !== last)) hasDrifted = true;
    if (isNumbered && page.page !== number) {
      // Some servers answer a request beyond the last page with the last page.
      if (page.page !== page.pages || page.page > number) throw wrongPageError(number, page.page);
      hasDrifted = true;
      last = Math.min(last, page.page);
      return;
    }
    last = Math.max(last, page.pages);
    results = page.results;
    onPage(page.data, {page: number, pages: page.pages, results: page.results, unreadable, isUnchanged});
  };

  const first = await fetchPage(1);
  deliver(1, first);
  const maxNumber = maxPageNumber(first);
  const readNextPages = async () => {
    // Each opens a connection: all at once they would be in the way of the first key.
    await yieldTurn();
    while (lastRequested < Math.min(last, maxNumber) && failure === undefined) {
      const number = ++lastRequested;
      try {
        deliver(number, await fetchPage(number));
      } catch (error) {
        if (isBeyondLastPage(error)) {
          // The list shrank, and this page no longer exists.
          hasDrifted = true;
          last = Math.min(last, number - 1);
        } else failure ??= error ?? new Error('unknown failure');
      }
    }
  };
  await Promise.all(Array.from({length: Math.min(maxInFlight, Math.min(last, maxNumber) - 1)}, readNextPages));
  if (failure !== undefined) throw failure;
  if (last > maxNumber) throw tooManyPagesError(first, maxNumber, last);
  return {isComplete: !hasDrifted, results, pages: last};
}

const wrongPageError = (requestedPage: number, receivedPage: number): MismatchError =>
  new MismatchError('page', `page ${receivedPage} instead of page ${requestedPage}`, {
    message: `The API answered page ${receivedPage} of the list when asked for page ${requestedPage}.`,
    isLasting: true,
  });

const tooManyPagesError = (
  {page: {pages, results}}: PageResponse,
  read: number,
  announcedPages: number,
): MismatchError => {
  const description =
    announcedPages > pages
      ? `The list grew from ${groupThousands(pages)} to ${groupThousands(announcedPages)} pages while it was read.`
      : `The API promises ${groupThousands(pages)} pages with ${groupThousands(results)} items.`;
  const message = `${description} Skydeck stopped after page ${groupThousands(read)}.`;
  return new MismatchError('pages', 'more pages than can be read', {message, isLasting: true});
};

/** A page beyond the last is 404; decided by that, for no other page number can be missing. */
const isBeyondLastPage = (error: unknown): boolean => error instanceof RejectedError && error.status === 404;

/** True when the server refused the page size, because it allows fewer items than the documents say. */
export const refusesPageSize = (error: unknown): boolean =>
  error instanceof ClientError &&
  error.status === 400 &&
  error.fieldErrors.some(problem => problem.field === 'page_size');

/** The marker of a listing's next part, in either dialect; undefined after the last. */
export function nextMarker(response: unknown): string | undefined {
  if (typeof response !== 'object' || response === null) return undefined;
  const {next_marker, is_truncated, data} = response as Record<string, unknown>;
  const end = Array.isArray(data) ? data.at(-1) : undefined;
  const entry = (typeof end === 'object' && end !== null ? end : {}) as Record<string, unknown>;
  if ((is_truncated ?? entry.is_truncated) === false) return undefined;
  const marker = next_marker ?? entry.next_marker;
  return typeof marker === 'string' && marker !== '' ? marker : undefined;
}

/**
 * Reads a listing that is paged by marker, part after part, from a marker on or from the start.
 * @param onPage receives each part and the marker of the next one; false stops the reading
 * @returns true when the listing reached its end
 */
export async function readByMarker(
  fetchMarkerPage: (marker: string | undefined) => Promise<unknown>,
  onPage: (response: unknown, next: string | undefined) => unknown,
  from?: string,
): Promise<boolean> {
  const markersSeen = new Set(from === undefined ? [] : [from]);
  let empty = 0;
  for (let marker = from; ; ) {
    const response = await fetchMarkerPage(marker);
    marker = nextMarker(response);
    // The same marker again would repeat forever.
    const isRepeated = marker !== undefined && markersSeen.has(marker);
    if (onPage(response, isRepeated ? undefined : marker) === false) return marker === undefined;
    if (marker === undefined) return true;
    if (isRepeated) return false;
    markersSeen.add(marker);
    empty = isEmptyPart(response) ? empty + 1 : 0;
    if (markersSeen.size > maxParts || empty > maxEmptyParts) throw endlessListingError(markersSeen.size, empty);
  }
}

const isEmptyPart = (response: unknown): boolean => {
  const {data} = response as {readonly data?: unknown};
  return !Array.isArray(data) || data.length === 0;
};

const endlessListingError = (parts: number, empty: number): MismatchError =>
  new MismatchError('next_marker', 'a listing without an end', {
    message: `The API keeps naming further parts of the listing. Skydeck stopped after ${groupThousands(parts)} parts${empty > 0 ? `, the last ${empty} of them empty` : ''}.`,
    isLasting: true,
  });
