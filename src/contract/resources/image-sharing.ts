/** Share groups of images: the owner's side and the member's side. The API of today has them, as a beta. */
import {del, get, post, put} from '../schema/endpoint.ts';
import {
  choice,
  dateTime,
  either,
  flag,
  integer,
  list,
  model,
  nullable,
  object,
  type Read,
  refine,
  required,
  text,
} from '../schema/field.ts';

/** States of the copy of an image in a region. */
export const copyStatuses = [
  'available',
  'creating',
  'pending',
  'pending replication',
  'replicating',
  'pending deletion',
] as const;

const shareGroupLabel = text({filterable: true});
const lastUpdate = nullable(dateTime({readOnly: true}));
const expiry = nullable(dateTime({readOnly: true}));

/** Images that the account shares with the members of a group. */
export const ShareGroup = model('ShareGroup', {
  id: integer({readOnly: true}),
  uuid: text({readOnly: true}),
  label: shareGroupLabel,
  description: nullable(text()),
  is_suspended: flag({readOnly: true}),
  images_count: integer({readOnly: true}),
  members_count: integer({readOnly: true}),
  created: dateTime({readOnly: true}),
  updated: lastUpdate,
  expiry,
});
export type ShareGroup = Read<typeof ShareGroup>;

/** A group of another account, from the view of a member. */
export const JoinedShareGroup = model('JoinedShareGroup', {
  id: integer({readOnly: true}),
  uuid: text({readOnly: true}),
  label: text(),
  description: nullable(text()),
  is_suspended: flag({readOnly: true}),
  created: dateTime({readOnly: true}),
  updated: lastUpdate,
});
export type JoinedShareGroup = Read<typeof JoinedShareGroup>;

/** An image in a share group; a `shared/…` ID identifies the share. Label and description are copies. */
export const SharedImage = model('SharedImage', {
  id: text({readOnly: true, wire: 'image-or-kernel'}),
  label: text({filterable: true}),
  description: nullable(text()),
  created: dateTime({readOnly: true}),
  updated: lastUpdate,
  created_by: nullable(text({readOnly: true, wire: 'created-by'})),
  deprecated: flag({readOnly: true}),
  is_public: flag({readOnly: true}),
  // A word or a boolean.
  is_shared: nullable(refine(either(flag(), text()), {readOnly: true})),
  size: integer({readOnly: true, unit: 'MB'}),
  total_size: integer({readOnly: true, unit: 'MB'}),
  type: choice(['manual', 'automatic', 'shared'], {readOnly: true, filterable: true}),
  status: choice(['creating', 'pending_upload', 'available'], {readOnly: true}),
  expiry,
  eol: nullable(dateTime({readOnly: true})),
  vendor: nullable(text({readOnly: true})),
  capabilities: list(text(), {readOnly: true}),
  image_sharing: object(
    {
      shared_by: nullable(
        object({
          sharegroup_id: integer(),
          sharegroup_label: text(),
          sharegroup_uuid: text(),
          source_image_id: nullable(text()),
        }),
      ),
    },
    {readOnly: true},
  ),
  regions: list(object({region: text(), status: choice(copyStatuses)}), {readOnly: true}),
  tags: list(text(), {readOnly: true, filterable: true}),
});
export type SharedImage = Read<typeof SharedImage>;

/** A member of a share group, identified by the token that the owner added. */
export const ShareGroupMember = model('ShareGroupMember', {
  token_uuid: text({readOnly: true, filterable: true}),
  label: shareGroupLabel,
  status: choice(['active', 'revoked'], {readOnly: true, filterable: true}),
  created: dateTime({readOnly: true}),
  updated: lastUpdate,
  expiry,
});
export type ShareGroupMember = Read<typeof ShareGroupMember>;

const tokenFields = {
  token_uuid: text({readOnly: true}),
  label: nullable(shareGroupLabel),
  status: choice(['pending', 'active', 'revoked', 'expired'], {readOnly: true, filterable: true}),
  valid_for_sharegroup_uuid: text({readOnly: true, filterable: true}),
  // A pending token has no group.
  sharegroup_uuid: nullable(text({readOnly: true, filterable: true})),
  sharegroup_label: nullable(text({readOnly: true, filterable: true})),
  created: dateTime({readOnly: true}),
  updated: lastUpdate,
  expiry,
} as const;

/** The account's own token, with which it joins the group of another account. */
export const ShareGroupToken = model('ShareGroupToken', tokenFields);
export type ShareGroupToken = Read<typeof ShareGroupToken>;

/** Response to `images.sharegroups.tokens.create`: the only one with the token itself. */
export const ShareGroupTokenCreated = model('ShareGroupTokenCreated', {
  ...tokenFields,
  token: text({readOnly: true}),
});

const imagesToShare = list(object({id: required(text({wire: 'image-or-kernel'})), label: text(), description: text()}));

/** Body of `images.sharegroups.create`. */
export const ShareGroupCreate = model('ShareGroupCreate', {
  label: required(text()),
  description: text(),
  images: imagesToShare,
});

/** Body of `images.sharegroups.update`. */
export const ShareGroupUpdate = model('ShareGroupUpdate', {label: text(), description: text()});

/** Body of `images.sharegroups.images.create`. */
export const ShareGroupImages = model('ShareGroupImages', {images: required(imagesToShare)});

/** Body of `images.sharegroups.images.update`. */
export const SharedImageUpdate = model('SharedImageUpdate', {label: text(), description: text()});

/** Body of `images.sharegroups.members.create`; the member creates the token. */
export const ShareGroupMemberCreate = model('ShareGroupMemberCreate', {
  label: required(text()),
  token: required(text()),
});

/** Body of `images.sharegroups.members.update` and `images.sharegroups.tokens.update`. */
export const ShareGroupLabel = model('ShareGroupLabel', {label: required(text())});

/** Body of `images.sharegroups.tokens.create`. */
export const ShareGroupTokenCreate = model('ShareGroupTokenCreate', {
  valid_for_sharegroup_uuid: required(text()),
  label: text(),
});

const reads = {root: 'v4beta', scopes: ['images:read_only'], today: true} as const;
const changes = {root: 'v4beta', scopes: ['images:read_write'], today: true} as const;

export const sharegroupEndpoints = {
  list: get('/images/sharegroups', {...reads, page: ShareGroup}),
  create: post('/images/sharegroups', {...changes, body: ShareGroupCreate, responseModel: ShareGroup}),
  tokens: {
    list: get('/images/sharegroups/tokens', {...reads, page: ShareGroupToken}),
    create: post('/images/sharegroups/tokens', {
      ...changes,
      body: ShareGroupTokenCreate,
      responseModel: ShareGroupTokenCreated,
    }),
    get: get('/images/sharegroups/tokens/{tokenUuid}', {...reads, responseModel: ShareGroupToken}),
    update: put('/images/sharegroups/tokens/{tokenUuid}', {
      ...changes,
      body: ShareGroupLabel,
      responseModel: ShareGroupToken,
    }),
    delete: del('/images/sharegroups/tokens/{tokenUuid}', changes),
    sharegroup: {
      get: get('/images/sharegroups/tokens/{tokenUuid}/sharegroup', {...reads, responseModel: JoinedShareGroup}),
      images: {
        list: get('/images/sharegroups/tokens/{tokenUuid}/sharegroup/images', {...reads, page: SharedImage}),
      },
    },
  },
  get: get('/images/sharegroups/{sharegroupId}', {...reads, responseModel: ShareGroup}),
  update: put('/images/sharegroups/{sharegroupId}', {...changes, body: ShareGroupUpdate, responseModel: ShareGroup}),
  delete: del('/images/sharegroups/{sharegroupId}', changes),
  images: {
    list: get('/images/sharegroups/{sharegroupId}/images', {...reads, page: SharedImage}),
    create: post('/images/sharegroups/{sharegroupId}/images', {
      ...changes,
      body: ShareGroupImages,
      responseModel: SharedImage,
    }),
    update: put('/images/sharegroups/{sharegroupId}/images/{imageId}', {
      ...changes,
      body: SharedImageUpdate,
      responseModel: SharedImage,
    }),
    delete: del('/images/sharegroups/{sharegroupId}/images/{imageId}', changes),
  },
  members: {
    list: get('/images/sharegroups/{sharegroupId}/members', {...reads, page: ShareGroupMember}),
    create: post('/images/sharegroups/{sharegroupId}/members', {
      ...changes,
      body: ShareGroupMemberCreate,
      responseModel: ShareGroupMember,
    }),
    get: get('/images/sharegroups/{sharegroupId}/members/{tokenUuid}', {...reads, responseModel: ShareGroupMember}),
    update: put('/images/sharegroups/{sharegroupId}/members/{tokenUuid}', {
      ...changes,
      body: ShareGroupLabel,
      responseModel: ShareGroupMember,
    }),
    delete: del('/images/sharegroups/{sharegroupId}/members/{tokenUuid}', changes),
  },
};

/** Share groups that contain an image. */
export const imageSharegroupEndpoints = {
  list: get('/images/{imageId}/sharegroups', {...reads, page: ShareGroup}),
};
