/** Share groups of the demo account: two of its own, and one of another account that it has joined. */
import type {SharedImage, ShareGroupMember, ShareGroupToken} from '../../../contract/resources/image-sharing.ts';
import {days} from '../../engine/time/clock.ts';
import {Images} from '../../families/images/image-kinds.ts';
import {ForeignGroups, ShareGroups, ShareMembers, Shares, ShareTokens} from '../../families/images/sharing-kinds.ts';
import {beforeNow, type SeedContext} from '../core/seed-context.ts';

const uuids = {
  partners: '0b5c7a52-93c1-4f0e-9f8e-6f1d2a7c3e10',
  lab: '5d0f8e3c-2a4b-4c6d-8e1f-7a9b0c1d2e3f',
  base: 'a3e1c9d7-5b2f-4e8a-b6c4-1d3f5a7b9c0e',
  appliances: 'c7d9e1f3-4a6b-4c8d-9e0f-2b4d6f8a0c1e',
};

function addOwnGroups(context: SeedContext): void {
  const {db} = context;
  const addGroup = (label: string, uuid: string, description: string | null, age: number) =>
    db.insert(ShareGroups, id => ({
      id,
      uuid,
      label,
      description,
      is_suspended: false,
      created: beforeNow(context, age * days),
      updated: null,
      expiry: null,
    }));
  const partners = addGroup('partners', uuids.partners, 'Images for partner agencies', 60);
  addGroup('lab', uuids.lab, null, 3);
  const golden = db.all(Images).find(({label}) => label === 'golden-web');
  if (golden)
    db.insert(
      Shares,
      id => ({
        id: `shared/${id}`,
        label: golden.label,
        description: golden.description,
        created: beforeNow(context, 3 * days),
        updated: null,
        source: golden.id,
      }),
      {parent: partners.id},
    );
  const addMember = (label: string, status: ShareGroupMember['status'], token_uuid: string): void => {
    const created = beforeNow(context, 50 * days);
    const updated = status === 'revoked' ? beforeNow(context, 9 * days) : null;
    db.insert(ShareMembers, () => ({token_uuid, label, status, created, updated, expiry: null}), {
      parent: partners.id,
    });
  };
  addMember('north-agency', 'active', '1e2d3c4b-5a69-4788-96a5-b4c3d2e1f001');
  addMember('old-agency', 'revoked', '1e2d3c4b-5a69-4788-96a5-b4c3d2e1f002');
}

interface ForeignImage {
  readonly group: number;
  readonly index: number;
  readonly label: string;
  readonly size: number;
}

/** An image that another account shares. */
function foreignImage(context: SeedContext, {group, index, label, size}: ForeignImage): SharedImage {
  return {
    id: `shared/${9100 + index}`,
    label,
    description: 'Maintained by the platform team',
    created: beforeNow(context, 30 * days),
    updated: null,
    created_by: null,
    deprecated: false,
    is_public: false,
    is_shared: null,
    size,
    total_size: size,
    type: 'shared',
    status: 'available',
    expiry: null,
    eol: null,
    vendor: null,
    capabilities: ['cloud-init'],
    image_sharing: {
      shared_by: {
        sharegroup_id: group,
        sharegroup_label: 'base-images',
        sharegroup_uuid: uuids.base,
        source_image_id: null,
      },
    },
    regions: [{region: 'us-east', status: 'available'}],
    tags: [],
  };
}

function addJoinedGroups(context: SeedContext): void {
  const {db, secrets} = context;
  const addGroup = (label: string, uuid: string, images: (group: number) => readonly SharedImage[]): void => {
    const group = db.insert(ForeignGroups, id => ({
      id,
      uuid,
      label,
      description: 'Shared by another account',
      is_suspended: false,
      created: beforeNow(context, 200 * days),
      updated: null,
    }));
    db.setHidden(ForeignGroups, group.id, {images: images(group.id)});
  };
  addGroup('base-images', uuids.base, group => [
    foreignImage(context, {group, index: 1, label: 'hardened-debian', size: 1800}),
    foreignImage(context, {group, index: 2, label: 'hardened-ubuntu', size: 2400}),
  ]);
  addGroup('appliances', uuids.appliances, () => []);
  const addToken = (facts: Partial<ShareGroupToken> & Pick<ShareGroupToken, 'token_uuid' | 'label'>): void => {
    db.insert(
      ShareTokens,
      () => ({
        status: 'pending' as const,
        valid_for_sharegroup_uuid: uuids.appliances,
        sharegroup_uuid: null,
        sharegroup_label: null,
        created: beforeNow(context, 20 * days),
        updated: null,
        expiry: null,
        ...facts,
      }),
      {hidden: {token: secrets.hex(64)}},
    );
  };
  addToken({
    token_uuid: '7f8e9d0c-1b2a-4c3d-8e4f-5a6b7c8d9e01',
    label: 'for-base-images',
    status: 'active',
    valid_for_sharegroup_uuid: uuids.base,
    sharegroup_uuid: uuids.base,
    sharegroup_label: 'base-images',
  });
  addToken({token_uuid: '7f8e9d0c-1b2a-4c3d-8e4f-5a6b7c8d9e02', label: 'for-appliances'});
}

export function seedImageSharing(context: SeedContext): void {
  addOwnGroups(context);
  addJoinedGroups(context);
  const [golden] = context.db.all(Images).filter(({label}) => label === 'golden-db-v14');
  const row = golden && context.db.byKey(Images, golden.id);
  if (row)
    context.db.update(Images, row.id, {
      regions: [
        {region: 'us-east', status: 'available'},
        {region: 'eu-central', status: 'available'},
      ],
      total_size: 2 * row.doc.size,
    });
}
