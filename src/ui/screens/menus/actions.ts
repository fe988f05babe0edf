/** The menu of all actions, with the reason for disabled ones. */

import {countInSentence} from '../../../families/format/nouns.ts';
import {DeletedRows, deletedText} from '../../../store/changes/preview/deleted-rows.ts';
import {type ActionSubject, resolveSubject, subjectLabel} from '../../context/action-subject.ts';
import type {ActionPorts} from '../../context/ports.ts';
import type {MenuItem} from '../../context/prompt-types.ts';
import {openMenu} from '../../models/menu.ts';
import type {AvailableAction} from '../actions/action-types.ts';
import {availableActions, standardAction} from '../actions/available-actions.ts';

/** The subject without the rows that another program deleted, unless that leaves none. */
function withoutDeleted(subject: ActionSubject, deleted: DeletedRows): ActionSubject {
  const rows = subject.rows.filter(row => !deleted.has(row));
  return rows.length === subject.rows.length || rows.length === 0 ? subject : {...subject, rows};
}

/** The actions of the rows that still exist; without any, each action names the reason. */
function remainingActions(
  context: ActionPorts,
  subject: ActionSubject,
  deleted: DeletedRows,
): readonly AvailableAction[] {
  const {family, rows} = subject;
  const actions = availableActions(context, withoutDeleted(subject, deleted));
  if (rows.length === 0 || !rows.every(row => deleted.has(row))) return actions;
  const reason = deletedText(family, rows);
  return actions.map(action => (action.on === 'row' ? {...action, unless: () => reason} : action));
}

function titleOf(context: ActionPorts, subject: ActionSubject): string {
  const target = resolveSubject(context, subject);
  const {family, rows} = target;
  const [row] = rows;
  const one = row && subjectLabel(context, target, row);
  // The label of an only row is that of its parent, so its type is named as well: "grants of intern".
  const name = row && one !== family.label(row) ? `${family.one} of ${one}` : one;
  return rows.length > 1 ? countInSentence(rows.length, family) : (name ?? family.title);
}

/** @param others items below the actions */
export function openActions(context: ActionPorts, subject: ActionSubject, others: readonly MenuItem[] = []): void {
  const list = context.session.collection(subject.family.id, subject.params);
  const deleted = new DeletedRows(subject.family, list, subject.rows);
  const offers = () => remainingActions(context, subject, deleted);
  const title = (): string => titleOf(context, withoutDeleted(subject, deleted));
  if (offers().length === 0) {
    context.say(`No actions for ${title()}.`, 'attention');
    return;
  }
  const items = (): readonly MenuItem[] => {
    const all = offers();
    const keyOf = new Map(
      (['new', 'edit', 'delete'] as const).map(kind => [
        standardAction(all, kind),
        context.keymap.keys('list', kind)[0],
      ]),
    );
    // True for an action without a key that doesn't apply to the row: the least likely choice.
    const isAside = (offer: AvailableAction): boolean =>
      offer.on === 'list' && (offer.key ?? keyOf.get(offer)) === undefined;
    const actions = [...all.filter(offer => !isAside(offer)), ...all.filter(isAside)].map(offer => ({
      key: offer.key ?? keyOf.get(offer),
      text: offer.title,
      unless: offer.unless(),
      ...(offer.isDestructive && {tone: 'failed' as const}),
      run: () => offer.run(),
    }));
    return [...actions, ...others];
  };
  openMenu(context, {
    title: () => `Actions: ${title()}`,
    changes: listener => deleted.follow(listener),
    isNamed: true,
    items,
    at: Math.max(
      0,
      items().findIndex(({unless}) => unless === undefined),
    ),
  });
}
