/** Canned ACLs as S3 XML. */
import type {Acl} from './storage-kinds.ts';

const everyone = 'http://acs.amazonaws.com/groups/global/AllUsers';
const signedIn = 'http://acs.amazonaws.com/groups/global/AuthenticatedUsers';

const grants: Readonly<Record<Acl, readonly (readonly [string, string])[]>> = {
  private: [],
  'public-read': [[everyone, 'READ']],
  'authenticated-read': [[signedIn, 'READ']],
  'public-read-write': [
    [everyone, 'READ'],
    [everyone, 'WRITE'],
  ],
  custom: [],
};

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const grant = (grantee: string, permission: string) =>
  `<Grant><Grantee xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${grantee}</Grantee><Permission>${permission}</Permission></Grant>`;

export function aclXml(acl: Acl, owner: string): string {
  const id = escapeXml(owner);
  const ownerGrant = grant(`xsi:type="CanonicalUser"><ID>${id}</ID>`, 'FULL_CONTROL');
  const groupGrants = grants[acl].map(([group, permission]) =>
    grant(`xsi:type="Group"><URI>${group}</URI>`, permission),
  );
  return `<AccessControlPolicy xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Owner><ID>${id}</ID></Owner><AccessControlList>${ownerGrant}${groupGrants.join('')}</AccessControlList></AccessControlPolicy>`;
}
