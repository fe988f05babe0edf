/** ACLs that a client sets: canned ACLs by name, or the grants of an XML document. */
import type {Acl} from '../storage-kinds.ts';
import {readS3Body} from './s3-body.ts';
import {S3Error} from './s3-error.ts';
import {headerOf, type S3Request} from './s3-request.ts';
import type {Signer} from './s3-signature.ts';
import {parseXml} from './s3-xml.ts';

const cannedAcls = ['private', 'public-read', 'authenticated-read', 'public-read-write'] as const;
export type CannedAcl = (typeof cannedAcls)[number];

/** The canned rules of `x-amz-acl`. @throws S3Error 400 for other rules */
export function cannedAcl(text: string | undefined): CannedAcl | undefined {
  if (text === undefined) return undefined;
  const found = cannedAcls.find(name => name === text);
  if (!found) throw new S3Error(400, 'InvalidArgument', `x-amz-acl must be one of ${cannedAcls.join(', ')}.`);
  return found;
}

interface Grant {
  readonly Grantee?: {readonly URI?: unknown};
  readonly Permission?: unknown;
}

/** The rules that a request sets. Grants to single accounts make them `custom`. @throws S3Error 400 */
export async function requestedAcl({incoming}: S3Request, signer: Signer | undefined): Promise<Acl> {
  const canned = cannedAcl(headerOf(incoming, 'x-amz-acl'));
  if (canned) return canned;
  const content = parseXml(await readS3Body(incoming, signer), 'AccessControlPolicy');
  const {Grant: grants = []} = (content.AccessControlList ?? {}) as {readonly Grant?: readonly Grant[]};
  const open = grants
    .filter(({Permission: permission}) => permission !== 'FULL_CONTROL')
    .map(({Grantee: grantee, Permission: permission}) => `${String(grantee?.URI).split('/').at(-1)} ${permission}`)
    .toSorted()
    .join();
  return aclsByGrants.get(open) ?? 'custom';
}

const aclsByGrants = new Map<string, Acl>([
  ['', 'private'],
  ['AllUsers READ', 'public-read'],
  ['AuthenticatedUsers READ', 'authenticated-read'],
  ['AllUsers READ,AllUsers WRITE', 'public-read-write'],
]);
