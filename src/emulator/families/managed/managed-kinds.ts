/** Stored data of Managed. */
import type {
  ManagedComputeSettings,
  ManagedContact,
  ManagedCredential,
  ManagedIssue,
  ManagedService,
} from '../../../contract/monitoring/managed.ts';
import {defineKind} from '../../engine/storage/kind.ts';

export const Contacts = defineKind<ManagedContact>('managed_contact', {firstId: 560, hasUpdatedField: true});
/** User name and password are never returned. */
export const ManagedCredentials = defineKind<ManagedCredential, {readonly username: string; readonly password: string}>(
  'managed_credential',
  {firstId: 9900},
);
export const ManagedServices = defineKind<ManagedService>('managed_service', {
  firstId: 9940,
  columns: {key: 'label'},
  hasUpdatedField: true,
});
export const ManagedIssues = defineKind<ManagedIssue>('managed_issue', {firstId: 820, isNewestFirst: true});
/** Changed SSH access to instances, by the ID of the instance; other instances have the default. */
export const ManagedAccess = defineKind<ManagedComputeSettings['ssh'] & {readonly id: number}>('managed_access');

/** A service as the entity of an event. */
export const serviceEntity = ({id, label}: Pick<ManagedService, 'id' | 'label'>) => ({
  id,
  label,
  type: 'managed_service' as const,
  url: `/v4/managed/services/${id}`,
});
