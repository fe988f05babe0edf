/** One change of a line, brought to its preview, or to the reason why there is none. */
import type {AnyRow} from '../families/define.ts';
import {sanitize} from '../platform/text/clean.ts';
import {isAmendment} from '../store/changes/amendment.ts';
import {valueAt} from '../store/changes/paths.ts';
import type {Change, Preview} from '../store/changes/types.ts';
import type {Clock} from '../store/clock.ts';
import {equal} from '../store/equal.ts';
import type {Identifiers} from '../store/identifiers.ts';
import type {Session} from '../store/types.ts';
import {Usage} from './account.ts';
import {actionName, type NamedAction} from './actions.ts';
import {type FieldFlag, flagsOf, givenWith, inputOf} from './flags.ts';
import type {Source} from './known.ts';
import type {Place} from './place.ts';
import {outcomeWords, problemLines, problemWords} from './refusals.ts';
import {alreadySo, brokenBetween, misfitsOf, reasonAgainst} from './rules.ts';
import {until} from './time.ts';

/** Of a list of candidates, only so many are tried. */
const choicesTried = 10;

/** Values as given, by their path in the body. */
export type Values = ReadonlyMap<string, unknown>;

/** What is to be changed. */
export interface Target {
  readonly row: AnyRow | undefined;
  readonly place: Place;
}

export interface Doing {
  readonly named: NamedAction;
  readonly values: Values;
  /** What was given when it was begun, of a run that is gone on with. */
  readonly kept?: Values | undefined;
  readonly session: Session;
  readonly clock: Clock;
  /** What rules look at; what was read for one row is known for the next. */
  readonly source: Source;
}

/** A change that can be sent. */
export interface Ready extends Target {
  readonly kind: 'ready';
  readonly change: Change;
  readonly preview: Preview;
  /** What has to be typed before it is sent. */
  readonly typing: string | undefined;
}
export type Prepared =
  | Ready
  /** It is so already, as `words` say after its label or as a sentence: there is nothing to send. */
  | (Target & {readonly kind: 'same'; readonly words: string})
  /** `isMistake`: the line asks for what no account takes; otherwise the account is not as it would have to be. */
  | (Target & {readonly kind: 'refused'; readonly words: string; readonly isMistake: boolean});

/** Whoever calls closes `opened`. @throws Usage for what has no place in the request */
export async function prepare(
  {named, session, source, values: given, kept = new Map()}: Doing,
  target: Target,
  opened: Change[],
): Promise<Prepared> {
  const {row, place} = target;
  const ruled = {named, source, row, at: place.at};
  const same = (words: string): Prepared => ({...target, kind: 'same', words});
  const already = await alreadySo(ruled, new Map([...kept, ...given]));
  if (already !== undefined) return same(already);
  const change = session.change(named.family.id, named.name, row, place.at);
  opened.push(change);
  change.subscribe(() => {});
  const values = withoutBlanks(given, named, change);
  for (const [path, value] of [...kept, ...values]) change.set(path, value);
  await change.ready;
  await change.toPreview();
  const {step, outcome, draft} = change.get();
  const refused = (words: string, isMistake: boolean): Prepared => ({...target, kind: 'refused', words, isMistake});
  // What is wrong with the request comes first; what it leaves out explains why nothing would be different.
  const unfit = await unwritable(named, values, draft?.body);
  if (draft?.problems.length) return refused([problemLines(named, change), ...unfit].join('\n'), true);
  if (outcome) return refused(outcomeWords(named, outcome, change), false);
  if (unfit.length > 0) return refused(unfit.join('\n'), true);
  const ignored = unsent(named, values, row, change);
  if (ignored.length > 0) throw new Usage(`not sent, because it has no place in this request: ${ignored.join(', ')}`);
  if (step === 'form') {
    if (named.endpoint.method !== 'PUT' || !row) return refused(problemLines(named, change), true);
    if (values.size + kept.size > 0) return same('is already so');
    throw new Usage(`nothing to change was given: skydeck do ${actionName(named)} --help lists the fields`);
  }
  const misfits = await misfitsOf(ruled, new Map([...kept, ...values]), change);
  if (misfits.length > 0)
    return refused(
      misfits.map(({words}) => words).join('\n'),
      misfits.some(({isMistake}) => isMistake),
    );
  const between = await brokenBetween(ruled, draft?.body);
  if (between.length > 0) return refused(problemWords(named, between, change).join('\n'), true);
  const against = await reasonAgainst(ruled);
  if (against !== undefined) return refused(sanitize(against), false);
  // What goes with it is known when the lists that it looks at were read.
  await until(change, ({step, preview}) => step !== 'preview' || preview?.loading !== true);
  const {preview, typing, outcome: refusal} = change.get();
  // Among what was read may be that it cannot be done.
  if (refusal) return refused(outcomeWords(named, refusal, change), false);
  if (!preview) throw new Error('there is nothing to preview');
  return {...target, kind: 'ready', change, preview, typing};
}

/** Nothing, where there was nothing and that says something, is left out. Elsewhere it is what was given, and judged as such. */
function withoutBlanks(values: Values, {action}: NamedAction, change: Change): Values {
  const {fields} = change.get();
  const isBlank = (path: string) => (fields.find(shown => shown.path === path)?.value ?? '') === '';
  return new Map(
    [...values].map(([path, value]) => {
      const isLeftOut = value === '' && inputOf({path}, action)?.blank === true && isBlank(path);
      return [path, isLeftOut ? undefined : value];
    }),
  );
}

/** Values that no request takes, also where another field decides that this one is not sent. */
async function unwritable(
  {endpoint, action, identifiers}: NamedAction,
  values: Values,
  body: unknown,
): Promise<string[]> {
  const {checkField} = await import('../contract/check.ts');
  return flagsOf(endpoint, action, identifiers).flatMap(flag => {
    const {path, field, input} = flag;
    // A file is looked at by the form.
    if (input || values.get(path) === undefined || valueAt(body, path) !== undefined) return [];
    const value = values.get(path);
    const words = checkField(field, isAmendment(value) ? value.adds : value);
    return words.map(reason => `${givenWith(flag, value)} ${reason}`);
  });
}

/** What was given and is not in the request: it must not be left out in silence. */
function unsent(
  {endpoint, action, identifiers}: NamedAction,
  values: Values,
  row: AnyRow | undefined,
  change: Pick<Change, 'get' | 'set'>,
): string[] {
  const flags = flagsOf(endpoint, action, identifiers);
  const {draft, fields} = change.get();
  return [...values].flatMap(([path, value]) => {
    const written = typeof value === 'string' ? (inputOf({path}, action)?.written?.(value) ?? value) : value;
    if (equal(valueAt(draft?.body, path), written)) return [];
    // A file goes beside the body, where the form asks for one.
    if (fields.some(field => field.path === path && field.input === 'file')) return [];
    // An edit sends only what differs from what its form begins with, or from the row.
    const isShown = fields.some(field => field.path === path);
    if (endpoint.method === 'PUT' && (isShown || equal(valueAt(row, path) ?? null, value))) return [];
    const flag = flags.find(candidate => candidate.path === path);
    if (!flag) return [identifiers.fieldName(path)];
    if (flag.leads) return [];
    const name = givenWith(flag, value);
    const around = placeOf(path, flags, change, identifiers) ?? rivalOf(path, flags, values, change);
    return [around === undefined ? name : `${name}, which ${around}`];
  });
}

/** The flag beside which a value has its place: "goes with --method PUT". The change is of no more use after that. */
function placeOf(
  path: string,
  flags: readonly FieldFlag[],
  change: Pick<Change, 'get' | 'set'>,
  identifiers: Identifiers,
): string | undefined {
  for (const {path: other, value: before, options, input} of change.get().fields) {
    const flag = flags.find(candidate => candidate.path === other);
    const name = flag?.name;
    if (name === undefined) continue;
    const values: readonly unknown[] = input === 'toggle' ? [true, false] : (options?.map(({value}) => value) ?? []);
    const fits = values.slice(0, choicesTried).find(value => {
      change.set(other, value);
      return change.get().fields.some(field => field.path === path);
    });
    if (fits === false) return `goes with --no-${name}`;
    if (fits === true) return `goes with --${name}`;
    if (fits !== undefined) return `goes with --${name} ${String(identifiers.value(flag?.field, fits))}`;
    change.set(other, before);
  }
  return undefined;
}

/** What was given and takes the place of a value, with why: "does not go with --compute-id (…)". */
function rivalOf(
  path: string,
  flags: readonly FieldFlag[],
  values: Values,
  change: Pick<Change, 'get' | 'set'>,
): string | undefined {
  for (const {path: other, help} of change.get().fields) {
    const name = flags.find(flag => flag.path === other)?.name;
    if (name === undefined || !values.has(other)) continue;
    change.set(other, undefined);
    const isRival = change.get().fields.some(field => field.path === path);
    change.set(other, values.get(other));
    if (isRival) return `does not go with --${name}${help === undefined ? '' : ` (${help})`}`;
  }
  return undefined;
}
