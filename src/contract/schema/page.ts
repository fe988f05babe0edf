/** The paged envelope that all lists share, except the contents of a bucket (D1 §2.1). */
export interface Page<T> {
  /** Items of this page. */
  readonly data: readonly T[];
  /** Number of this page, from 1. */
  readonly page: number;
  /** Number of pages, at least 1. */
  readonly pages: number;
  /** Number of items over all pages. */
  readonly results: number;
}

/** Bounds of `page_size` (D1 §2.1); some providers allow up to 500 (`dialect.ts`). */
export const pageSize = {min: 25, max: 100, default: 100} as const;

/** Wraps an array in a page, for responses without an envelope; returns any other value unchanged. */
export const asPage = (response: unknown): unknown =>
  Array.isArray(response) ? {data: response, page: 1, pages: 1, results: response.length} : response;
