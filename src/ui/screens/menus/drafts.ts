/** The menu of drafts that were not sent: each can be resumed in its form, or discarded. */

import {ago, withoutEllipsis} from '../../../families/format/format.ts';
import type {Family} from '../../../families/shape/define-family.ts';
import type {DraftSubject, StoredDraft} from '../../../store/changes/draft-store.ts';
import type {ChangePorts} from '../../context/ports.ts';
import type {MenuItem} from '../../context/prompt-types.ts';
import {runOnce} from '../../context/run-once.ts';
import {openMenu} from '../../models/menu.ts';
import {editList} from '../actions/edit-list.ts';
import {continueText} from '../actions/edit-object.ts';
import {loadRows} from '../actions/required-rows.ts';
import {startChange} from '../actions/start-change.ts';

export function openDrafts(context: ChangePorts): void {
  const {draftStore} = context.session;
  if (draftStore.getState().length === 0) {
    context.say('No drafts', 'attention');
    return;
  }
  openMenu(context, {title: 'Drafts', items: () => draftStore.getState().map(draft => item(context, draft))});
}

function item(context: ChangePorts, draft: StoredDraft): MenuItem {
  const {about, at} = draft;
  const family = about && context.families.find(({id}) => id === about.family);
  const title = about === undefined || family === undefined ? 'of an older program' : titleOf(family, about);
  const fields = about?.kind !== 'form' ? 'a text' : Object.keys(draft.values).join(', ');
  return {
    text: title,
    detail: `${fields} · ${ago(at, context.clock.now())}`,
    run: () => choose(context, draft, title, family),
  };
}

/** "Edit: Volume vol-db" */
function titleOf(family: Family, {kind, action, label, others = []}: DraftSubject): string {
  const title = (kind === 'list' ? family.text?.title : family.actions[action]?.title) ?? action;
  const subjectText = label === '' ? '' : `: ${kind === 'list' ? '' : `${family.one} `}${label}`;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  return `${withoutEllipsis(title)}${subjectText}${more}`;
}

function choose(context: ChangePorts, draft: StoredDraft, title: string, family: Family | undefined): void {
  const {about, key} = draft;
  openMenu(context, {
    title,
    items: () => [
      {
        key: 'o',
        text: 'Continue',
        unless: about === undefined || family === undefined ? 'its form is unknown' : undefined,
        run: () => about && family && runOnce(context, 'draft', () => openDraft(context, about, family)),
      },
      {
        key: 'x',
        text: 'Discard it',
        tone: 'failed',
        run() {
          context.session.draftStore.put(key, undefined);
          context.say(`Draft discarded: ${title}`);
          if (context.session.draftStore.getState().length > 0) openDrafts(context);
        },
      },
    ],
  });
}

async function openDraft(context: ChangePorts, about: DraftSubject, family: Family): Promise<void> {
  const {kind, action, id, others = [], params, label, presetValues = {}} = about;
  if (kind === 'list') {
    if (family.text !== undefined) await editList(context, {family, text: family.text, params});
    return;
  }
  const collection = context.session.collection(family.id, params);
  const ids = id === undefined ? [] : [id, ...others];
  if (ids.length > 0 && !(await loadRows(context, collection, ids))) return;
  const {byId} = collection.getState();
  const row = id === undefined ? undefined : byId.get(id);
  if (id !== undefined && row === undefined) context.say(`${family.one} ${label} no longer exists`, 'attention');
  else if (kind === 'text') await continueText(context, {family, name: action, rows: [row], params, presetValues});
  else {
    const more = others.map(other => byId.get(other)).filter(other => other !== undefined);
    if (more.length < others.length) context.say(`${others.length - more.length} no longer exist`, 'attention');
    await startChange(context, {family, name: action, rows: [row, ...more], params, presetValues, resumes: true});
  }
}
