/** Stored data of a zone and of its records. */
import type {Domain, DomainRecord} from '../../../contract/resources/domains.ts';
import {defineKind} from '../../engine/storage/kind.ts';

/** Responses also have the times of creation and of the last change. */
export interface StoredDomain extends Domain {
  readonly created: string;
  readonly updated: string;
}

export const Domains = defineKind<StoredDomain>('domain', {
  grant: 'domain',
  firstId: 1200,
  columns: {key: 'domain'},
  hasUpdatedField: true,
});
/** `parent` is the zone. */
export const Records = defineKind<DomainRecord>('record', {
  firstId: 88000,
  columns: {key: 'name'},
  hasUpdatedField: true,
});

/** A zone as the entity of an event. */
export const domainEntity = ({id, domain}: Pick<Domain, 'id' | 'domain'>) => ({
  id,
  label: domain,
  type: 'domain' as const,
  url: `/v4/domains/${id}`,
});
