/** Actions by name, and the other commands of the console's command line. */

import {withoutEllipsis} from '../../families/format/format.ts';
import type {AnyRow} from '../../families/shape/define-family.ts';
import {nearestNames} from '../../platform/text/nearest-names.ts';
import {batchUndoUnavailable, undoUnavailable} from '../../store/changes/logged-undo.ts';
import {runToEnd} from '../../store/core/run-to-end.ts';
import type {ActionSubject} from '../context/action-subject.ts';
import type {View} from '../context/navigation.ts';
import type {AvailableAction} from '../screens/actions/action-types.ts';
import {availableActions, type StandardAction, standardAction} from '../screens/actions/available-actions.ts';
import {startUndo} from '../screens/actions/undo.ts';
import type {ShowWait} from '../screens/actions/wait-until-possible.ts';
import {undoRecord, undoRecordBatch} from '../screens/change-log/undo-record.ts';
import {suggestions} from '../screens/command/command-bar.ts';
import {deselect} from '../screens/shared/deselect.ts';
import {isListView} from '../screens/shared/is-list-view.ts';
import {listedChanges} from './menus.ts';
import {numberLines, type PlainContext, parseListNumber, type ViewState, waitUntilDone} from './plain-context.ts';
import {detailRow} from './view.ts';
import type {ShownItems} from './view-types.ts';

/** The subject of actions: the open resource, or the selected rows. */
export function subjectOf(view: View): ActionSubject | undefined {
  if (!isListView(view)) return undefined;
  const {family, params, model} = view;
  if (!view.inDetail.getState())
    return {
      family,
      params,
      rows: model.getState().selection.size > 0 ? model.selectedRows() : [],
      sent: rows => deselect(view, rows),
    };
  const row = detailRow(view);
  return {family, params, rows: row ? [row] : []};
}

/**
 * The row that the whole text names, or rows by number, label or ID, separated by spaces or commas. Numbers are those of
 * the rows that were read out.
 * @param others rows that were added since: their labels are known, too
 */
export function findRows(
  plain: PlainContext,
  rows: readonly AnyRow[],
  text: string,
  {labelOf, others = []}: {labelOf: (row: AnyRow) => string; others?: readonly AnyRow[]},
): readonly AnyRow[] {
  const find = (word: string): AnyRow | undefined => {
    const place = parseListNumber(word, rows.length);
    const isCalled = (one: AnyRow): boolean => labelOf(one) === word;
    return rows.find(isCalled) ?? (place === undefined ? undefined : rows[place]) ?? others.find(isCalled);
  };
  // A label may contain spaces.
  const whole = find(text.trim());
  if (whole !== undefined) return [whole];
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .flatMap(word => {
      const row = find(word);
      if (row === undefined) plain.say(`${word} not found in this list.`);
      return row === undefined ? [] : [row];
    });
}

const loadedRows = ({context}: PlainContext, {family, params}: ActionSubject): readonly AnyRow[] =>
  context.session.collection(family.id, params).getState().rows;

/** The rows that these words name, among those read out last from a list or a tab. */
export function findSubject(
  plain: PlainContext,
  view: View,
  {rows, creationSubject}: ShownItems,
  text: string,
): ActionSubject | undefined {
  const about = creationSubject ?? subjectOf(view);
  if (about === undefined) return undefined;
  const labelOf = (row: AnyRow): string => about.family.label(row);
  return {...about, rows: findRows(plain, rows?.() ?? [], text, {labelOf, others: loadedRows(plain, about)})};
}

const plainTitle = ({title}: AvailableAction): string => withoutEllipsis(title).toLowerCase();

/** Runs an action by its name or title, with its rows after it; returns true if there is one. */
export async function runAction(plain: PlainContext, {view, shown}: ViewState, typed: string): Promise<boolean> {
  const subject = subjectOf(view);
  if (subject === undefined) return false;
  const {creationSubject} = shown;
  const wanted = typed.toLowerCase();
  const names = (offer: AvailableAction, all: readonly AvailableAction[]): readonly string[] => {
    const kinds = (['new', 'edit', 'delete'] as const satisfies StandardAction[]).filter(
      kind => standardAction(all, kind) === offer,
    );
    return [...kinds, offer.name.toLowerCase(), plainTitle(offer)];
  };
  const find = (all: readonly AvailableAction[], {isWhole}: {isWhole: boolean}) =>
    all
      .flatMap(offer => names(offer, all).map(name => ({offer, name})))
      .filter(({name}) => (isWhole ? wanted === name : wanted.startsWith(`${name} `)))
      .toSorted((a, b) => b.name.length - a.name.length)[0];
  // In a list, the possible actions on a row are the same for any of its rows.
  const sample = subject.rows.length > 0 ? subject : {...subject, rows: (shown.rows?.() ?? []).slice(0, 1)};
  const inDetail = isListView(view) && view.inDetail.getState();
  const lists = [
    ...(wanted === 'new' && creationSubject
      ? [{about: creationSubject, offers: availableActions(plain.context, creationSubject)}]
      : []),
    {about: subject, offers: availableActions(plain.context, inDetail ? subject : sample)},
    ...(creationSubject && wanted !== 'new'
      ? [
          {
            about: creationSubject,
            offers: availableActions(plain.context, {...creationSubject, rows: (shown.rows?.() ?? []).slice(0, 1)}),
          },
        ]
      : []),
  ];
  for (const {about, offers} of lists) {
    const found = find(offers, {isWhole: true}) ?? find(offers, {isWhole: false});
    if (found === undefined) continue;
    const {offer, name} = found;
    const rest = typed.slice(name.length).trim();
    if (rest === '' && offer.on === 'row' && about.rows.length === 0) {
      plain.say(`Add a number or label: ${name} 3.`);
      return true;
    }
    const labelOf = (row: AnyRow): string => about.family.label(row);
    const rows =
      rest === ''
        ? about.rows
        : findRows(plain, shown.rows?.() ?? [], rest, {labelOf, others: loadedRows(plain, about)});
    if (rest !== '' && rows.length === 0) return true;
    await startAction(
      plain,
      availableActions(plain.context, {...about, rows}).find(one => one.name === offer.name && one.on === offer.on) ??
        offer,
    );
    return true;
  }
  return false;
}

async function startAction(plain: PlainContext, offer: AvailableAction): Promise<void> {
  const off = offer.unless();
  if (off === undefined) await waitUntilDone(plain, offer.run());
  else plain.say(`${withoutEllipsis(offer.title)} cannot be done now: ${off}.`);
}

/** The names of the actions on the rows of this view. */
function actionNames({context}: PlainContext, {view, shown}: ViewState): readonly string[] {
  const subject = subjectOf(view);
  if (subject === undefined) return [];
  const rows = subject.rows.length > 0 ? subject.rows : (shown.rows?.() ?? []).slice(0, 1);
  return availableActions(context, {...subject, rows}).map(({name}) => name.toLowerCase());
}

/** "Did you mean reboot? ", or an empty text. */
function didYouMean(typed: string, names: readonly string[]): string {
  const [word = ''] = typed.split(/\s+/, 1);
  const near = nearestNames(word, names);
  return near.length === 0 ? '' : `Did you mean ${near.join(' or ')}? `;
}

/** Interprets the words as the console's command line does: a single match runs, several are read out. */
export async function runSuggestion(
  plain: PlainContext,
  state: ViewState,
  typed: string,
  commandNames: readonly string[] = [],
): Promise<void> {
  const {context, say} = plain;
  const found = runToEnd(suggestions(context, () => subjectOf(state.view), typed));
  const wanted = typed.toLowerCase();
  const exact = found.filter(
    ({names, completion, text}) => names.includes(wanted) || completion === typed || text.toLowerCase() === wanted,
  );
  const clear = exact[0] ?? (found.length === 1 ? found[0] : undefined);
  if (clear?.unless !== undefined) say(`Not now: ${clear.unless}.`);
  else if (clear) {
    await waitUntilDone(plain, clear.run());
    // A user who opens the current place again wants it read out again.
    if (clear.lead === 'go' && context.navigation.current.getState() === state.view) state.isUnread = true;
  } else if (found.length === 0) {
    const names = [...commandNames, ...actionNames(plain, state), ...context.families.map(({name}) => name)];
    say(`No command or resource named ${typed}. ${didYouMean(typed, names)}Type ? for help.`);
  } else {
    const most = found.slice(0, 9);
    say(
      'Which of these:',
      ...numberLines(most.map(({lead, text, detail}) => [lead, text, detail].filter(Boolean).join(', '))),
    );
    state.choices = most.map(
      ({unless, run}) =>
        () =>
          unless === undefined ? run() : say(`Not now: ${unless}.`),
    );
  }
}

/** `list` reads this view out again; `list volumes status:active` opens that list with the filter. */
export async function listAgainOrFiltered(plain: PlainContext, state: ViewState, text: string): Promise<boolean> {
  const [name = ''] = text.toLowerCase().split(/\s+/, 1);
  if (name === '') return true;
  const isListName = plain.context.families.some(
    ({group, name: familyName, title, aliases}) =>
      group !== undefined && [familyName, title.toLowerCase(), ...aliases].includes(name),
  );
  if (isListName) await runSuggestion(plain, state, text);
  else plain.say(`Unknown resource type ${name}. Type filter and the words to filter this list.`);
  return false;
}

/** Undoes or redoes the last change. */
export const undoLast = (plain: PlainContext, kind: 'Undo' | 'Redo'): Promise<void> =>
  undoAfterWait(plain, show => startUndo(plain.context, {kind, show}));

/** Undoes an entry of the change log by its number, or with `batch 3` the whole batch of the entry. */
export async function undoListed(plain: PlainContext, state: ViewState, text: string): Promise<void> {
  const {context} = plain;
  const records = listedChanges(state)?.prompt.records();
  const number = text.replace(/^batch\b\s*/i, '');
  const isBatch = number !== text;
  const record = records?.[parseListNumber(number, records.length) ?? -1];
  const {records: all} = context.session.account.getState().recentChanges;
  const reason = record && (isBatch ? batchUndoUnavailable : undoUnavailable)(record, all);
  if (records === undefined) plain.say('Type audit first, and then undo and the number of a change: undo 3.');
  else if (number === '') plain.say('Add the number of a change: undo batch 3.');
  else if (record === undefined) plain.say(`No change ${number}. The change log has ${records.length}.`);
  else if (reason !== undefined) plain.say(`Not now: ${reason}.`);
  else if (isBatch) await undoAfterWait(plain, show => undoRecordBatch(context, record, all, show));
  else await undoAfterWait(plain, show => undoRecord(context, record, show));
}

/** If an operation must end before an undo, the wait is announced once; the interrupt key cancels it. */
async function undoAfterWait(plain: PlainContext, start: (show: ShowWait) => Promise<void>): Promise<void> {
  let leave: () => void = () => {};
  const work = start((_, wait) => {
    ({cancel: leave} = wait);
    plain.say(`${wait.title}. ${wait.lines().join(' ')} The preview follows.`);
    return () => {};
  });
  try {
    await waitUntilDone(plain, work);
  } finally {
    leave();
  }
}
