/** The reason why a change is not sent, or failed, with the flags that would fix it. */
import type {FieldError} from '../../contract/schema/field-error.ts';
import {ownProperty} from '../../platform/text/own-property.ts';
import {sanitize} from '../../platform/text/sanitize.ts';
import type {Failure} from '../../store/api/failure.ts';
import type {Identifiers} from '../../store/api/identifiers.ts';
import type {Change, ChangeOutcome} from '../../store/changes/change.ts';
import {isAmendment} from '../../store/changes/form/list-amendment.ts';
import {entryFieldName} from '../../store/changes/form/refusal-words.ts';
import {toDottedPath, valueAt} from '../../store/core/dotted-paths.ts';
import {type FieldFlag, flagsOf, usedFlags} from '../args/action-flags.ts';
import type {NamedAction} from '../args/action-names.ts';
import {isRequiredFlag} from '../args/describe-flag.ts';
import {failureDetails} from '../io/exit-codes.ts';

/** Typed values, and the change made from them. */
type ChangeInput = Pick<Change, 'getState' | 'typed'>;

/**
 * The flag for a path of the body: `interfaces.0.label` is part of `--interfaces`, `tags.2` is an entry of `--tags`.
 */
function flagTextAt(
  {endpoint, action, identifiers}: NamedAction,
  field: string,
  change: ChangeInput,
): string | undefined {
  const flags = flagsOf(endpoint, action, identifiers);
  const path = toDottedPath(field);
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const flag = flags.find(candidate => candidate.path === at);
    if (flag) return entryText(flag, path, change, identifiers);
  }
  return nestedFlagsText(flags.filter(flag => flag.path.startsWith(`${path}.`)));
}

/** The flags of a group, which has none itself: those that it requires, otherwise all. */
function nestedFlagsText(flags: readonly FieldFlag[]): string | undefined {
  const required = flags.filter(isRequiredFlag);
  const names = (required.length > 0 ? required : flags).map(({name}) => `--${name}`);
  return names.length === 0 ? undefined : names.join(required.length > 0 ? ' and ' : ' or ');
}

/** "--region: Name a region" for a reason that is a sentence, "--region is required" for the predicate of one. */
const flagWithReason = (flag: string, reason: string): string =>
  /^\p{Lu}/u.test(reason) ? `${flag}: ${reason}` : `${flag} ${reason}`;

/** "Inbound rule 2 (mysql-web) in --rules.inbound: ports" for a field of an entry, which has no separate flag. */
function entryText(flag: FieldFlag, path: string, change: ChangeInput, identifiers: Identifiers): string {
  const rest = path.slice(flag.path.length);
  const name = entryFieldName(path, change.getState().fields, identifiers);
  if (name !== undefined) return `${name.place} in --${flag.name}:${name.field === '' ? '' : ` ${name.field}`}`;
  const entry = /^\.\d+$/.test(rest) ? valueAt(change.getState().draft?.body, path) : undefined;
  if (typeof entry !== 'string' && typeof entry !== 'number') return `--${flag.name}${rest}`;
  const value = ownProperty(change.typed().values, flag.path);
  const isAdded = isAmendment(value) && value.adds.includes(entry);
  return `${isAdded ? usedFlags(flag, {adds: [entry], removes: []}) : `--${flag.name}`} "${sanitize(String(entry))}"`;
}

/** The problems of the request, one per line. */
export function problemLines(namedAction: NamedAction, change: Change): string {
  const {draft, fields} = change.getState();
  const fieldProblems = problemTexts(namedAction, draft?.fieldErrors ?? [], change);
  return (fieldProblems.length > 0 ? fieldProblems : fields.flatMap(({problems}) => [...problems])).join('\n');
}

/** The problems with the flags that would fix them. */
export function problemTexts(
  namedAction: NamedAction,
  fieldErrors: readonly FieldError[],
  change: ChangeInput,
): readonly string[] {
  // A field that only helps to choose another one, such as the instance of a disk, has no flag: the flag of the other
  // field replaces it.
  const isAsked = (field: string) => ownProperty(namedAction.action.inputs ?? {}, field) !== undefined;
  // The contract and the form may report the same missing field; the form knows why it is needed.
  const hasOtherReason = (error: FieldError) =>
    fieldErrors.some(({field, reason}) => field === error.field && reason !== error.reason);
  const specific = fieldErrors.filter(error => error.reason !== 'is required' || !hasOtherReason(error));
  const lines = specific.flatMap(({field, reason}) => {
    const flag = field ? flagTextAt(namedAction, field, change) : undefined;
    if (field && !flag && isAsked(field)) return [];
    return [field ? flagWithReason(flag ?? namedAction.identifiers.fieldName(field), reason) : reason];
  });
  return [...new Set(lines)];
}

/** The API's reasons for refusing the request; one line for each reason that names a typed field. */
export function refusalText(namedAction: NamedAction, failure: Failure, change: ChangeInput): string {
  const {code, fieldErrors} = failure;
  const flags = fieldErrors.map(({field}) => (field ? flagTextAt(namedAction, field, change) : undefined));
  if (code !== 'rejected' || flags.every(flag => flag === undefined)) return failureDetails(failure);
  return fieldErrors
    .map(({field, reason}, index) => {
      const flag = flags[index];
      if (flag !== undefined) return flagWithReason(flag, reason);
      return field ? `${namedAction.identifiers.fieldName(field)}: ${reason}` : reason;
    })
    .join('\n');
}

/** The text of an outcome, with all reasons of the API. */
export const outcomeText = (
  namedAction: NamedAction,
  {message, failure}: ChangeOutcome,
  change: ChangeInput,
): string => (failure === undefined ? sanitize(message) : refusalText(namedAction, failure, change));
