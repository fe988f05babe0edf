/**
 * Message of an error in its own words; refusals of the API and failures of the network have words
 * in `store/api/failure-text.ts`.
 */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
