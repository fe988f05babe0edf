/** The end of an account: Skydeck sends no more requests and has no data to show. */

/** The operation that closes the account. */
export const closeAccountOperation = 'account.cancel';

export class AccountClosedError extends Error {
  override readonly name = 'AccountClosedError';

  constructor() {
    super('The account is closed. All its resources are deleted');
  }
}

export const isAccountClosed = (error: unknown): error is AccountClosedError => error instanceof AccountClosedError;
