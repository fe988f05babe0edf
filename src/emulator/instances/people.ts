/** Users named in a deployment. */
import type {Problems} from '../engine/refusal.ts';
import type {Store} from '../engine/store.ts';
import {Users} from '../engine/users.ts';

/** Their keys go onto the disk, so they must be users of the account (D2 §2.4). */
export function userProblems(problems: Problems, db: Store, usernames: readonly string[] = []): void {
  for (const [index, username] of usernames.entries())
    problems.addIf(!db.byKey(Users, username), 'is not a user of this account', `authorized_users.${index}`);
}
