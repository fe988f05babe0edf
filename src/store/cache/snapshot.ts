/**
 * The lists that were known when the program ended, so that the next start has rows to show at once. The rows are shown
 * as cached, never as current, and contain no secrets.
 */
import type {Field} from '../../contract/schema/field.ts';
import {cellText} from '../../families/format/cells.ts';
import type {AnyRow, Family, FamilyId, Lookup, PathParams, RowId} from '../../families/shape/define-family.ts';
import {seal, unseal} from '../../platform/files/sealed-text.ts';
import type {StateFiles} from '../../platform/files/state-files.ts';
import type {Clock} from '../core/clock.ts';
import {withoutSecrets} from '../core/secret-fields.ts';
import {createRowText} from '../list/row-text.ts';
import type {Collection} from './collection-state.ts';

export interface CachedList {
  readonly family: FamilyId;
  readonly params: PathParams;
  readonly rows: readonly AnyRow[];
}

export interface Snapshots {
  load(): Promise<readonly CachedList[]>;
  /** Serializes each list in a separate turn of the event loop. Returns true if the file was written. */
  save(lists: Iterable<CachedList>): Promise<boolean>;
  /** Sets the snapshot aside, because its data may be the cause of a crash. */
  discard(): Promise<void>;
}

/**
 * Rows are shown before the contract that could repair them is loaded, so rows of another version of Skydeck are
 * ignored.
 */
const formatVersion = `2 ${process.env.SKYDECK_VERSION ?? 'from source'}`;
/** More than the first screen shows; the file must be fast to read and write. */
const maxRowsPerList = 300;
const maxRows = 3000;
/** The age beyond which a snapshot is ignored, milliseconds. */
const maxAgeMs = 30 * 86_400_000;

export interface SnapshotsHost {
  readonly files: StateFiles;
  readonly path: string;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

export function openSnapshots({files, path, clock, onFailure}: SnapshotsHost): Snapshots {
  return {
    async load() {
      try {
        const sealed = await files.read(path);
        if (sealed === undefined) return [];
        const lists = parseSnapshot(sealed, clock.now());
        if (lists === 'damaged') await files.quarantineDamaged(path);
        return lists === 'damaged' ? [] : lists;
      } catch (error) {
        onFailure(error);
        return [];
      }
    },
    async save(lists) {
      const texts: string[] = [];
      for (const list of lists) {
        texts.push(JSON.stringify(list));
        await clock.yieldToLoop();
      }
      try {
        await files.write(path, seal(formatVersion, `{"at":${clock.now()},"lists":[${texts.join(',\n')}]}\n`));
        return true;
      } catch (error) {
        onFailure(error);
        return false;
      }
    },
    discard: () => files.quarantineDamaged(path),
  };
}

/** The lists of a snapshot; none if it is too old, or of another version. */
function parseSnapshot(sealed: string, now: number): readonly CachedList[] | 'damaged' {
  const unsealed = unseal(formatVersion, sealed);
  if (unsealed === 'of another program') return [];
  if (unsealed === 'damaged') return unsealed;
  const {at, lists} = JSON.parse(unsealed.text) as {readonly at: number; readonly lists: readonly CachedList[]};
  return Math.abs(now - at) > maxAgeMs ? [] : lists;
}

/**
 * The lists to store, without secrets.
 * @param model returns the contract's fields of a family's rows
 */
export function* listsToSave(
  collections: Iterable<Collection>,
  lookup: Lookup,
  model: (family: FamilyId) => Field | undefined,
): Generator<CachedList, void> {
  let remainingRows = maxRows;
  // More collections may be added while these are processed.
  for (const collection of [...collections]) {
    const {family, params} = collection;
    const {rows} = collection.getState();
    if (rows.length === 0 || remainingRows <= 0) continue;
    const hide = withoutSecretLines(family, params, lookup);
    const canShow = canShowRow(family, params, lookup);
    const field = model(family.id);
    const some = rows.slice(0, Math.min(maxRowsPerList, remainingRows));
    remainingRows -= some.length;
    const knownRows = some.flatMap(row => {
      const rest = withoutSecrets(hide(row), field) as AnyRow;
      return canShow(rest, family.key(row)) ? [rest] : [];
    });
    if (knownRows.length > 0) yield {family: family.id, params, rows: knownRows};
  }
}

/** The interval at which changes are saved, milliseconds; a crash loses no more than this. */
const saveIntervalMs = 60_000;

export interface SnapshotSaverHost {
  readonly clock: Clock;
  readonly snapshots: Snapshots;
  collections(): Iterable<Collection>;
  lists(): Iterable<CachedList>;
}

/** Saves the known data periodically while there are listeners, and at the end. */
export class SnapshotSaver {
  readonly #host: SnapshotSaverHost;
  #saved = '';
  #cancel: (() => void) | undefined;

  constructor(host: SnapshotSaverHost) {
    this.#host = host;
  }

  start(): void {
    this.#cancel = this.#host.clock.schedule(saveIntervalMs, () => {
      void this.save();
      this.start();
    });
  }

  stop(): void {
    this.#cancel?.();
  }

  /** Writes nothing without changes; changes that couldn't be written count as new. */
  async save(): Promise<void> {
    const versions = [...this.#host.collections()].map(collection => collection.getState().version).join();
    if (versions === this.#saved) return;
    if (await this.#host.snapshots.save(this.#host.lists())) this.#saved = versions;
  }
}

/** Removes the fields from which a family builds lines with secrets. */
export function withoutSecretLines(family: Family, params: PathParams, lookup: Lookup): (row: AnyRow) => AnyRow {
  const lines = family.detail
    .flatMap(tab => ('sections' in tab ? tab.sections : []))
    .flatMap(({lines}) => lines)
    .filter(({secret}) => secret);
  if (lines.length === 0) return row => row;
  return row => {
    const cells = lines.flatMap(({value}) => value(row, lookup, params) ?? []);
    // An empty secret would match every empty field.
    const secrets = new Set(cells.map(cellText).filter(text => text !== ''));
    return Object.fromEntries(
      Object.entries(row).filter(([name, value]) => name === 'id' || !secrets.has(String(value))),
    );
  };
}

/**
 * True if a family can show a row without its secrets. If the key is a secret, such a row has no key, and a column may
 * need a removed value: the next start would fail on the row.
 */
function canShowRow(family: Family, params: PathParams, lookup: Lookup): (row: AnyRow, key: RowId) => boolean {
  const textOf = createRowText(family, lookup, params);
  const lines = family.detail.flatMap(tab => ('sections' in tab ? tab.sections : [])).flatMap(section => section.lines);
  return (row, key) => {
    try {
      if (family.key(row) !== key) return false;
      textOf(row);
      for (const column of [...family.columns, ...lines]) if ('value' in column) column.value(row, lookup, params);
      return true;
    } catch {
      return false;
    }
  };
}
