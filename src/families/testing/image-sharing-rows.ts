/** For tests: rows of share groups, from the owner's side and from the member's side. */
import type {
  SharedImage,
  ShareGroup,
  ShareGroupMember,
  ShareGroupToken,
} from '../../contract/resources/image-sharing.ts';

const dates = {created: '2026-01-01T00:00:00', updated: null} as const;
const groupUuid = '0b5c7a52-93c1-4f0e-9f8e-6f1d2a7c3e10';

export const shareGroup = (facts: Partial<ShareGroup> = {}): ShareGroup => ({
  id: 31,
  uuid: groupUuid,
  label: 'partners',
  description: 'Images for partner agencies',
  is_suspended: false,
  images_count: 1,
  members_count: 2,
  ...dates,
  expiry: null,
  ...facts,
});

export const sharedImage = (facts: Partial<SharedImage> = {}): SharedImage => ({
  id: 'shared/1',
  label: 'golden-web',
  description: 'Base of every web node',
  ...dates,
  created_by: null,
  deprecated: false,
  is_public: false,
  is_shared: null,
  size: 2210,
  total_size: 2210,
  type: 'shared',
  status: 'available',
  expiry: null,
  eol: null,
  vendor: null,
  capabilities: ['cloud-init'],
  image_sharing: {
    shared_by: {
      sharegroup_id: 31,
      sharegroup_label: 'partners',
      sharegroup_uuid: groupUuid,
      source_image_id: 'private/12',
    },
  },
  regions: [{region: 'us-east', status: 'available'}],
  tags: [],
  ...facts,
});

export const shareMember = (facts: Partial<ShareGroupMember> = {}): ShareGroupMember => ({
  token_uuid: '1e2d3c4b-5a69-4788-96a5-b4c3d2e1f001',
  label: 'north-agency',
  status: 'active',
  ...dates,
  expiry: null,
  ...facts,
});

export const shareToken = (facts: Partial<ShareGroupToken> = {}): ShareGroupToken => ({
  token_uuid: '7f8e9d0c-1b2a-4c3d-8e4f-5a6b7c8d9e01',
  label: 'for-base-images',
  status: 'active',
  valid_for_sharegroup_uuid: groupUuid,
  sharegroup_uuid: groupUuid,
  sharegroup_label: 'base-images',
  ...dates,
  expiry: null,
  ...facts,
});
