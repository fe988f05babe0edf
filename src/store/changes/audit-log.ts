/** All requested changes as JSON lines: time, user, profile, request, and outcome, without secrets. */
import type {PathParams, Ref} from '../../families/shape/define-family.ts';
import {isObject} from '../../families/shape/json-object.ts';
import {memoryStateFiles, type StateFiles} from '../../platform/files/state-files.ts';
import {errorMessage} from '../../platform/text/error-message.ts';
import {isSecretName} from '../core/secret-fields.ts';
import type {LogEntryRef} from './change-subject.ts';
import type {Difference} from './preview/preview-content.ts';
import {parseUndoRequest, type UndoRequest} from './preview/undo.ts';

/**
 * The outcome of a change, as the API responded or as a later read found it. `sending` is written before the request is
 * sent. It remains the outcome if the program was killed before the outcome was known.
 */
export type AuditOutcome =
  | 'sending'
  | 'done'
  | 'refused'
  | 'failed'
  | 'unknown'
  // Files contain this spelling.
  | 'cancelled'
  // A command that the user stopped while it ran.
  | 'interrupted'
  | 'found done'
  | 'found not done';

const allOutcomes: Readonly<Record<AuditOutcome, true>> = {
  sending: true,
  done: true,
  refused: true,
  failed: true,
  unknown: true,
  cancelled: true,
  interrupted: true,
  'found done': true,
  'found not done': true,
};

export interface AuditEntry {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly profile: string;
  /** The account's user of the token, if known. */
  readonly as: string | undefined;
  /** The host of the API that received the request. */
  readonly api: string;
  /** Operation ID: `volumes.attach`. */
  readonly operation: string;
  /** The change as text, without its resource: "Attach"; lines of earlier versions have no title. */
  readonly title?: string;
  /** The batch that the change is part of; earlier versions didn't write it. */
  readonly batch?: string;
  readonly method: string;
  /** The path with its secrets masked. */
  readonly path: string;
  /** The resource that was changed or created; undefined if the change has no row. */
  readonly target: Ref | undefined;
  /** The label of the changed resource. */
  readonly label: string;
  readonly changes: readonly Difference[];
  /** The request that undoes the change; absent if no request undoes it, or if the request would contain a secret. */
  readonly undo?: UndoRequest | undefined;
  /** The line of the change that this undo or redo reverts; earlier versions didn't write it. */
  readonly undoes?: LogEntryRef | undefined;
  readonly outcome: AuditOutcome;
  /** The HTTP status, if the API responded. */
  readonly status: number | undefined;
  /** The API's ID of the request, if it returned one. */
  readonly requestId: string | undefined;
  readonly milliseconds: number;
}

/** A user and their machine. */
export interface Author {
  readonly host: string;
  readonly user: string;
}

/** The change of a field as it is stored. A secret has no values. */
export interface StoredDifference {
  readonly path: string;
  /** The action's title in its form and preview; lines of earlier versions have none. */
  readonly title?: string;
  readonly before?: string;
  readonly after?: string;
}

/** An entry as it is stored. */
export interface AuditRecord extends Omit<AuditEntry, 'changes'>, Author {
  readonly changes: readonly StoredDifference[];
}

export interface AuditLog {
  /**
   * Writes that a request will be sent. Resolves when the line is in the file, or with the reason why it couldn't be
   * written.
   */
  announce(entry: AuditEntry): Promise<string | undefined>;
  write(entry: AuditEntry): void;
  /** Stored records, newest first, without unreadable lines. */
  read(): Promise<readonly AuditRecord[]>;
  /** Calls the listener for every record that this process writes. */
  subscribe(listener: (record: AuditRecord) => void): () => void;
  /** Resolves when all entries so far are in the file. */
  flush(): Promise<void>;
}

export interface AuditLogHost {
  readonly files: StateFiles;
  readonly path: string;
  readonly author: Author;
  /** Called once when a line can't be written, and again only after a later line was written. */
  readonly onFailure: (error: unknown) => void;
}

/** The file with a profile's changes. */
export const auditPath = (profile: string): string => `${encodeURIComponent(profile)}.audit.ndjson`;

/** At this size in bytes the file is renamed to `….1`, and the number of each older file grows by one. */
const maxFileBytes = 4 * 1024 * 1024;
/** The number of older files to keep. */
const maxOlderFiles = 9;
/** The maximum number of records to load; earlier records stay in the files. */
const maxRecords = 20_000;

/** Writes entries in order; `read` waits until all earlier entries are written. */
export function createAuditLog({files, path, author, onFailure}: AuditLogHost): AuditLog {
  const listeners = new Set<(record: AuditRecord) => void>();
  let writing: Promise<string | undefined> = Promise.resolve(undefined);
  let failureText: string | undefined;
  const append = (record: AuditRecord): Promise<string | undefined> => {
    const write = async (): Promise<string | undefined> => {
      try {
        await files.append(path, `${auditLine(record)}\n`, {maxBytes: maxFileBytes, older: maxOlderFiles});
        failureText = undefined;
      } catch (error) {
        if (failureText === undefined) onFailure(error);
        failureText = errorMessage(error);
      }
      return failureText;
    };
    writing = writing.then(write);
    return writing;
  };
  return {
    announce: entry => append(toAuditRecord({...entry, outcome: 'sending'}, author)),
    write(entry) {
      const record = toAuditRecord(entry, author);
      void append(record);
      for (const listener of listeners) listener(record);
    },
    async read() {
      await writing;
      const records: AuditRecord[] = [];
      for (let number = 0; number <= maxOlderFiles && records.length < maxRecords; number++) {
        const name = number === 0 ? path : `${path}.${number}`;
        const text = await files.read(name);
        // A console that was killed while it renamed the files may leave a number unused.
        if (text === undefined) continue;
        const auditRecords = parseRecords(text);
        // A complete line with invalid content means damage; only the last line may be incomplete.
        if (auditRecords.length === 0 && text.includes('\n')) await files.quarantineDamaged(name);
        records.push(...auditRecords.reverse());
      }
      return withoutAnswered(records);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    flush: async () => void (await writing),
  };
}

/** A change log in memory, for the demo. */
export function memoryAuditLog(author: Author): AuditLog {
  return createAuditLog({files: memoryStateFiles(), path: 'audit', author, onFailure: () => {}});
}

export function toAuditRecord({changes, ...entry}: AuditEntry, author: Author): AuditRecord {
  const differences = changes.map(({path, title, before, after}) => {
    const hidden = path.split('.').some(isSecretName);
    return hidden
      ? {path, title}
      : {path, title, ...(before !== undefined && {before}), ...(after !== undefined && {after})};
  });
  return {...entry, ...author, changes: differences};
}

/** A record as a line of the file. */
export const auditLine = ({at, ...record}: AuditRecord): string =>
  JSON.stringify({at: new Date(at).toISOString(), ...record});

/** The records of a file, in order. An incomplete line is ignored. */
export const parseRecords = (text: string): AuditRecord[] => text.split('\n').flatMap(parseLine);

/** The records without `sending` lines whose outcome was written later. */
function withoutAnswered(records: readonly AuditRecord[]): AuditRecord[] {
  const keyOf = ({at, host, user, method, path}: AuditRecord) => JSON.stringify([at, host, user, method, path]);
  const answeredKeys = new Set(records.filter(({outcome}) => outcome !== 'sending').map(keyOf));
  return records.filter(record => record.outcome !== 'sending' || !answeredKeys.has(keyOf(record)));
}

function parseLine(line: string): AuditRecord[] {
  if (line === '') return [];
  try {
    const parsed: unknown = JSON.parse(line);
    if (!isObject(parsed)) return [];
    const at = Date.parse(String(parsed.at));
    // Earlier versions wrote fewer fields; missing fields are empty.
    const blank = {profile: '', api: '', host: '', user: '', method: '', path: '', label: '', changes: []};
    // The fields keep their order in the file, so that the same record gives the same line.
    // Older versions wrote `back`.
    const {back, ...named} = 'back' in parsed ? {undo: parsed.back, ...parsed} : parsed;
    const record = {
      ...named,
      ...('undo' in named && {undo: parseUndoRequest(named.undo)}),
      ...defaultsFor(blank, parsed),
      at,
    };
    return isRecord(record) ? [record as unknown as AuditRecord] : [];
  } catch {
    return [];
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNone = (value: unknown): boolean => value === undefined || isText(value);
const isId = (value: unknown): boolean => isText(value) || typeof value === 'number';

/** True when a line has every field that the change log shows, with the right type. */
function isRecord(parsed: Readonly<Record<string, unknown>>): boolean {
  const {
    at,
    operation,
    title,
    batch,
    profile,
    as,
    api,
    method,
    path,
    target,
    label,
    changes,
    outcome,
    status,
    requestId,
  } = parsed;
  return (
    !Number.isNaN(at) &&
    [operation, profile, api, method, path, label, parsed.host, parsed.user].every(isText) &&
    [title, batch, as, requestId].every(isTextOrNone) &&
    [status, parsed.milliseconds].every(value => value === undefined || typeof value === 'number') &&
    isText(outcome) &&
    Object.hasOwn(allOutcomes, outcome) &&
    (target === undefined || isRef(target)) &&
    Array.isArray(changes) &&
    changes.every(isDifference)
  );
}

const isRef = (value: unknown): boolean =>
  isObject(value) &&
  isText(value.family) &&
  isId(value.id) &&
  (value.params === undefined || (isObject(value.params) && Object.values(value.params).every(isId)));

const isDifference = (value: unknown): boolean =>
  isObject(value) && isText(value.path) && [value.title, value.before, value.after].every(isTextOrNone);

const defaultsFor = (blank: Readonly<Record<string, unknown>>, parsed: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(blank).filter(([name]) => !(name in parsed)));

/** A key that identifies a resource, to find the changes made to it. */
export const targetKey = (family: string, id: string | number, params: PathParams = {}): string =>
  JSON.stringify([family, String(id), ...Object.values(params).map(String)]);
export interface RecentChangesState {
  /** Newest first. */
  readonly records: readonly AuditRecord[];
  /** True when the records of earlier sessions are included. */
  readonly isComplete: boolean;
  /** The reason why the file could not be read. */
  readonly failure: string | undefined;
}
