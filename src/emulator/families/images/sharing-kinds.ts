/** Stored data of share groups; `parent` of a shared image, of a member and of a token is its group. */
import type {
  JoinedShareGroup,
  SharedImage,
  ShareGroup,
  ShareGroupMember,
  ShareGroupToken,
} from '../../../contract/resources/image-sharing.ts';
import type {Image} from '../../../contract/resources/images.ts';
import {defineKind} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';

/** The numbers of images and members are computed. */
export type StoredShareGroup = Omit<ShareGroup, 'images_count' | 'members_count'>;
/** The other values are those of the image. */
export interface StoredShare {
  readonly id: string;
  readonly label: string;
  readonly description: string | null;
  readonly created: string;
  readonly updated: string | null;
  /** ID of the shared image. */
  readonly source: string;
}

export const ShareGroups = defineKind<StoredShareGroup>('sharegroup', {firstId: 31, columns: {key: 'uuid'}});
export const Shares = defineKind<StoredShare>('image_share', {columns: {key: 'id'}});
export const ShareMembers = defineKind<ShareGroupMember>('sharegroup_member', {columns: {key: 'token_uuid'}});
export const ShareTokens = defineKind<ShareGroupToken, {readonly token: string}>('sharegroup_token', {
  columns: {key: 'token_uuid'},
});
/** Groups of other accounts, which an account can join, with the images in them. */
export const ForeignGroups = defineKind<JoinedShareGroup, {readonly images: readonly SharedImage[]}>(
  'foreign_sharegroup',
  {firstId: 9001, columns: {key: 'uuid'}},
);

export const presentShareGroup = (db: Store, group: StoredShareGroup): ShareGroup => ({
  ...group,
  images_count: db.all(Shares, group.id).length,
  members_count: db.all(ShareMembers, group.id).filter(({status}) => status === 'active').length,
});

/** The copies of an image before its first replication. */
export const firstCopies: NonNullable<Image['regions']> = [{region: 'us-east', status: 'available'}];

/** The number of groups that an image is in, as the image shows it. */
export function sharingOf(db: Store, image: string): Pick<Image, 'image_sharing' | 'is_shared'> {
  const {length: count} = db.where(Shares, {sql: `json_extract(doc, '$.source')=?`, values: [image]});
  const shared_with =
    count === 0 ? null : {sharegroup_count: count, sharegroup_list_url: `/v4beta/images/${image}/sharegroups`};
  return {image_sharing: {shared_by: null, shared_with}, is_shared: count > 0};
}

/** The share of an image as a group shows it. */
export function presentShare(group: StoredShareGroup, {source, ...share}: StoredShare, image: Image): SharedImage {
  return {
    ...share,
    created_by: null,
    deprecated: image.deprecated,
    is_public: false,
    is_shared: null,
    size: image.size,
    total_size: image.total_size ?? image.size,
    type: 'shared',
    status: image.status,
    expiry: null,
    eol: null,
    vendor: null,
    capabilities: image.capabilities ?? [],
    image_sharing: {
      shared_by: {
        sharegroup_id: group.id,
        sharegroup_label: group.label,
        sharegroup_uuid: group.uuid,
        source_image_id: source,
      },
    },
    regions: (image.regions ?? firstCopies) as SharedImage['regions'],
    tags: image.tags ?? [],
  };
}

/** Revokes a token, for the group's member and for the account that created the token. */
export function revokeAccess(db: Store, tokenUuid: string, updated: string): void {
  const member = db.byKey(ShareMembers, tokenUuid);
  const token = db.byKey(ShareTokens, tokenUuid);
  if (member) db.update(ShareMembers, member.id, {status: 'revoked', updated});
  if (token) db.update(ShareTokens, token.id, {status: 'revoked', updated});
}

/** Removes the shares of a deleted image from all groups. */
export function stopSharing(db: Store, image: string): void {
  for (const {id} of db.where(Shares, {sql: `json_extract(doc, '$.source')=?`, values: [image]})) db.remove(Shares, id);
}
