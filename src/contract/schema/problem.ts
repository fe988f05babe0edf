/** A refusal of the API (D1 §2.1): one entry per problem. */
export interface Problem {
  /** The offending request field, nested ones joined by periods; null when tied to none. */
  readonly field: string | null;
  /** A readable text, shown as received. */
  readonly reason: string;
}

export interface ErrorBody {
  readonly errors: readonly Problem[];
}

/** Reads the problems of any failed answer; a body of another form gives an empty list. */
export function readProblems(body: unknown): Problem[] {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors)) return [];
  return body.errors.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const {field, reason} = entry as {field?: unknown; reason?: unknown};
    // Some providers omit `field` when the documents say null.
    return [
      {
        field: typeof field === 'string' ? field : null,
        reason: typeof reason === 'string' ? reason : 'no reason given',
      },
    ];
  });
}
