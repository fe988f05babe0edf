/** Share groups of images, which only the API of today has: the owner's side. */
import type {Contract} from '../../../contract/index.ts';
import type {SharedImage, ShareGroupMember} from '../../../contract/resources/image-sharing.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors, notFound} from '../../engine/http/refusal.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import type {UnitOfWork} from '../../engine/unit-of-work.ts';
import {Images} from './image-kinds.ts';
import {shareTokens} from './share-tokens.ts';
import {
  presentShare,
  presentShareGroup,
  revokeAccess,
  ShareGroups,
  ShareMembers,
  Shares,
  ShareTokens,
  type StoredShareGroup,
} from './sharing-kinds.ts';

type Endpoints = Contract['images']['sharegroups'];

interface ShareRequest {
  readonly id: string;
  readonly label?: string;
  readonly description?: string;
}

/** @throws Refusal 400 for images that the group has, and for images that are not the account's own */
function shareImages(
  work: UnitOfWork,
  group: StoredShareGroup,
  wanted: readonly ShareRequest[],
): readonly SharedImage[] {
  const {db} = work;
  const created = formatTimestamp(work.now);
  const shared = new Set(db.all(Shares, group.id).map(({source}) => source));
  const fieldErrors = new FieldErrors();
  for (const [index, {id}] of wanted.entries()) {
    const image = db.byKey(Images, id)?.doc;
    fieldErrors.addIf(!image || image.is_public, 'is not a private image of this account', `images.${index}.id`);
    fieldErrors.addIf(image?.status !== 'available' && !!image, 'is not available', `images.${index}.id`);
    fieldErrors.addIf(shared.has(id), 'is in the share group', `images.${index}.id`);
    shared.add(id);
  }
  fieldErrors.throwIfAny();
  return wanted.map(({id, label, description}) => {
    const image = db.byKey(Images, id)?.doc;
    if (!image) throw new Error('an unknown image was let through');
    const share = db.insert(
      Shares,
      number => ({
        id: `shared/${number}`,
        label: label ?? image.label,
        description: description ?? image.description,
        created,
        updated: null,
        source: id,
      }),
      {parent: group.id},
    );
    return presentShare(group, share, image);
  });
}

/** The shares of a group, without deleted images. */
function sharesOf(db: Store, group: StoredShareGroup): readonly SharedImage[] {
  return db.all(Shares, group.id).flatMap(share => {
    const image = db.byKey(Images, share.source)?.doc;
    return image ? [presentShare(group, share, image)] : [];
  });
}

interface SharePlace {
  readonly sharegroupId: number;
  readonly imageId: string;
}

/** @throws Refusal 404 for an image that the group in the path does not have */
function shareAt(db: Store, {sharegroupId, imageId}: SharePlace) {
  const row = db.byKey(Shares, imageId);
  const group = db.get(ShareGroups, sharegroupId);
  const image = row && db.byKey(Images, row.doc.source)?.doc;
  if (!group || !image || row.parent !== group.id) throw notFound();
  return {row, group, image};
}

const images: Handlers<Endpoints['images']> = {
  list: call => call.pageOf(sharesOf(call.db, call.find(ShareGroups, call.params.sharegroupId))),

  create(call) {
    const group = call.find(ShareGroups, call.params.sharegroupId);
    const [first] = shareImages(call, group, call.body.images);
    if (!first) throw badRequest('must have at least one image', 'images');
    return first;
  },

  update(call) {
    const {row, group, image} = shareAt(call.db, call.params);
    const share = call.db.update(Shares, row.id, {...call.body, updated: formatTimestamp(call.now)});
    return presentShare(group, share, image);
  },

  delete(call) {
    call.db.remove(Shares, shareAt(call.db, call.params).row.id);
    return {};
  },
};

interface MemberPlace {
  readonly sharegroupId: number;
  readonly tokenUuid: string;
}

/** @throws Refusal 404 for a member that the group in the path does not have */
function memberAt(db: Store, {sharegroupId, tokenUuid}: MemberPlace) {
  const row = db.byKey(ShareMembers, tokenUuid);
  if (row?.parent !== sharegroupId) throw notFound();
  return row;
}

const members: Handlers<Endpoints['members']> = {
  list: call => call.page(ShareMembers, {parent: call.find(ShareGroups, call.params.sharegroupId).id}),

  create(call) {
    const {db, body, now} = call;
    const group = call.find(ShareGroups, call.params.sharegroupId);
    const [token] = db.where(ShareTokens, {sql: `json_extract(hidden, '$.token')=?`, values: [body.token]});
    if (token?.doc.status !== 'pending' || token.doc.valid_for_sharegroup_uuid !== group.uuid)
      throw badRequest('is not a pending token for this share group', 'token');
    const created = formatTimestamp(now);
    const {token_uuid, expiry} = token.doc;
    const member: ShareGroupMember = {
      token_uuid,
      label: body.label,
      status: 'active',
      created,
      updated: null,
      expiry,
    };
    db.insert(ShareMembers, () => member, {parent: group.id});
    db.update(ShareTokens, token.id, {
      status: 'active',
      sharegroup_uuid: group.uuid,
      sharegroup_label: group.label,
      updated: created,
    });
    return member;
  },

  get: ({db, params}) => memberAt(db, params).doc,

  update(call) {
    const {id} = memberAt(call.db, call.params);
    return call.db.update(ShareMembers, id, {label: call.body.label, updated: formatTimestamp(call.now)});
  },

  /** The member stays in the list as revoked. */
  delete(call) {
    const {doc} = memberAt(call.db, call.params);
    revokeAccess(call.db, doc.token_uuid, formatTimestamp(call.now));
    return {};
  },
};

export const shareGroups: Handlers<Endpoints> = {
  list: call => call.pageOf(call.db.all(ShareGroups).map(group => presentShareGroup(call.db, group))),

  create(call) {
    const {db, body, now, random} = call;
    const group = db.insert(ShareGroups, id => ({
      id,
      uuid: random.uuid(),
      label: body.label,
      description: body.description ?? null,
      is_suspended: false,
      created: formatTimestamp(now),
      updated: null,
      expiry: null,
    }));
    shareImages(call, group, body.images ?? []);
    return presentShareGroup(db, group);
  },

  get: call => presentShareGroup(call.db, call.find(ShareGroups, call.params.sharegroupId)),

  update(call) {
    const {db, body, now} = call;
    const {id} = call.find(ShareGroups, call.params.sharegroupId);
    return presentShareGroup(db, db.update(ShareGroups, id, {...body, updated: formatTimestamp(now)}));
  },

  /** Also revokes the access of all members. */
  delete(call) {
    const {db} = call;
    const {id} = call.find(ShareGroups, call.params.sharegroupId);
    for (const member of db.all(ShareMembers, id)) revokeAccess(db, member.token_uuid, formatTimestamp(call.now));
    db.removeAll(Shares, id);
    db.removeAll(ShareMembers, id);
    db.remove(ShareGroups, id);
    return {};
  },

  images,
  members,
  tokens: shareTokens,
};

export const imageShareGroups: Handlers<Contract['images']['imageSharegroups']> = {
  list(call) {
    const {db} = call;
    const {id} = db.byKey(Images, call.params.imageId)?.doc ?? {};
    if (id === undefined) throw notFound();
    const groups = db.all(ShareGroups).filter(group => db.all(Shares, group.id).some(({source}) => source === id));
    return call.pageOf(groups.map(group => presentShareGroup(db, group)));
  },
};
