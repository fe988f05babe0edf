/** The member's side of share groups: tokens, with which an account joins the group of another account. */
import type {Contract} from '../../../contract/index.ts';
import type {JoinedShareGroup, SharedImage, ShareGroupToken} from '../../../contract/resources/image-sharing.ts';
import type {Handlers} from '../../engine/call.ts';
import {badRequest, notFound} from '../../engine/http/refusal.ts';
import type {StoredRow} from '../../engine/storage/kind.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import {Images} from './image-kinds.ts';
import {ForeignGroups, presentShare, revokeAccess, ShareGroups, Shares, ShareTokens} from './sharing-kinds.ts';

type Endpoints = Contract['images']['sharegroups']['tokens'];

/** @throws Refusal 404 without such a token */
function tokenAt(db: Store, uuid: string): StoredRow<ShareGroupToken, {readonly token: string}> {
  const row = db.byKey(ShareTokens, uuid);
  if (!row) throw notFound();
  return row;
}

/** The group that the account joined with an active token, and its images. @throws Refusal 404 for any other token */
function joinedGroup(db: Store, tokenUuid: string): {group: JoinedShareGroup; images: readonly SharedImage[]} {
  const {doc} = tokenAt(db, tokenUuid);
  if (doc.status !== 'active' || doc.sharegroup_uuid === null) throw notFound();
  const foreign = db.byKey(ForeignGroups, doc.sharegroup_uuid);
  if (foreign) return {group: foreign.doc, images: foreign.hidden.images};
  const own = db.byKey(ShareGroups, doc.sharegroup_uuid)?.doc;
  if (!own) throw notFound();
  const images = db.all(Shares, own.id).flatMap(share => {
    const image = db.byKey(Images, share.source)?.doc;
    return image ? [presentShare(own, share, image)] : [];
  });
  const {expiry: _, ...group} = own;
  return {group, images};
}

export const shareTokens: Handlers<Endpoints> = {
  list: call => call.page(ShareTokens),

  create(call) {
    const {db, body, now, random} = call;
    const uuid = body.valid_for_sharegroup_uuid;
    if (!db.byKey(ShareGroups, uuid) && !db.byKey(ForeignGroups, uuid))
      throw badRequest('is not the UUID of a share group', 'valid_for_sharegroup_uuid');
    const token = random.hex(64);
    const created = db.insert(
      ShareTokens,
      () => ({
        token_uuid: random.uuid(),
        label: body.label ?? null,
        status: 'pending' as const,
        valid_for_sharegroup_uuid: uuid,
        sharegroup_uuid: null,
        sharegroup_label: null,
        created: formatTimestamp(now),
        updated: null,
        expiry: null,
      }),
      {hidden: {token}},
    );
    return {...created, token};
  },

  get: ({db, params}) => tokenAt(db, params.tokenUuid).doc,

  update(call) {
    const {id} = tokenAt(call.db, call.params.tokenUuid);
    return call.db.update(ShareTokens, id, {label: call.body.label, updated: formatTimestamp(call.now)});
  },

  /** Leaves the group. */
  delete(call) {
    const {id, doc} = tokenAt(call.db, call.params.tokenUuid);
    revokeAccess(call.db, doc.token_uuid, formatTimestamp(call.now));
    call.db.remove(ShareTokens, id);
    return {};
  },

  sharegroup: {
    get: ({db, params}) => joinedGroup(db, params.tokenUuid).group,
    images: {list: call => call.pageOf(joinedGroup(call.db, call.params.tokenUuid).images)},
  },
};
