/**
 * The available actions of a family for one row, for selected rows or for the list, with the reasons for disabled ones.
 */

import {withoutEllipsis} from '../../../families/format/format.ts';
import type {AnyAction, AnyBorrowedAction, Family, PathParams} from '../../../families/shape/define-family.ts';
import {isOffered} from '../../../families/shape/offered-operations.ts';
import type {ExtraBinding, KeyHandler} from '../../../keymap/layer.ts';
import {type ActionSubject, onlyOneReason, resolveSubject, tooManyReason} from '../../context/action-subject.ts';
import type {
  AccountPort,
  AccountSet,
  ActionPorts,
  ChangePorts,
  OverlayPort,
  SettingsPort,
} from '../../context/ports.ts';
import {openMenu} from '../../models/menu.ts';
import type {AvailableAction} from './action-types.ts';
import {startBorrowedAction} from './borrowed-actions.ts';
import {customCommandActions} from './custom-command.ts';
import {editList} from './edit-list.ts';
import {startChange} from './start-change.ts';
import {tagActions} from './tag-actions.ts';

export function availableActions(context: ActionPorts, subject: ActionSubject): readonly AvailableAction[] {
  return context.accounts ? mergedActions(context, context.accounts, subject) : accountActions(context, subject);
}

/**
 * The actions of a merged list: those of the rows' account. Rows of several accounts have none, and for a create action
 * the user chooses the account. A payment takes the account of the rows, as an invoice names the account that owes it.
 */
function mergedActions(context: OverlayPort, accounts: AccountSet, subject: ActionSubject): readonly AvailableAction[] {
  const {context: own, subject: accountSubject, refused} = accounts.targetFor(subject);
  return accountActions(own, accountSubject).map(offer => {
    const takesAccount = offer.on === 'row' || (offer.isForAccount && accountSubject.rows.length > 0);
    if (takesAccount) return refused === undefined ? offer : {...offer, unless: () => refused};
    const items = () =>
      accounts.members.flatMap(({profile}) => {
        const otherActions = accountActions(accounts.contextOf(profile.name), {...accountSubject, rows: []}).find(one =>
          isSameAction(one, offer),
        );
        if (!otherActions) return [];
        const detail = profile.production ? 'production' : '';
        return [{text: profile.name, detail, unless: otherActions.unless(), run: () => otherActions.run()}];
      });
    return {
      ...offer,
      unless() {
        const reasons = items().map(({unless}) => unless);
        return reasons.includes(undefined) ? undefined : reasons[0];
      },
      run: () => openMenu(context, {title: `${withoutEllipsis(offer.title)} in which account?`, items}),
    };
  });
}

const isSameAction = (first: AvailableAction, second: AvailableAction): boolean =>
  first.name === second.name && first.on === second.on;

function accountActions(context: ChangePorts & SettingsPort, subject: ActionSubject): readonly AvailableAction[] {
  const {family, rows} = subject;
  const refusal = tooManyReason(rows, context.profile.guards);
  if (refusal !== undefined) {
    const offers = accountActions(context, {...subject, rows: rows.slice(0, 1)});
    return offers.map(offer => (offer.on === 'row' ? {...offer, unless: () => refusal} : offer));
  }
  const target = resolveSubject(context, subject);
  // A resource of another family offers only actions on itself; new resources are created in its family's list.
  const ownItems = Object.entries(target.family.actions)
    .filter(([, {on}]) => target === subject || on === 'row')
    .flatMap(([name, action]) => ownActions(context, target, name, action));
  const listItems =
    target === subject
      ? []
      : Object.entries(family.actions).flatMap(([name, action]) => ownActions(context, subject, name, action));
  const borrowedItems = Object.entries(family.borrowedActions)
    .filter(([, borrowed]) => isActionOffered(context, borrowed))
    .map(([name, borrowed]) => borrowedAction(context, subject, name, borrowed));
  // The resource that a row represents contributes its actions on rows.
  const representedItems =
    target === subject
      ? []
      : Object.entries(target.family.borrowedActions)
          .filter(([, {on}]) => on === 'row')
          .map(([name, borrowed]) => borrowedAction(context, target, name, borrowed));
  const update = target.rows.length === 0 ? undefined : ownItems.find(({name}) => name === 'update');
  const tags = update ? tagActions(context, target, () => update.unless()) : [];
  return [
    ...ownItems,
    ...tags,
    ...listItems,
    ...borrowedItems,
    ...representedItems,
    ...textActions(context, subject),
    ...customCommandActions(context, subject),
  ];
}

/** The action that edits the whole list as text: offered in the list and on its parent resource. */
function textActions(context: ChangePorts, {family, rows, params}: ActionSubject): readonly AvailableAction[] {
  const {session, profile} = context;
  const [row] = rows;
  const offer = (list: Family, listParams: PathParams, reason?: string): AvailableAction[] => {
    const {text} = list;
    if (text === undefined) return [];
    const readOnly = profile.readOnly ? `the profile ${profile.name} is read-only` : undefined;
    return [
      {
        name: 'text',
        title: text.title,
        key: text.key,
        on: list === family ? 'list' : 'row',
        isDestructive: false,
        unless: () =>
          readOnly ??
          reason ??
          session.operationRefusal(list.source, listParams) ??
          text.unless?.(session.lookup, listParams),
        run: () => editList(context, {family: list, text, params: listParams}),
      },
    ];
  };
  const hint = rows.length > 1 ? `one ${family.one} at a time goes into the editor` : undefined;
  const below = family.detail.flatMap(tab =>
    'list' in tab && row !== undefined ? offer(context.family(tab.list), tab.params(row, params), hint) : [],
  );
  return [...offer(family, params), ...below];
}

function ownActions(
  context: ChangePorts,
  {family, rows, params, initialValues, sent}: ActionSubject,
  name: string,
  action: AnyAction,
): AvailableAction[] {
  if (action.elsewhere !== undefined || action.title === undefined) return [];
  if (!isOffered(action.operation, context.session.lookup)) return [];
  const acted = action.on === 'list' ? [undefined] : rows;
  return [
    {
      name,
      title: action.title,
      key: context.keymap.actionKey(`${family.id}.${name}`, action.key),
      on: action.on,
      isDestructive: typeof action.confirm === 'object',
      isForAccount: action.isForAccount,
      unless() {
        if (acted.length === 0) return `No ${family.one} selected`;
        // The plan skips selected rows without the action and names them; the action is disabled only if no row has it.
        return firstReason(acted, row => context.session.unless({family: family.id, action: name, row, params}));
      },
      run: () =>
        startChange(context, {family, name, rows: acted, params, sent, ...(action.on === 'list' && {initialValues})}),
    },
  ];
}

/** False for an action that the account's API is known not to offer. */
function isActionOffered(context: AccountPort, {family, action}: AnyBorrowedAction): boolean {
  const {operation} = context.family(family).actions[action] ?? {};
  return operation === undefined || isOffered(operation, context.session.lookup);
}

function borrowedAction(
  context: ChangePorts,
  subject: ActionSubject,
  name: string,
  borrowed: AnyBorrowedAction,
): AvailableAction {
  const {family, rows, params} = subject;
  // The user picks or creates a single resource; an action on the row itself applies to all selected rows.
  const isForOneRow = borrowed.on === 'list' || borrowed.target === undefined;
  const acted = isForOneRow ? rows.slice(0, 1) : rows;
  const lentAction = context.family(borrowed.family).actions[borrowed.action];
  return {
    name,
    title: borrowed.title,
    key: borrowed.key,
    on: borrowed.on,
    isDestructive: false,
    isForAccount: lentAction?.isForAccount,
    unless() {
      const {lookup} = context.session;
      const off = lentAction && context.session.operationRefusal(lentAction.operation);
      if (off !== undefined) return off;
      if (borrowed.on === 'list') return borrowed.unless?.({row: acted[0], lookup, params});
      if (acted.length === 0) return `No ${family.one} selected`;
      if (rows.length > acted.length) return onlyOneReason(family, rows);
      return firstReason(acted, row => borrowed.unless?.({row, lookup, params}));
    },
    run: () => startBorrowedAction(context, borrowed, {...subject, rows: acted}),
  };
}

/** The reason why the action is unavailable for the first row; undefined if it is available for any row. */
function firstReason<T>(rows: readonly T[], unless: (row: T) => string | undefined): string | undefined {
  let first: string | undefined;
  for (const row of rows) {
    const reason = unless(row);
    if (reason === undefined) return undefined;
    first ??= reason;
  }
  return first;
}

export type StandardAction = 'new' | 'edit' | 'delete';

/** The action of one of the standard keys: new, edit, delete. */
export function standardAction(offers: readonly AvailableAction[], kind: StandardAction): AvailableAction | undefined {
  if (kind === 'edit') return offers.find(({name}) => name === 'update');
  if (kind === 'delete') return offers.find(({name}) => name === 'delete' || name === 'revoke');
  return offers.find(({name, on}) => name === 'create' && on === 'list') ?? offers.find(({on}) => on === 'list');
}

/** The actions that create resources of several types, in a list without an action that creates its own type. */
function creationChoices(offers: readonly AvailableAction[]): readonly AvailableAction[] {
  const all = offers.filter(({on, title}) => on === 'list' && title.startsWith('New '));
  return all.some(({name}) => name === 'create') ? [] : all;
}

/**
 * The handler of a standard key. If a list can create resources of several types, the user chooses one. If the family
 * doesn't have the action, the footer omits the hint, and pressing the key shows the reason.
 */
export function standardActionHandler(
  offers: () => readonly AvailableAction[],
  kind: StandardAction,
  never: () => string,
  host?: OverlayPort,
): KeyHandler {
  const find = (): AvailableAction | undefined => standardAction(offers(), kind);
  const choices = (): readonly AvailableAction[] => (host && kind === 'new' ? creationChoices(offers()) : []);
  return {
    run() {
      if (!host || choices().length < 2) return find()?.run();
      const items = () => choices().map(({title, unless, run}) => ({text: title, unless: unless(), run}));
      return openMenu(host, {title: 'New', items});
    },
    unless() {
      const offer = choices().find(one => one.unless() === undefined) ?? find();
      return offer === undefined ? never() : offer.unless();
    },
    label() {
      const offer = find();
      return offer && withoutEllipsis(offer.title);
    },
    isAbsent: () => find() === undefined,
  };
}

const REFRESH_KEY = 'r';

/** True if an action uses the key of refresh; R still reads everything. */
export const overridesRefresh = (offers: readonly AvailableAction[]): boolean =>
  offers.some(({key}) => key === REFRESH_KEY);

/** Positions in the footer: after the general keys, or in the position of edit if nothing can be edited. */
const ORDER_LAST = 30;
/** The position of hints for keys that have another meaning elsewhere, so that they are noticed. */
const ORDER_FIRST = 2.5;
const ORDER_OF_EDIT = 5;

/** The keys of the actions. */
export function actionKeys(offers: readonly AvailableAction[]): readonly ExtraBinding[] {
  const first = standardAction(offers, 'edit') ? ORDER_LAST : ORDER_OF_EDIT;
  return offers.flatMap((offer, index) =>
    offer.key === undefined
      ? []
      : [
          {
            keys: [offer.key],
            title: offer.title,
            help: `${withoutEllipsis(offer.title)}: ${offer.isOwn ? 'your own command.' : 'shown as a request before it is sent.'}`,
            order: offer.key === REFRESH_KEY ? ORDER_FIRST : first + index / offers.length,
            unless: () => offer.unless(),
            label: () => withoutEllipsis(offer.title),
            run: () => offer.run(),
          },
        ],
  );
}
