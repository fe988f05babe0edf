/** Users and their grants. */

import type {User} from '../../../../contract/account/users.ts';
import type {Contract} from '../../../../contract/index.ts';
import {emptyGrants, type GrantedAccess, Users} from '../../../engine/access/actors.ts';
import {type Handlers, StatusReply} from '../../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../../engine/http/refusal.ts';
import type {StoredRow} from '../../../engine/storage/kind.ts';
import type {Store} from '../../../engine/storage/store.ts';
import {applyGrants, grantsOf} from './grants.ts';
import {addUser, removeUser, updateUser, userEntity} from './user-records.ts';

function userRow(db: Store, username: string): StoredRow<User, {granted: GrantedAccess}> {
  const row = db.byKey(Users, username);
  if (!row) throw notFound();
  return row;
}

const nameProblem = (db: Store, fieldErrors: FieldErrors, username: string): void =>
  fieldErrors.addIf(db.byKey(Users, username) !== undefined, 'is taken by another user', 'username');

export const users: Handlers<Contract['account']['users']> = {
  list: call => call.page(Users),

  create(call) {
    const {db, body, random} = call;
    const fieldErrors = new FieldErrors();
    nameProblem(db, fieldErrors, body.username);
    fieldErrors.throwIfAny();
    const {uid, user} = addUser(db, random, {...body, restricted: body.restricted ?? false});
    call.emit({action: 'user_create', entity: userEntity(uid, user)});
    return user;
  },

  get: call => call.jsonByKey(Users, call.params.username),

  update(call) {
    const {db, body, actor} = call;
    const {id: uid, doc: before} = userRow(db, call.params.username);
    const {username = before.username, email = before.email, restricted = before.restricted} = body;
    const fieldErrors = new FieldErrors();
    if (username !== before.username) nameProblem(db, fieldErrors, username);
    // Users can't restrict themselves, because then the account could have no user who manages users.
    const isSelf = uid === actor.uid;
    fieldErrors.addIf(
      isSelf && restricted !== before.restricted,
      'cannot be changed by the user concerned',
      'restricted',
    );
    fieldErrors.throwIfAny();
    const user = updateUser(db, uid, {username, email, restricted});
    // A user who becomes restricted starts without any grant; an unrestricted user has none.
    if (restricted !== before.restricted) db.setHidden(Users, uid, {granted: emptyGrants});
    call.emit({action: 'user_update', entity: userEntity(uid, user)});
    return user;
  },

  delete(call) {
    const {id: uid, doc} = userRow(call.db, call.params.username);
    if (uid === call.actor.uid) throw badRequest('You cannot delete yourself.');
    removeUser(call.db, uid);
    call.emit({action: 'user_delete', entity: userEntity(uid, doc)});
    return {};
  },

  grants: {
    get(call) {
      const {doc, hidden} = userRow(call.db, call.params.username);
      return doc.restricted ? grantsOf(call.db, hidden.granted, {isComplete: true}) : new StatusReply(204);
    },

    update(call) {
      const {db} = call;
      const {id: uid, doc, hidden} = userRow(db, call.params.username);
      if (!doc.restricted) throw badRequest('The user is not restricted, and needs no grants.');
      const fieldErrors = new FieldErrors();
      const grants = applyGrants(db, hidden.granted, call.body, fieldErrors);
      fieldErrors.throwIfAny();
      db.setHidden(Users, uid, {granted: grants});
      call.emit({action: 'user_update', entity: userEntity(uid, doc)});
      return grantsOf(db, grants, {isComplete: true});
    },
  },
};
