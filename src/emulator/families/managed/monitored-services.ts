/** Monitored services (D3 §2.4). */
import {isIP} from 'node:net';
import type {Contract} from '../../../contract/index.ts';
import type {ManagedService} from '../../../contract/monitoring/managed.ts';
import type {RequestBody} from '../../../contract/schema/endpoint.ts';
import type {Handlers} from '../../engine/call.ts';
import {FieldErrors} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import {defineJob} from '../../engine/time/jobs.ts';
import {Regions} from '../regions.ts';
import {ManagedCredentials, ManagedServices, serviceEntity} from './managed-kinds.ts';

type Services = Contract['managed']['services'];
type ServiceRequest = RequestBody<Services['create']>;

/** The address to request, and its host; undefined for an invalid address. */
function parse(address: string, type: string): {readonly normalized: string; readonly host: string} | undefined {
  try {
    const url = new URL(address.includes('://') ? address : `${type === 'tcp' ? 'tcp' : 'http'}://${address}`);
    if (!url.hostname) return undefined;
    // The query is part of the request; the fragment is not (D3 §2.4).
    return {normalized: address.replace(/#.*$/s, ''), host: url.hostname.replace(/^\[|\]$/g, '')};
  } catch {
    return undefined;
  }
}

const isPrivate = (host: string): boolean =>
  isIP(host) === 4
    ? /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host)
    : isIP(host) === 6 && /^f[cd]/i.test(host);

function checkedRequest(db: Store, request: ServiceRequest): string {
  const fieldErrors = new FieldErrors();
  const parsed = parse(request.address, request.service_type);
  fieldErrors.addIf(!parsed, 'is not an address', 'address');
  const isInternal = !!parsed && isPrivate(parsed.host);
  fieldErrors.addIf(isInternal && !request.region, 'is required when the address is a private IP', 'region');
  fieldErrors.addIf(
    !!parsed && !isInternal && !!request.region,
    'is only for addresses that are private IPs',
    'region',
  );
  fieldErrors.addIf(!!request.region && !db.byKey(Regions, request.region), 'is not a region', 'region');
  for (const [index, id] of (request.credentials ?? []).entries())
    fieldErrors.addIf(!db.has(ManagedCredentials, id), 'is not a credential of this account', `credentials.${index}`);
  fieldErrors.throwIfAny();
  return parsed?.normalized ?? request.address;
}

/** First check of a new or resumed service; it fails for the host names `down.…` and `broken.…`. */
const serviceChecked = defineJob<{readonly id: number}>('managed.looked_at', ({db}, {id}) => {
  const service = db.get(ManagedServices, id);
  if (service?.status === 'pending') db.update(ManagedServices, id, {status: outcome(service)});
});
const outcome = ({address}: ManagedService): 'ok' | 'problem' =>
  /(^|\/\/|\.)(down|broken)\./.test(address) ? 'problem' : 'ok';

const checkDelayMs = 20_000;

export const services: Handlers<Services> = {
  list: call => call.page(ManagedServices),

  create(call) {
    const {db, body, now} = call;
    const address = checkedRequest(db, body);
    const service = db.insert(ManagedServices, id => ({
      id,
      status: 'pending',
      service_type: body.service_type,
      label: body.label,
      address,
      timeout: body.timeout,
      body: body.body ?? null,
      consultation_group: body.consultation_group ?? '',
      notes: body.notes ?? null,
      region: body.region ?? null,
      credentials: [...(body.credentials ?? [])],
      created: formatTimestamp(now),
      updated: formatTimestamp(now),
    }));
    call.schedule(serviceChecked, {id: service.id}, now + checkDelayMs);
    call.emit({action: 'managed_service_create', entity: serviceEntity(service)});
    return service;
  },

  get: call => call.json(ManagedServices, call.params.serviceId),

  update(call) {
    const {db, body} = call;
    const before = call.find(ManagedServices, call.params.serviceId);
    const {id: _, status: __, created: ___, updated: ____, ...rest} = before;
    const request = {...rest, region: rest.region ?? undefined, ...body} as ServiceRequest;
    const address = checkedRequest(db, request);
    return db.update(ManagedServices, before.id, {...body, credentials: [...(request.credentials ?? [])], address});
  },

  delete(call) {
    const service = call.find(ManagedServices, call.params.serviceId);
    call.db.remove(ManagedServices, service.id);
    call.emit({action: 'managed_service_delete', entity: serviceEntity(service)});
    return {};
  },

  disable(call) {
    const {id} = call.find(ManagedServices, call.params.serviceId);
    return call.db.update(ManagedServices, id, {status: 'disabled'});
  },

  enable(call) {
    const {id, status} = call.find(ManagedServices, call.params.serviceId);
    if (status !== 'disabled') return call.json(ManagedServices, id);
    call.schedule(serviceChecked, {id}, call.now + checkDelayMs);
    return call.db.update(ManagedServices, id, {status: 'pending'});
  },
};
