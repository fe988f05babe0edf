/**
 * Typed values that were not sent: they survive escape, a lost connection and a crash. Secrets are kept in memory only.
 */

import type {FamilyId, PathParams, RowId} from '../../families/shape/define-family.ts';
import {isObject} from '../../families/shape/json-object.ts';
import type {StateFiles} from '../../platform/files/state-files.ts';
import {parseJson} from '../../platform/text/parse-json.ts';
import type {Clock} from '../core/clock.ts';
import {isRowId} from '../core/row-id.ts';
import {createTracedStore, type ReadonlyStore} from '../core/traced-store.ts';
import {editedTextAction} from './batch/interrupted-batch.ts';

/** The values of a form, the fields of a change as a text of the editor, or a whole list as a text of the editor. */
export type DraftKind = 'form' | 'text' | 'list';

type DraftValues = Readonly<Record<string, unknown>>;

/** The form or the text of a draft, with enough data to open it again. */
export interface DraftSubject {
  readonly kind: DraftKind;
  readonly family: FamilyId;
  /** An action of the family; `text` for a list. */
  readonly action: string;
  /** The row that the form edits; absent for a resource that is being created. */
  readonly id?: RowId | undefined;
  /** Further rows that the draft applies to; absent for a single row. */
  readonly others?: readonly RowId[] | undefined;
  /** The list's path parameters. */
  readonly params: PathParams;
  /** Values that the screen of the offer filled in. */
  readonly presetValues?: DraftValues | undefined;
  /** The label of the row when the draft was typed. */
  readonly label: string;
}

export interface StoredDraft {
  readonly key: string;
  /** The last time that a value was typed, milliseconds since 1970. */
  readonly at: number;
  readonly values: DraftValues;
  /** The subject; undefined for drafts of older versions. */
  readonly about: DraftSubject | undefined;
}

export interface DraftOptions {
  /** The values that may be written to the file; absent if all may. */
  readonly kept?: DraftValues;
  readonly about?: DraftSubject;
}

/** All drafts as a store, newest first. */
export interface DraftStore extends ReadonlyStore<readonly StoredDraft[]> {
  find(key: string): StoredDraft | undefined;
  /** Stores a draft; undefined deletes it. */
  put(key: string, values: DraftValues | undefined, options?: DraftOptions): void;
  /** Writes every draft that is not in the file yet. */
  flush(): Promise<void>;
}

/** In the key of a text, which is kept beside the values of its form. Older versions had it in the action, too. */
const textSuffix = ' text';

/** The key of a draft. */
export const draftKey = (
  profile: string,
  {kind, family, action, id, others = [], params, presetValues = {}}: Omit<DraftSubject, 'label'>,
): string =>
  JSON.stringify([
    profile,
    family,
    kind === 'text' ? `${action}${textSuffix}` : action,
    others.length === 0 ? (id ?? '') : [id, ...others],
    ...Object.values(params),
    ...Object.entries(presetValues),
  ]);

/** Drafts in memory, for a session without files. */
export function memoryDraftStore(now: () => number = Date.now): DraftStore {
  const drafts = new Map<string, StoredDraft>();
  const all = createTracedStore<readonly StoredDraft[]>('drafts', []);
  return {
    getState: all.getState,
    getInitialState: all.getInitialState,
    subscribe: all.subscribe,
    find: key => drafts.get(key),
    put(key, values, {about} = {}) {
      const existing = drafts.get(key);
      if (!values && !existing) return;
      drafts.delete(key);
      if (values) drafts.set(key, {key, at: now(), values, about: about ?? existing?.about});
      all.update('setDrafts', newestFirst(drafts.values()));
    },
    flush: async () => {},
  };
}

const newestFirst = (drafts: Iterable<StoredDraft>): readonly StoredDraft[] => [...drafts].sort((a, b) => b.at - a.at);

const formatVersion = 1;
/** A draft is written after this pause in typing, milliseconds. */
const writeDelayMs = 400;
/**
 * While the user types without a pause, a draft is written this long after the first unwritten key, so a `kill -9`
 * loses no more than that.
 */
const maxUnwrittenMs = 800;
const maxDrafts = 200;
/** The age at which an unused draft is deleted, milliseconds. */
const maxAgeMs = 90 * 86_400_000;

type DraftRecord = Omit<StoredDraft, 'key'>;

export interface DraftStoreHost {
  readonly files: StateFiles;
  readonly path: string;
  readonly clock: Clock;
  /** Called if the file can't be read or written; drafts then stay in memory. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Drafts in one file. The file is read before any form opens; otherwise a form could open empty, and its new values
 * would replace the stored ones. A damaged file is set aside and never overwritten. Drafts that another console wrote
 * meanwhile are kept.
 */
export async function openDraftStore({files, path, clock, onFailure}: DraftStoreHost): Promise<DraftStore> {
  /** The drafts of this program, with their secrets, which are never written. */
  const inMemory = memoryDraftStore(clock.now);
  const all = createTracedStore<readonly StoredDraft[]>('drafts', []);
  /** The drafts of the file, with the changes that are still to be written. */
  let drafts = new Map<string, DraftRecord>();
  /** Keys that this program changed and has not written; for other keys the file is newer. */
  const ownKeys = new Set<string>();
  let cancel: (() => void) | undefined;
  /** The latest time to write the unwritten values; monotonic milliseconds. */
  let writeBy: number | undefined;
  const merge = async (text: string | undefined) => {
    if (text === undefined) return;
    const entries = await parseDrafts(text, files, path);
    if (!entries) return;
    const mergedDrafts = new Map(entries);
    // Another console typed, sent or discarded the draft after this one wrote it.
    for (const {key} of inMemory.getState())
      if (!ownKeys.has(key) && mergedDrafts.get(key)?.at !== drafts.get(key)?.at) inMemory.put(key, undefined);
    for (const key of ownKeys) {
      const stored = drafts.get(key);
      mergedDrafts.delete(key);
      if (stored) mergedDrafts.set(key, stored);
    }
    drafts = mergedDrafts;
    publish();
  };
  const find = (key: string): StoredDraft | undefined => {
    const stored = drafts.get(key);
    // The values in memory contain secrets.
    return inMemory.find(key) ?? (stored && {key, ...stored});
  };
  const publish = (): void => {
    const keys = new Set([...drafts.keys(), ...inMemory.getState().map(({key}) => key)]);
    all.update('setDrafts', newestFirst([...keys].flatMap(key => find(key) ?? [])));
  };
  let working: Promise<void> = Promise.resolve();

  const write = async () => {
    let written: readonly [string, DraftRecord | undefined][] = [];
    await files.update(path, async text => {
      await merge(text);
      written = [...ownKeys].map(key => [key, drafts.get(key)]);
      const now = clock.now();
      const recent = [...drafts].filter(([, {at}]) => now - at < maxAgeMs).slice(-maxDrafts);
      return JSON.stringify({version: formatVersion, drafts: Object.fromEntries(recent)});
    });
    // A draft that was typed during the write is written next.
    for (const [key, stored] of written) if (drafts.get(key) === stored) ownKeys.delete(key);
  };
  const writeNext = () => {
    cancel?.();
    cancel = undefined;
    writeBy = undefined;
    working = working.then(write).catch(onFailure);
    return working;
  };
  await files.read(path).then(merge).catch(onFailure);
  return {
    getState: all.getState,
    getInitialState: all.getInitialState,
    subscribe: all.subscribe,
    find,
    put(key, values, {kept = values, about = find(key)?.about} = {}) {
      inMemory.put(key, values, about && {about});
      // In order of use: beyond the maximum the oldest are dropped.
      const hadDraft = drafts.delete(key);
      const keeps = kept !== undefined && Object.keys(kept).length > 0;
      if (keeps) drafts.set(key, {at: clock.now(), values: kept, about});
      publish();
      if (!keeps && !hadDraft) return;
      ownKeys.add(key);
      cancel?.();
      const now = clock.monotonic();
      writeBy ??= now + maxUnwrittenMs;
      cancel = clock.schedule(Math.max(0, Math.min(writeDelayMs, writeBy - now)), () => void writeNext());
    },
    flush: async () => {
      await (cancel ? writeNext() : working);
    },
  };
}

/** The drafts of the file; undefined if it is damaged and was renamed. */
async function parseDrafts(
  text: string,
  files: StateFiles,
  path: string,
): Promise<[string, DraftRecord][] | undefined> {
  const document = parseJson(text);
  if (isObject(document) && document.version === formatVersion && isObject(document.drafts))
    return Object.entries(document.drafts).flatMap(([key, stored]): [string, DraftRecord][] =>
      isObject(stored) && Number.isFinite(stored.at) && isObject(stored.values)
        ? [[key, {at: Number(stored.at), values: stored.values, about: parseSubject(stored.about)}]]
        : [],
    );
  // A damaged file, or one of a newer version, may still contain a user's values.
  await files.quarantineDamaged(path);
  return undefined;
}

function parseSubject(value: unknown): DraftSubject | undefined {
  if (!isObject(value)) return undefined;
  const {family, action, id, others, label} = value;
  // Older versions stored the path parameters as `at`, and the preset values as `fills`.
  const params = value.params ?? value.at;
  const presetValues = value.presetValues ?? value.fills;
  const isValid =
    typeof family === 'string' && typeof action === 'string' && typeof label === 'string' && isObject(params);
  if (!isValid || (id !== undefined && !isRowId(id)) || !Object.values(params).every(isRowId)) return undefined;
  if (others !== undefined && !(Array.isArray(others) && others.every(isRowId))) return undefined;
  const isOldText = value.kind === undefined && action.endsWith(textSuffix);
  const kind = isDraftKind(value.kind)
    ? value.kind
    : isOldText
      ? 'text'
      : action === editedTextAction
        ? 'list'
        : 'form';
  const more = {others, presetValues: isObject(presetValues) ? presetValues : undefined};
  const name = isOldText ? action.slice(0, -textSuffix.length) : action;
  return {kind, family, action: name, id, params, label, ...more} as DraftSubject;
}

const isDraftKind = (value: unknown): value is DraftKind => value === 'form' || value === 'text' || value === 'list';
