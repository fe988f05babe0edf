/**
 * Refusals: a handler throws one, and the transaction rolls back, so that a refused request changes nothing.
 * The response is the error body of D1 §2.1 with one entry per problem.
 */
import type {FieldError} from '../../../contract/schema/field-error.ts';

export class Refusal extends Error {
  readonly status: number;
  readonly fieldErrors: readonly FieldError[];
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, fieldErrors: readonly FieldError[], headers: Readonly<Record<string, string>> = {}) {
    super(fieldErrors.map(problem => problem.reason).join(' '));
    this.name = 'Refusal';
    this.status = status;
    this.fieldErrors = fieldErrors;
    this.headers = headers;
  }
}

/** 400, tied to one field of the request, or to no field. */
export const badRequest = (reason: string, field: string | null = null): Refusal => new Refusal(400, [{field, reason}]);

/** 403: the user is authenticated, but lacks a scope or a grant. */
export const forbidden = (reason = 'Unauthorized'): Refusal => new Refusal(403, [{field: null, reason}]);

/** 404, with the text of the API. */
export const notFound = (): Refusal => new Refusal(404, [{field: null, reason: 'Not found'}]);

/** Collects problems, so that all of them are reported at once. */
export class FieldErrors {
  readonly #fieldErrors: FieldError[] = [];

  add(reason: string, field: string | null = null): void {
    this.#fieldErrors.push({field, reason});
  }

  /** Adds the problem if `isInvalid`. */
  addIf(isInvalid: boolean, reason: string, field: string | null = null): void {
    if (isInvalid) this.add(reason, field);
  }

  /** @throws Refusal 400 if there are problems */
  throwIfAny(): void {
    if (this.#fieldErrors.length > 0) throw new Refusal(400, this.#fieldErrors);
  }
}
