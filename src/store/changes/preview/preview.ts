/** The preview of a change: the request, the differences, the side effects, and a curl line. */
import {type Endpoint, limitOf} from '../../../contract/schema/endpoint.ts';
import {chargeOf} from '../../../families/cost/price-changes.ts';
import {formatNumber} from '../../../families/format/format.ts';
import type {AnyAction, AnyRow, Family, Lookup, PathParams} from '../../../families/shape/define-family.ts';
import {shellQuote} from '../../../platform/text/shell-quote.ts';
import type {CheckedRequest, Validators} from '../../api/connection.ts';
import {leavesOf, valueAt} from '../../core/dotted-paths.ts';
import {entryTitle} from '../../core/entry-title.ts';
import {jsonEqual} from '../../core/json-equal.ts';
import {isPlainAnswerPath, isSecretPath, mask, maskText} from '../../core/secret-fields.ts';
import {costIncreaseText, totalCostText} from '../../cost/change-cost.ts';
import {type FormInput, unitOf} from '../form/field-specs.ts';
import type {Form} from '../form/form.ts';
import {bodyFile, type ChosenFiles, fileDifferences} from '../form/upload-files.ts';
import {mergeDifferences, mergeWarnings} from './batch-warnings.ts';
import {changeRisk} from './change-risk.ts';
import {isDeletion, presignedUrlText} from './presigned.ts';
import type {Difference, RequestFacts} from './preview-content.ts';
import {irreversibleReason} from './undo.ts';

export interface PreviewInput {
  readonly endpoint: Endpoint;
  readonly family: Family;
  readonly action: AnyAction;
  /**
   * All rows for which a request is sent, each with its body; the change's row first, unless it already has the values.
   */
  readonly parts: readonly PreviewPart[];
  /** Rows that already have the values. */
  readonly same: readonly AnyRow[];
  readonly params: PathParams;
  readonly lookup: Lookup;
  /** A lookup of the price lists; for a command, only of lists that are loaded. */
  readonly prices: Lookup;
  /** True for a console: answers to plain questions of a StackScript are not masked in what it shows. */
  readonly canShowAnswers?: boolean;
  readonly form: Form;
  readonly files: ChosenFiles;
  readonly outgoing: CheckedRequest;
  /** The parts of the body that come from responses of the API. */
  readonly originalValues: readonly unknown[];
  readonly checks: Validators;
}

/** The request for one row; for an edit, the fields that differ in that row. */
export interface PreviewPart {
  readonly row: AnyRow | undefined;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

export function previewOf(previewed: PreviewInput): RequestFacts {
  const {endpoint, family, action, parts, same, params, lookup, prices, form, outgoing, originalValues, checks} =
    previewed;
  const [{row, body} = {row: undefined, body: undefined}] = parts;
  const rows = parts.flatMap(({row}) => (row ? [row] : []));
  const maskedBody = outgoing.body === undefined ? undefined : mask(JSON.parse(outgoing.body), endpoint.spec.body);
  const hints = body === undefined ? [] : checks.hints(endpoint, body, originalValues);
  const changesOf = ({row, body}: PreviewPart): Difference[] => differencesOf({...previewed, row, body});
  const bodies = new Map(parts.map(({row, body}) => [row, body]));
  const pricedParts = parts.map(part => ({...part, params}));
  const fileInputs = new Set(previewed.files.keys());
  const warningsOf = (row: AnyRow | undefined) =>
    action.warnings?.({row, lookup, params, body: bodies.get(row), fileInputs}) ?? [];
  const differences = parts.length > 1 ? mergeDifferences(parts.map(changesOf)) : changesOf({row, body});
  const warnings = rows.length > 1 ? mergeWarnings(rows, family.label, warningsOf) : warningsOf(row);
  return {
    method: outgoing.method,
    path: outgoing.path,
    body: maskedBody === undefined ? undefined : JSON.stringify(maskedBody, null, 2),
    limitClass: limitOf(endpoint),
    differences,
    warnings: [
      ...warnings,
      ...hints.map(({field, reason}) => `${field ? fieldTitle(form, field) : 'The request'} ${reason}`),
    ],
    unchangedIds: same.map(family.key),
    secondRequest: action.presignedRequest && {method: action.presignedRequest.method, to: presignedUrlText},
    isDeletion: isDeletion(action, endpoint),
    risk: changeRisk(previewed),
    hasCharge: chargeOf(action.operation, action.risk, endpoint.spec.charges === true) === 'always',
    cost:
      rows.length > 1
        ? undefined
        : costIncreaseText(action.operation, {row, body, params, lookup: prices}, {differences, warnings}),
    totalCost: rows.length > 1 ? totalCostText(action.operation, pricedParts, lookup) : undefined,
    scopes: (endpoint.spec.scopes ?? []).map(scope => lookup.spell('scopes', scope)),
    final: irreversibleReason(action, row, body, fileInputs),
    curl: withPresignedRequest(curlOf(outgoing, maskedBody, uploadOf(previewed)), action),
  };
}

/** The differences between the request and the row's current values, and the expected values of the row afterwards. */
export function differencesOf({
  family,
  endpoint,
  action,
  row,
  lookup,
  form,
  files,
  body,
  params,
  canShowAnswers = false,
}: Omit<PreviewInput, 'outgoing' | 'originalValues' | 'checks' | 'parts' | 'same' | 'prices'> &
  PreviewPart): Difference[] {
  const differences = new Map<string, Difference>(fileDifferences(files).map(file => [file.path, file]));
  // A disk is shown with its instance, because disks of many instances have the same label.
  for (const {path, value} of form.helperValues())
    differences.set(path, {
      path,
      title: fieldTitle(form, path),
      before: undefined,
      after: displayValue(form, path, value) ?? 'none',
    });
  const formContext = {row, lookup, params, values: {}, formValues: {}};
  // The request for a presigned URL changes nothing.
  if (action.presignedRequest) return [];
  // A reply doesn't change the existing text of its ticket. A resource that is created has no earlier values.
  const makes = endpoint.id.endsWith('.create');
  // A value that is picked as a whole is shown as a whole: the disk in a slot.
  for (const [path, value] of leavesOf(body ?? {}, path => form.input(path) !== undefined && !form.isGroup(path))) {
    const input = form.input(path);
    const title = fieldTitle(form, path);
    const currentValue = endpoint.method === 'PUT' && input ? form.rowValue(input, row) : row && valueAt(row, path);
    const comparable = hasOtherEntries(currentValue, value) ? input?.spec.initial?.(formContext) : currentValue;
    const before = makes ? undefined : comparable;
    const isShownAnswer = canShowAnswers && input !== undefined && isPlainAnswerPath(path);
    if ((isSecretPath(path, form.field(path)) && !isShownAnswer) || input?.spec.input === 'secret')
      differences.set(path, {path, title, before: undefined, after: maskText});
    else if (input?.spec.input === 'rows' && Array.isArray(value))
      for (const entry of entryDifferences(form, input, before ?? input.spec.initial?.(formContext), value))
        differences.set(entry.path, entry);
    else if (endpoint.method !== 'PUT' || !jsonEqual(before ?? null, value))
      differences.set(path, {
        path,
        title,
        before: displayValue(form, path, before),
        after: displayValue(form, path, value) ?? 'none',
      });
  }
  const expected = action.expectedFields?.({row, lookup, params, body: body ?? {}}) ?? {};
  for (const [path, value] of leavesOf(expected)) {
    const before = row && valueAt(row, path);
    // A field without a column is derived from a field with a column.
    const column = family.columns.find(({field}) => field === path);
    if (!column?.title || differences.has(path) || jsonEqual(before ?? null, value ?? null)) continue;
    const {title} = column;
    const fieldFacts = {
      path,
      title,
      before: displayValue(form, path, before),
      after: displayValue(form, path, value) ?? 'none',
    };
    differences.set(
      path,
      column.state ? {...fieldFacts, ...stateDifference({family, lookup, params}, row, expected)} : fieldFacts,
    );
  }
  // Effects on values that the request doesn't contain, such as the instance of a detached volume.
  const effects = action.comparisons?.({row, lookup, params, body: body ?? {}}) ?? [];
  return [...differences.values(), ...effects.map(effect => ({path: '', ...effect}))];
}

/** True for a list of objects in a row whose request names them by texts: the copies of an image. */
const hasOtherEntries = (current: unknown, value: unknown): boolean =>
  Array.isArray(current) &&
  Array.isArray(value) &&
  current.some(entry => typeof entry === 'object') &&
  value.some(entry => typeof entry !== 'object');

/** A state with its text and colors in the list. */
function stateDifference(
  {family, lookup, params}: Pick<PreviewInput, 'family' | 'lookup' | 'params'>,
  row: AnyRow | undefined,
  expected: AnyRow,
): Partial<Difference> {
  const [stateBefore, stateAfter] = [
    row && family.state?.(row, lookup, params),
    family.state?.({...row, ...expected}, lookup, params),
  ];
  if (!stateAfter) return {};
  return {
    before: stateBefore?.word,
    after: stateAfter.word,
    conditions: {before: stateBefore?.condition, after: stateAfter.condition},
  };
}

/** Added and removed entries as text; an entry that only moved is neither. */
function entryDifferences(form: Form, rows: FormInput, before: unknown, after: readonly unknown[]): Difference[] {
  if (rows.spec.fixed) return levelDifferences(form, rows, Array.isArray(before) ? before : [], after);
  const wordsOf = (entries: unknown) =>
    Array.isArray(entries) ? entries.map((entry, index) => form.entryWords(rows, index, entry)) : [];
  const [old, now] = [wordsOf(before), wordsOf(after)];
  const removals = old.map((text, index) => ({text, index})).filter(({text}) => !now.includes(text));
  const added = now.map((text, index) => ({text, index})).filter(({text}) => !old.includes(text));
  const title = (index: number) => entryTitle({title: rows.spec.title, items: {one: rows.spec.one ?? ''}}, index);
  const path = (index: number, kind: string) => `${rows.path}.${index}${kind}`;
  const changes = added.map(({text, index}): Difference => {
    const removal = removals.find(entry => entry.index === index);
    return {path: path(index, ''), title: title(index), before: removal?.text, after: text};
  });
  const removed = removals
    .filter(entry => !added.some(({index}) => index === entry.index))
    .map(
      ({text, index}): Difference => ({
        path: path(index, ' removed'),
        title: title(index),
        before: text,
        after: undefined,
      }),
    );
  const all = [...changes, ...removed];
  if (all.length > 0 || jsonEqual(old, now)) return all;
  return [{path: rows.path, title: rows.spec.title, before: undefined, after: 'in another order'}];
}

/** Fixed entries are named: "web-01: nothing → see". */
function levelDifferences(
  form: Form,
  rows: FormInput,
  before: readonly unknown[],
  after: readonly unknown[],
): Difference[] {
  return after.flatMap((entry, index): readonly Difference[] => {
    const [old, now] = [form.entryValues(rows, index, before[index]), form.entryValues(rows, index, entry)];
    if (old === now) return [];
    const title = form.aboutOf(rows, entry) ?? `${rows.spec.title} ${index + 1}`;
    return [{path: `${rows.path}.${index}`, title, before: old || 'nothing', after: now || 'nothing'}];
  });
}

/** The maximum number of characters of a title in front of a difference. */
const maxTitleLength = 26;

/** "Devices sda", "Autoscaler enabled": a value in a group is shown with both names if its name alone is too short. */
export function fieldTitle(form: Form, path: string): string {
  const input = form.input(path);
  if (!input) return form.nameOf(path);
  const {within} = input;
  const {title} = input.spec;
  if (within?.spec.input !== 'group' || (title.length > 4 && title !== 'Enabled')) return title;
  const whole = `${within.spec.title} ${title === 'Enabled' ? 'enabled' : title}`;
  // After a long group title the field's name would be cut off.
  return whole.length <= maxTitleLength ? whole : title;
}

export function displayValue(form: Form, path: string, value: unknown): string | undefined {
  if (value === undefined) return undefined;
  if (value === null || value === '' || isNothing(value)) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value) && value.every(entry => typeof entry !== 'object')) {
    const entries = value.map(entry => form.valueText(path, entry) ?? String(entry));
    return entries.length === 0 ? 'none' : entries.join(', ');
  }
  if (typeof value === 'number') {
    const unit = form.input(path)?.spec.unit ?? unitOf(form.field(path));
    return form.valueText(path, value) ?? (unit === undefined ? String(value) : `${formatNumber(value)} ${unit}`);
  }
  return (
    form.valueText(path, value) ??
    (typeof value === 'object' ? JSON.stringify(mask(form.spelled(path, value))) : String(value))
  );
}

/** True for a slot without a disk or volume. */
const isNothing = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every(part => part === null);

/** The curl arguments that send a file as the body. */
function uploadOf({endpoint, files}: Pick<PreviewInput, 'endpoint' | 'files'>): readonly string[] {
  const file = bodyFile(endpoint, files);
  const {upload} = endpoint.spec;
  if (!file || !upload) return [];
  if (upload === 'multipart/form-data') return ['-F', shellQuote(`file=@${file.path}`)];
  return ['-H', shellQuote(`Content-Type: ${upload}`), '--data-binary', shellQuote(`@${file.path}`)];
}

/** The command for a POSIX shell; the token stays a variable. */
function curlOf(
  {method, url, path, maskedPath, body}: CheckedRequest,
  maskedBody: unknown,
  file: readonly string[],
): string {
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method]), '-H', '"Authorization: Bearer $TOKEN"'];
  if (body !== undefined)
    parts.push('-H', shellQuote('Content-Type: application/json'), '-d', shellQuote(JSON.stringify(maskedBody)));
  // A secret in the path must not be written to a file either, such as the token of a service transfer.
  return [...parts, ...file, shellQuote(url.replace(path, () => maskedPath))].join(' ');
}

/** Adds the request to the presigned URL that the first response contains. */
const withPresignedRequest = (curl: string, {presignedRequest}: AnyAction): string =>
  presignedRequest ? `curl -X ${presignedRequest.method} "$(${curl.replace('curl', 'curl -s')} | jq -r .url)"` : curl;
