/** Managed service monitoring (D3 §4.4). */
import {del, get, post, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {
  choice,
  dateTime,
  either,
  flag,
  integer,
  list,
  model,
  nullable,
  number,
  object,
  type Read,
  required,
  text,
} from '../schema/field.ts';
import {contactNameHint, credentialLabelHint, serviceLabelHint} from '../schema/patterns.ts';

/** A person to call when a service has a problem (D3 §2.4). */
export const ManagedContact = model('ManagedContact', {
  id: integer({readOnly: true}),
  name: text({min: 2, max: 64, ...contactNameHint}),
  email: text({format: 'email'}),
  phone: object({primary: nullable(text({format: 'phone'})), secondary: nullable(text({format: 'phone'}))}),
  group: nullable(text({min: 2, max: 50, filterable: true})),
  updated: dateTime({readOnly: true}),
});
export type ManagedContact = Read<typeof ManagedContact>;

/** A login that the staff may use; its secret is never returned (D3 §2.4). */
export const ManagedCredential = model('ManagedCredential', {
  id: integer({readOnly: true}),
  label: text({
    min: 2,
    max: 75,
    ...credentialLabelHint,
  }),
  last_decrypted: nullable(dateTime({readOnly: true})),
});
export type ManagedCredential = Read<typeof ManagedCredential>;

/** A recent or ongoing issue. */
export const ManagedIssue = model('ManagedIssue', {
  id: integer({readOnly: true}),
  created: dateTime({readOnly: true}),
  services: list(integer(), {readOnly: true}),
  entity: object(
    {
      id: integer({readOnly: true}),
      type: choice(['ticket'], {readOnly: true}),
      label: text({readOnly: true}),
      url: text({format: 'url', readOnly: true, wire: 'api-url'}),
    },
    {readOnly: true},
  ),
});
export type ManagedIssue = Read<typeof ManagedIssue>;

/** SSH access of the provider's staff to one instance (D3 §2.4). */
export const ManagedComputeSettings = model('ManagedComputeSettings', {
  id: integer({readOnly: true}),
  label: text({readOnly: true}),
  group: text({readOnly: true, deprecated: true}),
  ssh: object({
    access: flag(),
    user: text({max: 32}),
    ip: text({format: 'ip', acceptedValues: ['any']}),
    port: integer({min: 1, max: 65535}),
  }),
});
export type ManagedComputeSettings = Read<typeof ManagedComputeSettings>;

/** A monitored service (D3 §2.4). */
export const ManagedService = model('ManagedService', {
  id: integer({readOnly: true}),
  status: choice(['disabled', 'pending', 'ok', 'problem'], {readOnly: true}),
  service_type: choice(['url', 'tcp']),
  label: text({
    min: 3,
    max: 64,
    ...serviceLabelHint,
  }),
  address: text({min: 3, format: 'url'}),
  timeout: integer({min: 1, max: 255, unit: 'seconds'}),
  body: nullable(text({max: 100})),
  consultation_group: text({max: 50}),
  notes: nullable(text()),
  region: nullable(text()),
  credentials: list(integer()),
  created: dateTime({readOnly: true}),
  updated: dateTime({readOnly: true}),
});
export type ManagedService = Read<typeof ManagedService>;

/** The public key with which the staff logs in. */
export const ManagedSshKey = model('ManagedSshKey', {
  ssh_key: text({readOnly: true}),
});
export type ManagedSshKey = Read<typeof ManagedSshKey>;

/** A point of a chart: seconds since 1970, and the value. */
export const StatsPoint = model('StatsPoint', {
  x: integer({readOnly: true}),
  y: number({readOnly: true}),
});
export type StatsPoint = Read<typeof StatsPoint>;

/** Charts over all managed instances. */
export const ManagedStatsData = model('ManagedStatsData', {
  cpu: list(StatsPoint),
  disk: list(StatsPoint),
  swap: list(StatsPoint),
  net_in: list(StatsPoint),
  net_out: list(StatsPoint),
});
export type ManagedStatsData = Read<typeof ManagedStatsData>;

/** Charts of the last 24 hours, or messages while charts are not available. */
export const ManagedStats = model('ManagedStats', {
  data: either(ManagedStatsData, list(text(), {readOnly: true})),
});
export type ManagedStats = Read<typeof ManagedStats>;

/** Body of `managed.contacts.create` and of `managed.contacts.update` (D3 §2.4). */
export const ManagedContactBody = model('ManagedContactBody', {
  name: ManagedContact.fields.name,
  email: ManagedContact.fields.email,
  phone: ManagedContact.fields.phone,
  group: ManagedContact.fields.group,
});

/** Body of `managed.credentials.create` (D3 §2.4). */
export const ManagedCredentialCreate = model('ManagedCredentialCreate', {
  label: required(ManagedCredential.fields.label),
  username: text({max: 5000}),
  password: required(text()),
});

/** Body of `managed.credentials.update` (D3 §4.4). */
export const ManagedCredentialUpdate = model('ManagedCredentialUpdate', {
  label: ManagedCredential.fields.label,
});

/** Body of `managed.credentials.updateLogin` (D3 §4.4). */
export const ManagedCredentialUpdateLogin = model('ManagedCredentialUpdateLogin', {
  username: text({max: 5000}),
  password: required(text()),
});

/** Body of `managed.computeSettings.update` (D3 §2.4). */
export const ManagedComputeSettingsUpdate = model('ManagedComputeSettingsUpdate', {
  ssh: ManagedComputeSettings.fields.ssh,
});

/** Body of `managed.services.update` (D3 §2.4). */
export const ManagedServiceUpdate = model('ManagedServiceUpdate', {
  service_type: ManagedService.fields.service_type,
  label: ManagedService.fields.label,
  address: ManagedService.fields.address,
  timeout: ManagedService.fields.timeout,
  body: ManagedService.fields.body,
  consultation_group: ManagedService.fields.consultation_group,
  notes: ManagedService.fields.notes,
  region: text({requiredWhen: 'address is a private IP (forbidden otherwise)'}),
  credentials: ManagedService.fields.credentials,
});

/** Body of `managed.services.create` (D3 §2.4). */
export const ManagedServiceCreate = model('ManagedServiceCreate', {
  ...ManagedServiceUpdate.fields,
  service_type: required(ManagedService.fields.service_type),
  label: required(ManagedService.fields.label),
  address: required(ManagedService.fields.address),
  timeout: required(ManagedService.fields.timeout),
});

/** All operations of Managed require an unrestricted user. */
const access = {level: 'unrestricted'} as const;

export const managed = family('managed', {
  contacts: {
    list: get('/managed/contacts', {scopes: ['account:read_only'], access, page: ManagedContact}),
    create: post('/managed/contacts', {
      scopes: ['account:read_write'],
      access,
      body: ManagedContactBody,
      bodyOptional: true,
      responseModel: ManagedContact,
    }),
    get: get('/managed/contacts/{contactId}', {scopes: ['account:read_write'], access, responseModel: ManagedContact}),
    update: put('/managed/contacts/{contactId}', {
      scopes: ['account:read_write'],
      access,
      body: ManagedContactBody,
      responseModel: ManagedContact,
    }),
    delete: del('/managed/contacts/{contactId}', {scopes: ['account:read_write'], access}),
  },
  credentials: {
    list: get('/managed/credentials', {scopes: ['account:read_only'], access, page: ManagedCredential}),
    create: post('/managed/credentials', {
      scopes: ['account:read_write'],
      access,
      body: ManagedCredentialCreate,
      responseModel: ManagedCredential,
    }),
    get: get('/managed/credentials/{credentialId}', {
      scopes: ['account:read_write'],
      access,
      responseModel: ManagedCredential,
    }),
    update: put('/managed/credentials/{credentialId}', {
      scopes: ['account:read_write'],
      access,
      body: ManagedCredentialUpdate,
      responseModel: ManagedCredential,
    }),
    revoke: post('/managed/credentials/{credentialId}/revoke', {scopes: ['account:read_write'], access}),
    updateLogin: post('/managed/credentials/{credentialId}/update', {
      scopes: ['account:read_write'],
      access,
      body: ManagedCredentialUpdateLogin,
    }),
  },
  sshKey: {
    get: get('/managed/credentials/sshkey', {scopes: ['account:read_only'], access, responseModel: ManagedSshKey}),
  },
  issues: {
    list: get('/managed/issues', {scopes: ['account:read_only'], access, page: ManagedIssue}),
    get: get('/managed/issues/{issueId}', {scopes: ['account:read_only'], access, responseModel: ManagedIssue}),
  },
  computeSettings: {
    list: get('/managed/compute-settings', {scopes: ['account:read_only'], access, page: ManagedComputeSettings}),
    get: get('/managed/compute-settings/{computeId}', {
      scopes: ['account:read_only'],
      access,
      responseModel: ManagedComputeSettings,
    }),
    update: put('/managed/compute-settings/{computeId}', {
      scopes: ['account:read_write'],
      access,
      body: ManagedComputeSettingsUpdate,
      responseModel: ManagedComputeSettings,
    }),
  },
  services: {
    list: get('/managed/services', {scopes: ['account:read_only'], access, page: ManagedService}),
    create: post('/managed/services', {
      scopes: ['account:read_write'],
      access,
      body: ManagedServiceCreate,
      responseModel: ManagedService,
    }),
    get: get('/managed/services/{serviceId}', {scopes: ['account:read_only'], access, responseModel: ManagedService}),
    update: put('/managed/services/{serviceId}', {
      scopes: ['account:read_write'],
      access,
      body: ManagedServiceUpdate,
      responseModel: ManagedService,
    }),
    delete: del('/managed/services/{serviceId}', {scopes: ['account:read_write'], access}),
    disable: post('/managed/services/{serviceId}/disable', {
      scopes: ['account:read_write'],
      access,
      responseModel: ManagedService,
    }),
    enable: post('/managed/services/{serviceId}/enable', {
      scopes: ['account:read_write'],
      access,
      responseModel: ManagedService,
    }),
  },
  stats: {
    get: get('/managed/stats', {scopes: ['account:read_only'], access, responseModel: ManagedStats, limit: 'stats'}),
  },
});
