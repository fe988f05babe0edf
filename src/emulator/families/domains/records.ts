/** The records of a zone: the fields that each type needs, and the stored form. */

import {isIPv4} from 'node:net';
import type {Contract} from '../../../contract/index.ts';
import type {DomainRecord} from '../../../contract/resources/domains.ts';
import type {RequestBody} from '../../../contract/schema/endpoint.ts';
import {isPlainIPv6} from '../../../contract/schema/formats.ts';
import type {Call, Handlers} from '../../engine/call.ts';
import {FieldErrors, notFound} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import {Domains, domainEntity, Records, type StoredDomain} from './domain-kinds.ts';
import {isHostName} from './host-names.ts';
import {nearestTtl} from './ttl-values.ts';

type RecordGroup = Contract['domains']['records'];
type RecordRequest = RequestBody<RecordGroup['create']>;

/** Placeholder of the caller's IP address, for dynamic DNS clients. */
const caller = '[remote_addr]';

/** Problems of a record of this type in this zone. */
function recordErrors(
  fieldErrors: FieldErrors,
  request: RecordRequest,
  zone: StoredDomain,
  siblings: readonly DomainRecord[],
): void {
  const {type, name = '', target} = request;
  const needs = (field: keyof RecordRequest) =>
    fieldErrors.addIf(request[field] === undefined || request[field] === null, `is required for ${type}`, field);
  const host = (field: string) =>
    fieldErrors.addIf(target !== undefined && target !== '' && !isHostName(target), `must be ${field}`, 'target');
  if (type !== 'MX' && type !== 'PTR') fieldErrors.addIf(!target, `is required for ${type}`, 'target');
  if (name) fieldErrors.addIf(!/^[a-z0-9_*@.-]+$/i.test(name), 'must be a host name', 'name');
  switch (type) {
    case 'A':
      fieldErrors.addIf(!!target && target !== caller && !isIPv4(target), 'must be an IPv4 address', 'target');
      break;
    case 'AAAA':
      fieldErrors.addIf(!!target && target !== caller && !isPlainIPv6(target), 'must be an IPv6 address', 'target');
      break;
    case 'NS':
      host('a name server');
      break;
    case 'MX':
      host('a mail server');
      mailErrors(fieldErrors, request, siblings);
      break;
    case 'CNAME':
      fieldErrors.addIf(!name, 'is required for CNAME', 'name');
      fieldErrors.addIf(
        !!name && siblings.some(sibling => sibling.name === name),
        'is taken: a CNAME must be alone on its name',
        'name',
      );
      host('a host name');
      break;
    case 'SRV':
      for (const field of ['service', 'priority', 'weight', 'port'] as const) needs(field);
      host('a host name');
      break;
    case 'CAA':
      needs('tag');
      break;
    case 'PTR':
      fieldErrors.add('PTR records are set on the address: reverse DNS', 'type');
      break;
  }
  if (type !== 'CNAME' && name)
    fieldErrors.addIf(
      siblings.some(sibling => sibling.type === 'CNAME' && sibling.name === name),
      'is taken by a CNAME',
      'name',
    );
  fieldErrors.addIf(zone.type === 'slave', 'A slave zone is a copy: change its master.');
}

/** A null MX means that the domain accepts no mail, so it can't be combined with other MX records. */
function mailErrors(
  fieldErrors: FieldErrors,
  {target = '', priority = 0}: RecordRequest,
  siblings: readonly DomainRecord[],
): void {
  const mail = siblings.filter(({type}) => type === 'MX');
  fieldErrors.addIf(
    mail.some(sibling => sibling.target === ''),
    'A null MX record blocks other MX records.',
  );
  if (target !== '') return;
  fieldErrors.addIf(priority !== 0, 'must be 0 for a null MX record', 'priority');
  fieldErrors.addIf(
    mail.some(sibling => sibling.target !== ''),
    'A null MX record must be the only MX record.',
  );
}

const underscored = (text: string | null | undefined, end = ''): string | null =>
  text ? `_${text.replace(/^_/, '').replace(/\.$/, '')}${end}` : null;

interface RecordContext {
  readonly zone: StoredDomain;
  /** The address that the request came from. */
  readonly address: string;
  readonly now: string;
  /** The time of an earlier creation. */
  readonly created?: string;
}

/** The stored form of a record. */
function storedRecord(
  id: number,
  request: RecordRequest,
  {zone, address, now, created = now}: RecordContext,
): DomainRecord {
  const {type, name = '', target = ''} = request;
  const fullTarget = type === 'SRV' && target !== '' && !target.includes('.') ? `${target}.${zone.domain}` : target;
  return {
    id,
    type,
    name:
      type === 'SRV'
        ? [underscored(request.service), underscored(request.protocol ?? 'tcp')].filter(Boolean).join('.')
        : name,
    target: fullTarget === caller ? address : fullTarget,
    priority: request.priority ?? 0,
    weight: request.weight ?? 0,
    port: request.port ?? 0,
    service: type === 'SRV' ? underscored(request.service, '.') : null,
    protocol: type === 'SRV' ? underscored(request.protocol ?? 'tcp') : null,
    ttl_sec: nearestTtl(request.ttl_sec),
    tag: type === 'CAA' ? (request.tag ?? null) : null,
    created,
    updated: now,
  };
}

function zoneOf(db: Store, id: number): StoredDomain {
  const zone = db.get(Domains, id);
  if (!zone) throw notFound();
  return zone;
}

/** The record in the path, which must belong to the zone in the path. */
function recordOf(
  call: Pick<Call<RecordGroup['get']>, 'db'>,
  {domainId, recordId}: {readonly domainId: number; readonly recordId: number},
): DomainRecord {
  zoneOf(call.db, domainId);
  const row = call.db.row(Records, recordId);
  if (row?.parent !== domainId) throw notFound();
  return row.doc;
}

const fieldsOf = ({id: _, created: __, updated: ___, ...fields}: DomainRecord) => fields;

export const records: Handlers<RecordGroup> = {
  list(call) {
    zoneOf(call.db, call.params.domainId);
    return call.page(Records, {parent: call.params.domainId});
  },

  create(call) {
    const {db, body, now} = call;
    const zone = zoneOf(db, call.params.domainId);
    const fieldErrors = new FieldErrors();
    recordErrors(fieldErrors, body, zone, db.all(Records, zone.id));
    fieldErrors.throwIfAny();
    const record = db.insert(
      Records,
      id => storedRecord(id, body, {zone, address: call.address, now: formatTimestamp(now)}),
      {
        parent: zone.id,
      },
    );
    db.update(Domains, zone.id, {});
    call.emit({action: 'dns_record_create', entity: domainEntity(zone)});
    return record;
  },

  get: call => recordOf(call, call.params),

  update(call) {
    const {db, body, now} = call;
    const zone = zoneOf(db, call.params.domainId);
    const before = recordOf(call, call.params);
    // The type of a record can't change.
    const request = {...fieldsOf(before), ...body, type: before.type} as RecordRequest;
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(body.type !== undefined && body.type !== before.type, 'cannot be changed', 'type');
    recordErrors(
      fieldErrors,
      request,
      zone,
      db.all(Records, zone.id).filter(({id}) => id !== before.id),
    );
    fieldErrors.throwIfAny();
    const record = db.replace(
      Records,
      before.id,
      storedRecord(before.id, request, {
        zone,
        address: call.address,
        now: formatTimestamp(now),
        created: before.created,
      }),
    );
    db.update(Domains, zone.id, {});
    call.emit({action: 'dns_record_update', entity: domainEntity(zone)});
    return record;
  },

  delete(call) {
    const zone = zoneOf(call.db, call.params.domainId);
    const record = recordOf(call, call.params);
    call.db.remove(Records, record.id);
    call.db.update(Domains, zone.id, {});
    call.emit({action: 'dns_record_delete', entity: domainEntity(zone)});
    return {};
  },
};
