/** Preview of the requests, and the confirmation question. */

import type {MonthlyCosts} from '../../families/cost/pool-costs.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import {shellQuote} from '../../platform/text/shell-quote.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import type {Identifiers} from '../../store/api/identifiers.ts';
import {mergeWarnings} from '../../store/changes/preview/batch-warnings.ts';
import {matchesConfirmation, visibleText} from '../../store/changes/preview/confirmation.ts';
import type {Difference, Preview} from '../../store/changes/preview/preview-content.ts';
import {changedValueText, isConsequence, previewFacts} from '../../store/changes/preview/preview-facts.ts';
import type {DoLine} from '../args/do-line.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {isYes} from '../io/terminal.ts';
import type {ReadyChange} from './prepare-change.ts';
import {jsonText} from './print-results.ts';

interface RequestSummary extends Pick<Preview, 'method' | 'path'> {
  /** The label of the row. */
  readonly label: string | undefined;
  readonly body: unknown;
  /** The second request, if the change has two. */
  readonly followed: Preview['secondRequest'];
  /** The differences that the change makes. */
  readonly changes: readonly Difference[];
  readonly notes: readonly string[];
}

const summaryOf = (ready: ReadyChange, identifiers: Identifiers): RequestSummary => {
  const {method, path, body, secondRequest, differences} = ready.preview;
  return {
    method,
    path,
    label: labelOf(ready),
    body: body === undefined ? undefined : JSON.parse(body),
    followed: secondRequest,
    changes: differences.map(difference => ({...difference, path: identifiers.fieldName(difference.path)})),
    notes: notesOf(ready.preview),
  };
};

const labelOf = ({row, change}: ReadyChange): string | undefined => row && (change.label ?? change.family.label(row));

/** The costs of changes. */
export interface ChangeCosts {
  /** Notes about all changes together. */
  readonly totals: readonly string[];
  /**
   * The cost of each change, undefined for an unknown price; undefined for changes that aren't billed.
   */
  readonly differences: readonly (MonthlyCosts | undefined)[] | undefined;
}

/** The requests that would be sent, and their effect: as text, as JSON, or as curl lines. */
export function dryRunText(
  ready: readonly ReadyChange[],
  {hasSeveral}: {hasSeveral: boolean},
  {namedAction, curl, format}: DoLine,
  {totals, differences}: ChangeCosts = {totals: [], differences: undefined},
): string {
  if (curl) return ready.map(({preview}) => `${preview.curl}\n`).join('');
  if (format !== undefined) {
    const requiredText = confirmTextFor(ready);
    const requests = ready.map((prepared, index) => ({
      ...summaryOf(prepared, namedAction.identifiers),
      ...(differences && costFields(differences[index])),
      ...(requiredText !== undefined && {confirm: requiredText}),
    }));
    return jsonText(hasSeveral ? requests : requests[0], format);
  }
  const hint = confirmHint(ready);
  return `${previewsText(ready, totals, bodyText)}${hint === undefined ? '' : `  ! ${hint}\n`}`;
}

/** The maximum is a field only if it differs: an autoscaler may add nodes later. */
function costFields(costs: MonthlyCosts | undefined): object {
  if (!costs) return {monthlyDifference: null};
  const monthlyDifference = rounded(costs.now);
  const maxMonthlyDifference = rounded(costs.max);
  return maxMonthlyDifference === monthlyDifference ? {monthlyDifference} : {monthlyDifference, maxMonthlyDifference};
}

/** Rounded, because sums of fractions aren't exact. */
const rounded = (amount: number): number => Math.round(amount * 1e6) / 1e6;

/** The flag that confirms a change for which --yes alone isn't enough. */
function confirmHint(ready: readonly ReadyChange[]): string | undefined {
  const confirmText = confirmTextFor(ready);
  return confirmText === undefined ? undefined : `needs --yes --confirm ${shellQuote(sanitize(confirmText))}`;
}

/** Each request with its notes; for several changes the notes are printed once, with the labels of the rows. */
function previewsText(
  ready: readonly ReadyChange[],
  totals: readonly string[],
  bodyOf: (prepared: ReadyChange) => string,
): string {
  const notes = [...totals, ...mergedNotes(ready, ({preview}) => notesOf(preview))].map(
    note => `  ! ${sanitize(note)}\n`,
  );
  const request = (prepared: ReadyChange) => `${previewLines(prepared).join('\n')}\n`;
  const [first, second] = ready;
  if (first && !second) return [request(first), ...notes, bodyOf(first)].join('');
  const head = notes.length > 0 ? [`With these ${ready.length}:\n`] : [];
  return [...ready.map(prepared => `${request(prepared)}${bodyOf(prepared)}`), ...head, ...notes].join('');
}

const mergedNotes = (
  ready: readonly ReadyChange[],
  of: (prepared: ReadyChange) => readonly string[],
): readonly string[] =>
  ready.length > 1 ? mergeWarnings(ready, prepared => labelOf(prepared) ?? '', of) : ready.flatMap(of);

const bodyText = ({preview: {body}}: ReadyChange): string => (body === undefined ? '' : `${body}\n`);

/** The request, and its differences. */
function previewLines(ready: ReadyChange): readonly string[] {
  const {method, path, changes, followed} = previewFacts(ready.preview);
  const label = labelOf(ready);
  return [
    [method, path, ...(label ? [`(${label})`] : [])].join(' '),
    ...(followed === undefined ? [] : [`  then ${followed.method} at ${followed.to}`]),
    ...changes.map(change => `  ${changedValueText(change, '→')}`),
  ].map(text => sanitize(text));
}

/** Facts that the request itself doesn't show. */
const notesOf = (preview: Preview): readonly string[] => previewFacts(preview).notes.map(({text}) => text);

/** Warnings that are printed even when a flag confirms the change. */
const warningsOf = (preview: Preview): readonly string[] =>
  previewFacts(preview)
    .notes.filter(isConsequence)
    .map(({text}) => text);

/** The text to type as confirmation: the label of a single row, or the number of rows. */
function confirmTextFor(ready: readonly ReadyChange[]): string | undefined {
  const [confirmText] = ready.flatMap(({confirmText}) => confirmText ?? []);
  return confirmText === undefined || ready.length === 1 ? confirmText : String(ready.length);
}

/**
 * Asks once for all changes.
 * @throws UsageError if stdin is not a terminal, or --confirm has another text than the change
 */
export async function confirm(
  ready: readonly ReadyChange[],
  {line, account}: {line: DoLine; account: OpenedAccount},
  {ask, err}: CommandContext,
  totals: readonly string[] = [],
): Promise<boolean> {
  const confirmText = confirmTextFor(ready);
  const isConfirmed = line.confirm !== undefined;
  if (line.confirm !== undefined) checkConfirmation(line.confirm, confirmText ?? nameOf(ready) ?? account.profile.name);
  if (line.yes) {
    if (confirmText !== undefined && !isConfirmed)
      throw new UsageError(
        `${confirmReason(ready, account)} Pass --confirm ${shellQuote(sanitize(confirmText))} in addition to --yes.`,
      );
    const warnings = [...totals, ...mergedNotes(ready, ({preview}) => warningsOf(preview))];
    for (const warning of new Set(warnings)) err(`${sanitize(warning)}\n`);
    return true;
  }
  if (!ask)
    throw new UsageError(
      'Confirmation required, but stdin is not a terminal. Pass --yes to continue or --dry-run to preview.',
    );
  err(`${sanitize(account.profile.name)}:\n${previewsText(ready, totals, () => '')}`);
  const noun = ready.length === 1 ? 'it' : `these ${ready.length}`;
  if (confirmText === undefined) return isYes(await ask(`Send ${noun}? [y/N] `));
  const reason = confirmReason(ready, account);
  if (isConfirmed) return isYes(await ask(`${reason} Send ${noun}? [y/N] `));
  return matchesConfirmation(await ask(`${reason} Type ${sanitize(confirmText)} to send ${noun}: `), confirmText);
}

/** The reason for a typed confirmation: in production, a change that can be undone needs one, too. */
function confirmReason(ready: readonly ReadyChange[], {profile}: OpenedAccount): string {
  const isFinal = ready.some(({change, confirmText}) => confirmText !== undefined && !change.action.undo);
  if (isFinal) return 'This can’t be undone.';
  return profile.production ? `The profile ${sanitize(profile.name)} is production.` : 'This needs a confirmation.';
}

/**
 * The text that --confirm repeats for a change that needs no confirmation: the label of the resource, or the number of
 * resources. A value that differs shows that the user expected another change.
 */
function nameOf(ready: readonly ReadyChange[]): string | undefined {
  const [first] = ready;
  if (!first || ready.length > 1) return String(ready.length);
  const label = labelOf(first) ?? first.change.getState().draft?.body?.label;
  return typeof label === 'string' && label !== '' ? visibleText(label) : undefined;
}

/** @throws UsageError if --confirm has another text than the change */
function checkConfirmation(answer: string, expected: string): void {
  if (!matchesConfirmation(answer, expected))
    throw new UsageError(`--confirm ${shellQuote(answer)} doesn’t match. Expected ${shellQuote(sanitize(expected))}.`);
}
