/** Writes the changes of a line as a plan file. */

import {withoutEllipsis} from '../../families/format/format.ts';
import {openFileWriter} from '../../platform/files/user-files.ts';
import {currentAuthor} from '../../platform/files/xdg-paths.ts';
import type {OpenedAccount} from '../../store/account/open-account.ts';
import {hasSecretId, rowsRecord} from '../../store/changes/batch/batch-record.ts';
import {previewFacts} from '../../store/changes/preview/preview-facts.ts';
import {fieldHashes} from '../../store/plans/plan-differences.ts';
import {type Plan, type PlannedChange, planText, timeText} from '../../store/plans/plan-file.ts';
import type {NamedAction} from '../args/action-names.ts';
import type {PrepareResult, ReadyChange} from '../change/prepare-change.ts';
import type {CommandContext} from '../io/command-context.ts';
import {UsageError} from '../io/command-errors.ts';
import {exitCodes} from '../io/exit-codes.ts';

export interface PlanTarget {
  readonly path: string;
  /** The time in which the plan can be applied, in milliseconds. */
  readonly validMs: number;
  /** Stores the text instead of writing the file. */
  readonly save?: ((text: string) => Promise<void>) | undefined;
}

/**
 * @param now milliseconds since 1970
 * @throws UsageError for a change that must not be written to a file
 * @throws UserFileError
 */
export async function writePlan(
  target: PlanTarget,
  {account, namedAction, ready, totals, now}: PlanContent,
): Promise<Pick<Plan, 'expires'>> {
  const expires = isoTime(now + target.validMs);
  const text = planText({...planOf({account, namedAction, ready, totals, now}), expires});
  if (target.save) {
    await target.save(text);
    return {expires};
  }
  const file = await openFileWriter(target.path);
  try {
    await file.write(text);
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
  return {expires};
}

interface PlannedRun extends PlanContent {
  readonly prepared: readonly PrepareResult[];
}

/**
 * Writes the plan of a line, if each of its changes is possible.
 * @returns the exit code
 */
export async function writePlanForLine(
  target: PlanTarget,
  {prepared, ...content}: PlannedRun,
  {out, err}: Pick<CommandContext, 'out' | 'err'>,
): Promise<number> {
  const refused = prepared.filter(({kind}) => kind === 'refused');
  if (refused.length > 0 || content.ready.length === 0) {
    err('No plan was written.\n');
    return refused.length > 0 ? exitCodes.failed : exitCodes.done;
  }
  const {expires} = await writePlan(target, content);
  const count = content.ready.length === 1 ? '1 change' : `${content.ready.length} changes`;
  out(`${target.path}: ${count}, can be applied until ${timeText(expires)}\n`);
  return exitCodes.done;
}

interface PlanContent {
  readonly account: OpenedAccount;
  readonly namedAction: NamedAction;
  /** At least one. */
  readonly ready: readonly ReadyChange[];
  /** Facts about all changes together, such as their cost. */
  readonly totals: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The URL of the API that a plan is for. */
export const addressOf = ({baseUrl, profile}: OpenedAccount): string => baseUrl ?? profile.name;

function planOf({account, namedAction, ready, totals, now}: PlanContent): Omit<Plan, 'digest' | 'expires'> {
  const [first] = ready;
  if (!first) throw new RangeError('a plan needs a change');
  const {family, name, action} = namedAction;
  const changes = ready.map(({change}) => change);
  if (hasSecretId(changes))
    throw new UsageError(`The ID of a ${family.one} is a secret, which a plan file must not hold`);
  if (changes.some(change => change.getState().fields.some(({input}) => input === 'file')))
    throw new UsageError('A change that sends or saves a file can’t be planned');
  const {values, secrets} = rowsRecord(first.change, changes);
  const {user, host} = currentAuthor();
  return {
    skydeck_plan: 1,
    written: isoTime(now),
    author: `${user}@${host}`,
    profile: account.profile.name,
    base_url: addressOf(account),
    family: family.id,
    action: name,
    title: withoutEllipsis(action.title ?? name),
    params: {...first.ref.params},
    values: {...values},
    secrets: [...secrets],
    changes: ready.map(prepared => plannedChange(prepared)),
    totals: [...totals],
  };
}

function plannedChange({preview, change: {row, family}}: ReadyChange): PlannedChange {
  const {method, path, changes, notes} = previewFacts(preview);
  return {
    id: row ? family.key(row) : null,
    label: row ? family.label(row) : null,
    row: row ? fieldHashes(row) : null,
    method,
    path,
    body: preview.body === undefined ? null : JSON.parse(preview.body),
    changes: changes.map(({title, before, after}) => ({title, after, ...(before !== undefined && {before})})),
    notes: notes.map(({text}) => text),
  };
}

const isoTime = (at: number): string => new Date(at).toISOString();
