/** StackScripts (D2 §4.3): public ones are readable without a token, and can't become private again. */
import type {Contract} from '../../../contract/index.ts';
import type {StackScript} from '../../../contract/resources/stackscripts.ts';
import type {Call, Handlers} from '../../engine/call.ts';
import {badRequest, FieldErrors, forbidden, notFound} from '../../engine/http/refusal.ts';
import type {Clause} from '../../engine/storage/selection.ts';
import type {Store} from '../../engine/storage/store.ts';
import {formatTimestamp} from '../../engine/time/clock.ts';
import {Images} from '../images/image-kinds.ts';
import {parseQuestions} from './script-questions.ts';
import {StackScripts, scriptEntity} from './stackscript-kinds.ts';

type Group = Contract['stackscripts'];

const isPublic = `json_extract(doc, '$.is_public')`;

/** Condition for readable StackScripts: public ones and the account's own; for restricted users, those with a grant. */
function visibleTo(call: Pick<Call<Group['list']>, 'actor' | 'visible'>): Clause {
  if (!call.actor) return {sql: isPublic, values: []};
  const ownClause = call.visible('stackscript') ?? {sql: `json_extract(doc, '$.mine')`, values: []};
  return {sql: `(${isPublic} OR ${ownClause.sql})`, values: ownClause.values};
}

/** Path IDs are strings (D2 §4.3), although the IDs are numbers. */
function scriptAt(db: Store, id: string): StackScript {
  const script = /^\d+$/.test(id) ? db.get(StackScripts, Number(id)) : undefined;
  if (!script) throw notFound();
  return script;
}

function ownScript(call: Pick<Call<Group['update']>, 'db' | 'params'>): StackScript {
  const script = scriptAt(call.db, call.params.stackscriptId);
  if (!script.mine) throw forbidden('This StackScript belongs to another account.');
  return script;
}

function imageProblems(db: Store, fieldErrors: FieldErrors, images: readonly string[]): void {
  fieldErrors.addIf(images.length === 0, 'must name at least one Image', 'images');
  for (const [index, id] of images.entries())
    fieldErrors.addIf(
      id !== 'any/all' && !db.byKey(Images, id)?.doc.is_public,
      'is not a public Image',
      `images.${index}`,
    );
}

const scriptErrors = (fieldErrors: FieldErrors, script: string): void =>
  fieldErrors.addIf(!script.startsWith('#!'), 'must start with #! and an interpreter', 'script');

export const stackscripts: Handlers<Group> = {
  list: call =>
    call.page(StackScripts, {
      where: visibleTo(call),
      revise: text => (call.actor ? text : JSON.stringify({...(JSON.parse(text) as StackScript), mine: false})),
    }),

  create(call) {
    const {db, body, now} = call;
    const fieldErrors = new FieldErrors();
    imageProblems(db, fieldErrors, body.images);
    scriptErrors(fieldErrors, body.script);
    fieldErrors.throwIfAny();
    const script = db.insert(StackScripts, id => ({
      id,
      username: call.username,
      user_gravatar_id: '0'.repeat(32),
      label: body.label,
      description: body.description ?? '',
      images: [...body.images],
      deployments_total: 0,
      deployments_active: 0,
      is_public: body.is_public ?? false,
      created: formatTimestamp(now),
      updated: formatTimestamp(now),
      rev_note: body.rev_note ?? '',
      script: body.script,
      user_defined_fields: parseQuestions(body.script),
      mine: true,
      ordinal: 0,
      logo_url: '',
    }));
    call.grantToCaller('stackscript', script.id);
    call.emit({action: 'stackscript_create', entity: scriptEntity(script)});
    return script;
  },

  get(call) {
    const script = scriptAt(call.db, call.params.stackscriptId);
    if (!script.is_public && !call.hasGrant('stackscript', script.id, 'read_only')) throw notFound();
    return script;
  },

  update(call) {
    const {db} = call;
    const before = ownScript(call);
    call.requireGrant('stackscript', before.id, 'read_write');
    const body = call.body ?? {};
    const fieldErrors = new FieldErrors();
    fieldErrors.addIf(
      before.is_public && body.is_public === false,
      'must stay true: a public StackScript can’t become private',
      'is_public',
    );
    if (body.images) imageProblems(db, fieldErrors, body.images);
    if (body.script !== undefined) scriptErrors(fieldErrors, body.script);
    fieldErrors.throwIfAny();
    const script = db.update(StackScripts, before.id, {
      ...body,
      ...(body.script === undefined ? {} : {user_defined_fields: parseQuestions(body.script)}),
    });
    const entity = scriptEntity(script);
    if (script.is_public && !before.is_public) call.emit({action: 'stackscript_publicize', entity});
    else if (script.script !== before.script) call.emit({action: 'stackscript_revise', entity});
    else call.emit({action: 'stackscript_update', entity});
    return script;
  },

  delete(call) {
    const script = ownScript(call);
    call.requireGrant('stackscript', script.id, 'read_write');
    if (script.is_public) throw badRequest('A public StackScript cannot be deleted.');
    call.db.remove(StackScripts, script.id);
    call.emit({action: 'stackscript_delete', entity: scriptEntity(script)});
    return {};
  },
};
