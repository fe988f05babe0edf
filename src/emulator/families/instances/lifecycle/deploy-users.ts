/** Users named in a deployment. */

import {Users} from '../../../engine/access/actors.ts';
import type {FieldErrors} from '../../../engine/http/refusal.ts';
import type {Store} from '../../../engine/storage/store.ts';

/** SSH keys of these users are added to the disk, so they must be users of the account (D2 §2.4). */
export function userErrors(fieldErrors: FieldErrors, db: Store, usernames: readonly string[] = []): void {
  for (const [index, username] of usernames.entries())
    fieldErrors.addIf(!db.byKey(Users, username), 'is not a user of this account', `authorized_users.${index}`);
}
