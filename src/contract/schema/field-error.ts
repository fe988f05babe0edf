/** One error in an error response of the API (D1 §2.1). */
export interface FieldError {
  /** The request field with the error, nested names joined by periods; null for an error without a field. */
  readonly field: string | null;
  /** A text for people, shown as received. */
  readonly reason: string;
}

export interface ErrorBody {
  readonly errors: readonly FieldError[];
}

/** The errors of an error response; an empty list for a body of another form. */
export function readFieldErrors(body: unknown): FieldError[] {
  if (typeof body !== 'object' || body === null || !('errors' in body) || !Array.isArray(body.errors)) return [];
  return body.errors.flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const {field, reason} = entry as {field?: unknown; reason?: unknown};
    // Some providers omit `field` where the documents have null.
    return [
      {
        field: typeof field === 'string' ? field : null,
        reason: typeof reason === 'string' ? reason : 'no reason given',
      },
    ];
  });
}
