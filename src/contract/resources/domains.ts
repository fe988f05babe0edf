/** DNS Domains and their records (D2 §4.4). */
import {del, get, post, put} from '../schema/endpoint.ts';
import {family} from '../schema/family.ts';
import {
  choice,
  dateTime,
  integer,
  list,
  model,
  nullable,
  type Read,
  refine,
  required,
  text,
  undocumented,
} from '../schema/field.ts';
import {domainHint} from '../schema/patterns.ts';

export const recordTypes = ['A', 'AAAA', 'NS', 'MX', 'CNAME', 'TXT', 'SRV', 'PTR', 'CAA'] as const;

export const caaTags = ['issue', 'issuewild', 'iodef'] as const;

/** A DNS zone (D2 §2.9). */
export const Domain = model('Domain', {
  id: integer({readOnly: true}),
  type: choice(['master', 'slave']),
  domain: text({
    min: 1,
    max: 255,
    ...domainHint,
    filterable: true,
  }),
  group: nullable(text({min: 1, max: 50, acceptedValues: [''], filterable: true, deprecated: true})),
  status: choice(['disabled', 'active'], {default: 'active'}),
  description: nullable(text({min: 1, max: 255, acceptedValues: ['']})),
  soa_email: text({format: 'email', acceptedValues: ['']}),
  retry_sec: integer({default: 0}),
  master_ips: list(text({format: 'ip'})),
  axfr_ips: list(text({format: 'ip'})),
  expire_sec: integer({default: 0}),
  refresh_sec: integer({default: 0}),
  ttl_sec: integer({default: 0}),
  tags: list(text(), {filterable: true}),
  // Errors that keep the zone from being rendered, as the provider words them.
  errors: undocumented(nullable(text({readOnly: true, acceptedValues: ['']}))),
  created: undocumented(dateTime({readOnly: true})),
  updated: undocumented(dateTime({readOnly: true})),
});
export type Domain = Read<typeof Domain>;

/** A record of a zone (D2 §2.10). */
export const DomainRecord = model('DomainRecord', {
  id: integer({readOnly: true}),
  type: choice(recordTypes),
  // Empty at the apex.
  name: text({min: 1, max: 100, acceptedValues: ['']}),
  target: text(),
  priority: integer({min: 0, max: 255}),
  weight: integer({min: 0, max: 65535}),
  port: integer({min: 0, max: 65535}),
  service: nullable(text()),
  protocol: nullable(text()),
  ttl_sec: integer(),
  tag: nullable(choice(caaTags, {filterable: true})),
  created: dateTime({readOnly: true}),
  updated: dateTime({readOnly: true}),
});
export type DomainRecord = Read<typeof DomainRecord>;

/** The zone as last rendered, line by line. */
export const DomainZoneFile = model('DomainZoneFile', {
  zone_file: list(text()),
});
export type DomainZoneFile = Read<typeof DomainZoneFile>;

const domainBody = {
  group: text({min: 1, max: 50, acceptedValues: [''], filterable: true, deprecated: true}),
  status: Domain.fields.status,
  description: text({min: 1, max: 255, acceptedValues: ['']}),
  soa_email: text({format: 'email', acceptedValues: [''], requiredWhen: 'type is master'}),
  retry_sec: Domain.fields.retry_sec,
  master_ips: refine(Domain.fields.master_ips, {requiredWhen: 'type is slave'}),
  axfr_ips: Domain.fields.axfr_ips,
  expire_sec: Domain.fields.expire_sec,
  refresh_sec: Domain.fields.refresh_sec,
  ttl_sec: Domain.fields.ttl_sec,
  tags: Domain.fields.tags,
};

/** Body of `domains.create` (D2 §2.9). */
export const DomainCreate = model('DomainCreate', {
  type: required(Domain.fields.type),
  domain: required(Domain.fields.domain),
  ...domainBody,
});

/** Body of `domains.import` (D2 §4.4). */
export const DomainImport = model('DomainImport', {
  domain: required(text()),
  remote_nameserver: required(text()),
});

/** Body of `domains.update` (D2 §2.9). */
export const DomainUpdate = model('DomainUpdate', {
  type: Domain.fields.type,
  domain: Domain.fields.domain,
  ...domainBody,
});

/** Body of `domains.clone` (D2 §4.4). */
export const DomainClone = model('DomainClone', {
  domain: required(Domain.fields.domain),
});

const recordBody = {
  name: DomainRecord.fields.name,
  target: DomainRecord.fields.target,
  priority: DomainRecord.fields.priority,
  weight: DomainRecord.fields.weight,
  port: DomainRecord.fields.port,
  service: DomainRecord.fields.service,
  protocol: DomainRecord.fields.protocol,
  ttl_sec: DomainRecord.fields.ttl_sec,
  tag: DomainRecord.fields.tag,
};

/** Body of `domains.records.create` (D2 §4.4). */
export const DomainRecordCreate = model('DomainRecordCreate', {
  type: required(DomainRecord.fields.type),
  ...recordBody,
});

/** Body of `domains.records.update`. */
export const DomainRecordUpdate = model('DomainRecordUpdate', {
  type: DomainRecord.fields.type,
  ...recordBody,
});

export const domains = family('domains', {
  list: get('/domains', {scopes: ['domains:read_only'], page: Domain}),
  create: post('/domains', {
    scopes: ['domains:read_write'],
    access: {grants: ['add_domains']},
    body: DomainCreate,
    responseModel: Domain,
  }),
  import: post('/domains/import', {scopes: ['domains:read_write'], body: DomainImport, responseModel: Domain}),
  get: get('/domains/{domainId}', {scopes: ['domains:read_only'], responseModel: Domain}),
  update: put('/domains/{domainId}', {scopes: ['domains:read_write'], body: DomainUpdate, responseModel: Domain}),
  delete: del('/domains/{domainId}', {scopes: ['domains:read_write']}),
  clone: post('/domains/{domainId}/clone', {scopes: ['domains:read_write'], body: DomainClone, responseModel: Domain}),
  records: {
    list: get('/domains/{domainId}/records', {scopes: ['domains:read_only'], page: DomainRecord}),
    create: post('/domains/{domainId}/records', {
      scopes: ['domains:read_write'],
      body: DomainRecordCreate,
      responseModel: DomainRecord,
    }),
    get: get('/domains/{domainId}/records/{recordId}', {scopes: ['domains:read_only'], responseModel: DomainRecord}),
    update: put('/domains/{domainId}/records/{recordId}', {
      scopes: ['domains:read_write'],
      body: DomainRecordUpdate,
      responseModel: DomainRecord,
    }),
    delete: del('/domains/{domainId}/records/{recordId}', {scopes: ['domains:read_write']}),
  },
  zoneFile: {
    get: get('/domains/{domainId}/zone-file', {scopes: ['domains:read_only'], responseModel: DomainZoneFile}),
  },
});
