/** What has to follow a change before it is in force: where its outcome is told, it is a key away. */
import {withoutEllipsis} from '../../../families/format.ts';
import type {Deck} from '../../deck.ts';
import {type Plan, planFor} from './plan.ts';

export interface Onward {
  readonly title: string;
  readonly key: string | undefined;
  unless(): string | undefined;
  /** The plan of the next one; undefined where it cannot be done now. */
  plan(): Plan | undefined;
}

export function onwardFrom(deck: Deck, {lead, results}: Plan): Onward | undefined {
  const {family, row, params, action} = lead;
  const name = action.next;
  const next = name === undefined ? undefined : family.actions[name];
  if (name === undefined || next?.title === undefined || results.get().some(({state}) => state !== 'ok'))
    return undefined;
  return {
    title: next.title,
    key: deck.keymap.actionKey(`${family.id}.${name}`, next.key),
    unless: () => deck.session.unless(family.id, name, row, params),
    plan: () => planFor(deck, {family, name, rows: [row], params}),
  };
}

/** "next: Enter the code of the phone (K)" */
export function onwardWords(deck: Deck, plan: Plan): string | undefined {
  const onward = onwardFrom(deck, plan);
  if (onward === undefined) return undefined;
  const {title, key} = onward;
  return `next: ${withoutEllipsis(title)}${key === undefined ? '' : ` (${key})`}`;
}
