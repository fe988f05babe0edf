/** Tabs of the clusters of every engine. */

import type {DatabaseCredentials, DatabaseSsl, MysqlDatabase} from '../../contract/databases/models.ts';
import {addedLine} from '../shape/added-line.ts';
import type {ListParamsOf, Lookup, Section} from '../shape/define-family.ts';
import {unlessActive} from './cluster.ts';
import {databaseParams} from './cluster-actions.ts';

/** Both values are masked until the user reveals them. */
const credentialSections: readonly Section<DatabaseCredentials, ListParamsOf<'databases.mysql'>>[] = [
  {
    title: 'Root user',
    lines: [
      {title: 'User', value: response => response.username, secret: true},
      {title: 'Password', value: response => response.password, secret: true},
    ],
  },
];

/** The certificate in the form that clients need; a text that isn't Base64 is returned unchanged. */
export function pemText(base64: string | undefined): string | undefined {
  if (typeof base64 !== 'string') return undefined;
  try {
    return atob(base64);
  } catch {
    return base64;
  }
}

/** Sections with fields that only newer providers return. */
export const relationalSections: readonly Section<MysqlDatabase, ListParamsOf<'databases.mysql'>>[] = [
  {
    title: 'Settings',
    lines: [
      addedLine('Engine settings', 'engine_config', settings =>
        Object.keys(settings).length === 0 ? 'engine defaults' : JSON.stringify(settings),
      ),
      addedLine('Private network', 'private_network', ({vpc_id, subnet_id, public_access: isPublic}) =>
        [`VPC ${vpc_id}, subnet ${subnet_id}`, isPublic ? 'also public' : ''].filter(Boolean).join(', '),
      ),
    ],
  },
];

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The API returns credentials and the certificate only for active clusters (D3 §3). */
const unavailableText = (row: {readonly status: string}): string | undefined => {
  const reason = unlessActive(row);
  return reason && capital(reason);
};

/** The reason why backups can't be shown: the API returns them in every status except provisioning (D3 §3). */
export const unlessProvisioned = ({
  status,
  platform,
}: {
  readonly status: string;
  readonly platform?: string | undefined;
}): string | undefined => {
  if (status === 'provisioning') return 'No backups until the database is provisioned.';
  // Clusters of the older platform keep their list of backups.
  return platform === undefined || platform === 'rdbms-legacy'
    ? undefined
    : 'The provider lists no backups. To restore one, create a database as a copy of this one.';
};

const resetEvent = 'database_credentials_reset';

/**
 * Between the request of a reset and the end of its event, the API still returns the old password, which may stop
 * working at any time.
 */
const unlessCurrent = (row: {readonly id: number; readonly status: string}, lookup: Lookup): string | undefined =>
  lookup.isExpected(resetEvent, row.id) || lookup.running('database', row.id)?.action === resetEvent
    ? 'The password is being replaced…'
    : unavailableText(row);

/** The tab without its operation, which differs between engines. */
export const credentials = {
  title: 'Credentials',
  unless: unlessCurrent,
  params: databaseParams,
  refreshSeconds: 600,
  content: {sections: credentialSections},
} as const;

export const certificate = {
  title: 'Certificate',
  unless: unavailableText,
  params: databaseParams,
  refreshSeconds: 3600,
  content: {text: (response: DatabaseSsl) => pemText(response.ca_certificate)},
} as const;
