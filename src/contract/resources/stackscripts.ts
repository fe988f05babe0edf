/** StackScripts (D2 §4.3). */
import {del, get, post, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {dateTime, flag, integer, list, model, type Read, required, text, undocumented} from '../schema/field.ts';

/** A question that a StackScript asks. */
export const UserDefinedField = model('UserDefinedField', {
  label: required(text({readOnly: true})),
  name: required(text({readOnly: true})),
  example: required(text({readOnly: true})),
  oneOf: text({readOnly: true}),
  manyOf: text({readOnly: true}),
  default: text({readOnly: true}),
});
export type UserDefinedField = Read<typeof UserDefinedField>;

/** A script run when an instance is provisioned (D2 §2.8). */
export const StackScript = model('StackScript', {
  id: integer({readOnly: true}),
  username: text({readOnly: true}),
  user_gravatar_id: text({readOnly: true}),
  label: text({min: 3, max: 128, filterable: true}),
  description: text({filterable: true}),
  images: list(text({wire: 'image-or-kernel'})),
  deployments_total: integer({readOnly: true, filterable: true}),
  deployments_active: integer({readOnly: true}),
  is_public: flag({filterable: true}),
  created: dateTime({readOnly: true}),
  updated: dateTime({readOnly: true}),
  rev_note: text({filterable: true}),
  script: text(),
  user_defined_fields: list(UserDefinedField, {readOnly: true}),
  mine: flag({readOnly: true, filterable: true}),
  ordinal: undocumented(integer({readOnly: true})),
  logo_url: undocumented(text({readOnly: true, acceptedValues: ['']})),
});
export type StackScript = Read<typeof StackScript>;

/** Body of `stackscripts.update` (D2 §2.8). */
export const StackScriptUpdate = model('StackScriptUpdate', {
  label: StackScript.fields.label,
  description: StackScript.fields.description,
  images: StackScript.fields.images,
  is_public: StackScript.fields.is_public,
  rev_note: StackScript.fields.rev_note,
  script: StackScript.fields.script,
});

/** Body of `stackscripts.create` (D2 §2.8). */
export const StackScriptCreate = model('StackScriptCreate', {
  ...StackScriptUpdate.fields,
  label: required(StackScript.fields.label),
  images: required(StackScript.fields.images),
  script: required(StackScript.fields.script),
});

export const stackscripts = family('stackscripts', {
  list: get('/compute/stackscripts', {auth: 'optional', scopes: ['stackscripts:read_only'], page: StackScript}),
  create: post('/compute/stackscripts', {
    scopes: ['stackscripts:read_write'],
    access: {grants: ['add_stackscripts']},
    body: StackScriptCreate,
    responseModel: StackScript,
  }),
  get: get('/compute/stackscripts/{stackscriptId}', {scopes: ['stackscripts:read_only'], responseModel: StackScript}),
  update: put('/compute/stackscripts/{stackscriptId}', {
    scopes: ['stackscripts:read_write'],
    body: StackScriptUpdate,
    bodyOptional: true,
    responseModel: StackScript,
  }),
  delete: del('/compute/stackscripts/{stackscriptId}', {scopes: ['stackscripts:read_write']}),
});
