/** Why something failed, in the words of whatever failed; what the API or the network refused has words in `store/words.ts`. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));
