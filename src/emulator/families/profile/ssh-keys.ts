/** SSH keys of the acting user. Deleting a key doesn't change the disks that have it. */
import type {Contract} from '../../../contract/index.ts';
import type {SshKey} from '../../../contract/profile/ssh-keys.ts';
import {Users} from '../../engine/access/actors.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import {findOwnRow} from './find-own-row.ts';
import {SshKeys} from './profile-kinds.ts';

const keyEntity = ({id, label}: Pick<SshKey, 'id' | 'label'>) => ({
  id,
  label,
  type: 'user_ssh_key' as const,
  url: `/v4/profile/sshkeys/${id}`,
});

/** Updates the labels of the keys in the user's document, which other users can read. */
function showKeys(db: Store, uid: number): void {
  db.update(Users, uid, {ssh_keys: db.all(SshKeys, uid).map(({label}) => label)});
}

/** Stores a key of a user. */
export function storeSshKey(db: Store, now: number, uid: number, key: Pick<SshKey, 'label' | 'ssh_key'>): SshKey {
  const storedKey = db.insert(SshKeys, id => ({id, ...key, created: formatTimestamp(now)}), {parent: uid});
  showKeys(db, uid);
  return storedKey;
}

export const sshKeys: Handlers<Contract['profile']['sshKeys']> = {
  list: call => call.page(SshKeys, {parent: call.actor.uid}),

  create(call) {
    const {db, now, body, actor} = call;
    const key = body.ssh_key?.trim();
    if (key === undefined) throw badRequest('is required', 'ssh_key');
    // The default label is the key's comment, which usually names the owner.
    const label = body.label ?? (key.split(/\s+/)[2] ?? 'key').slice(0, 64);
    const storedKey = storeSshKey(db, now, actor.uid, {label, ssh_key: key});
    call.emit({action: 'user_ssh_key_add', entity: keyEntity(storedKey)});
    return storedKey;
  },

  get: call => findOwnRow(call, SshKeys, call.params.sshKeyId).doc,

  update(call) {
    const {id, doc} = findOwnRow(call, SshKeys, call.params.sshKeyId);
    const key = call.db.update(SshKeys, id, {label: call.body.label ?? doc.label});
    showKeys(call.db, call.actor.uid);
    call.emit({action: 'user_ssh_key_update', entity: keyEntity(key)});
    return key;
  },

  delete(call) {
    const {id, doc} = findOwnRow(call, SshKeys, call.params.sshKeyId);
    call.db.remove(SshKeys, id);
    showKeys(call.db, call.actor.uid);
    call.emit({action: 'user_ssh_key_delete', entity: keyEntity(doc)});
    return {};
  },
};
