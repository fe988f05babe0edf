/**
 * Tags (D1 §4.5).
 *
 * A tag is a label of objects. The objects store their labels; this kind stores only the list of all labels.
 */
import type {Contract} from '../../contract/index.ts';
import type {Tag, TaggedObject} from '../../contract/tags.ts';
import type {Handlers} from '../engine/call.ts';
import {FieldErrors, forbidden, notFound} from '../engine/http/refusal.ts';
import {defineKind, type Kind} from '../engine/storage/kind.ts';
import type {Store} from '../engine/storage/store.ts';
import type {UnitOfWork} from '../engine/unit-of-work.ts';
import {Domains} from './domains/domain-kinds.ts';
import {Instances} from './instances/instance-kinds.ts';
import {NodeBalancers} from './nodebalancers/nodebalancer-kinds.ts';
import {Volumes} from './volumes/volume-kinds.ts';

export const Tags = defineKind<Tag>('tag', {columns: {key: 'label'}});

/** Adds the labels of an object to the account's tags. */
export function addTags({db}: Pick<UnitOfWork, 'db'>, labels: Iterable<string>): void {
  for (const label of new Set(labels)) if (!db.byKey(Tags, label)) db.insert(Tags, () => ({label}));
}

/** Problems of an object's tags. */
export function tagErrors(fieldErrors: FieldErrors, labels: readonly string[], field = 'tags'): void {
  for (const [index, label] of labels.entries()) {
    const length = [...label].length;
    fieldErrors.addIf(length < 3 || length > 50, 'must be 3 to 50 characters', `${field}.${index}`);
  }
}

interface Tagged {
  readonly tags: readonly string[];
}

/** Entities that can have tags, in the order of the list of tagged objects. */
const taggableTypes: readonly {
  type: string;
  list: 'computes' | 'domains' | 'volumes' | 'nodebalancers';
  kind: Kind<Tagged>;
}[] = [
  {type: 'compute', list: 'computes', kind: Instances},
  {type: 'domain', list: 'domains', kind: Domains},
  {type: 'volume', list: 'volumes', kind: Volumes},
  {type: 'nodebalancer', list: 'nodebalancers', kind: NodeBalancers},
];

/** Documents with a label; the text search avoids parsing the others. */
const rowsWithTag = (db: Store, kind: Kind<Tagged>, label: string) =>
  db.where(kind, {
    sql: `instr(doc, ?)>0 AND EXISTS (SELECT 1 FROM json_each(doc, '$.tags') WHERE value=?)`,
    values: [JSON.stringify(label), label],
  });

/** All labels of objects. */
export const taggedLabels = (db: Store): Set<string> =>
  new Set(
    taggableTypes.flatMap(({kind}) =>
      db
        .many<{label: string}>(
          `SELECT DISTINCT value AS label FROM entity, json_each(doc, '$.tags') WHERE kind='${kind.name}'`,
        )
        .map(({label}) => label),
    ),
  );

const tagEntity = (label: string) => ({id: label, label, type: 'tag', url: `/v4/tags/${encodeURIComponent(label)}`});

export const tags: Handlers<Contract['tags']> = {
  list: call => call.page(Tags),

  create(call) {
    const {db, body} = call;
    const fieldErrors = new FieldErrors();
    const tagged = taggableTypes.flatMap(({list, kind}) =>
      (body[list] ?? []).map((id, index) => {
        fieldErrors.addIf(!db.has(kind, id), 'is not an object of this account', `${list}.${index}`);
        return {kind, id};
      }),
    );
    fieldErrors.throwIfAny();
    for (const {kind, id} of tagged) {
      if (kind.grant && !call.hasGrant(kind.grant, id, 'read_write')) throw forbidden();
      const before = db.get(kind, id);
      if (before && !before.tags.includes(body.label)) db.update(kind, id, {tags: [...before.tags, body.label]});
    }
    addTags(call, [body.label]);
    call.emit({action: 'tag_create', entity: tagEntity(body.label)});
    return {label: body.label};
  },

  objects: {
    list(call) {
      const {label} = call.params;
      if (!call.db.byKey(Tags, label)) throw notFound();
      const objects = taggableTypes.flatMap(({type, kind}) =>
        rowsWithTag(call.db, kind, label)
          .filter(({id}) => !kind.grant || call.hasGrant(kind.grant, id, 'read_only'))
          .map(({doc}) => ({type, data: doc as Tagged as TaggedObject['data']})),
      );
      return call.pageOf(objects);
    },
  },

  delete(call) {
    const {db} = call;
    const {label} = call.params;
    const tag = db.byKey(Tags, label);
    if (!tag) throw notFound();
    for (const {kind} of taggableTypes)
      for (const {id, doc} of rowsWithTag(db, kind, label))
        db.update(kind, id, {tags: doc.tags.filter(tag => tag !== label)});
    db.remove(Tags, tag.id);
    call.emit({action: 'tag_delete', entity: tagEntity(label)});
    return {};
  },
};
