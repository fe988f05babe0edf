/** SSH keys of the acting user. */
import {del, get, post, put} from '../schema/endpoint.ts';
import {dateTime, integer, model, type Read, text} from '../schema/field.ts';

/** A public key that can be added to a new instance. */
export const SshKey = model('SshKey', {
  id: integer({readOnly: true}),
  label: text({max: 64}),
  ssh_key: text({format: 'ssh-key', readOnly: true}),
  created: dateTime({readOnly: true}),
});
export type SshKey = Read<typeof SshKey>;

/** Body of `profile.sshKeys.create`. */
export const SshKeyCreate = model('SshKeyCreate', {
  label: text({min: 1, max: 64}),
  ssh_key: text({format: 'ssh-key'}),
});

/** Body of `profile.sshKeys.update`. */
export const SshKeyUpdate = model('SshKeyUpdate', {
  label: SshKey.fields.label,
});

export const sshKeysEndpoints = {
  sshKeys: {
    list: get('/profile/sshkeys', {scopes: ['account:read_only'], page: SshKey}),
    create: post('/profile/sshkeys', {
      scopes: ['account:read_write'],
      body: SshKeyCreate,
      bodyOptional: true,
      responseModel: SshKey,
    }),
    get: get('/profile/sshkeys/{sshKeyId}', {scopes: ['account:read_only'], responseModel: SshKey}),
    update: put('/profile/sshkeys/{sshKeyId}', {
      scopes: ['account:read_write'],
      body: SshKeyUpdate,
      responseModel: SshKey,
    }),
    delete: del('/profile/sshkeys/{sshKeyId}', {scopes: ['account:read_write']}),
  },
};
