/** The end of an account: Skydeck sends no more requests and has no data to show. */

/** The operation that closes the account. */
export const closeAccountOperation = 'account.cancel';

export class AccountClosed extends Error {
  override readonly name = 'AccountClosed';

  constructor() {
    super('The account is closed. All its resources are deleted');
  }
}

export const isAccountClosed = (error: unknown): error is AccountClosed => error instanceof AccountClosed;
