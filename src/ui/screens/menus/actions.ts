/** The menu of all actions, with the reason for disabled ones. */

import {countInSentence} from '../../../families/format/nouns.ts';
import {type ActionSubject, resolveSubject} from '../../context/action-subject.ts';
import type {ActionPorts} from '../../context/ports.ts';
import type {MenuItem} from '../../context/prompt-types.ts';
import {openMenu} from '../../models/menu.ts';
import type {AvailableAction} from '../actions/action-types.ts';
import {availableActions, standardAction} from '../actions/available-actions.ts';

export function openActions(context: ActionPorts, subject: ActionSubject): void {
  const offers = () => availableActions(context, subject);
  const {family, rows} = resolveSubject(context, subject);
  const [row] = rows;
  const title = rows.length > 1 ? countInSentence(rows.length, family) : row ? family.label(row) : family.title;
  if (offers().length === 0) {
    context.say(`nothing can be done to ${title}`, 'attention');
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
    return [...all.filter(offer => !isAside(offer)), ...all.filter(isAside)].map(offer => ({
      key: offer.key ?? keyOf.get(offer),
      text: offer.title,
      unless: offer.unless(),
      ...(offer.destroys && {tone: 'failed' as const}),
      run: () => offer.run(),
    }));
  };
  openMenu(context, {
    title: `Actions: ${title}`,
    named: true,
    items,
    at: Math.max(
      0,
      items().findIndex(({unless}) => unless === undefined),
    ),
  });
}
