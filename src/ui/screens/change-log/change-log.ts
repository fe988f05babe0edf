/** The change log: a list of Skydeck's changes to read, filter and export, newest first. */
import {createStore, type StoreApi} from 'zustand/vanilla';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import {type AuditRecord, auditLine} from '../../../store/changes/audit-log.ts';
import {batchUndoUnavailable, undoUnavailable} from '../../../store/changes/logged-undo.ts';
import type {Overlay, OverlayModel} from '../../context/overlay-stack.ts';
import type {ChangePorts, MergedAccountsPort} from '../../context/ports.ts';
import type {ChangeLogPrompt} from '../../context/prompt-types.ts';
import {AT_TOP, clampScroll, followItem, type Scroll} from '../../widgets/scroll.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {editLine, type InputLine, inputLine} from '../../widgets/text-input.ts';
import {openJson} from '../overlays/json-view.ts';
import {copyText} from '../shared/copy-to-clipboard.ts';
import {saveText} from '../shared/save-text.ts';
import {recordText, recordTitle} from './record-spans.ts';
import {undoRecord, undoRecordBatch} from './undo-record.ts';

const FILE_NAME = 'skydeck-audit.ndjson';

export interface ChangeLogState {
  /** All records, and the records that match the filter. */
  readonly all: readonly AuditRecord[];
  readonly records: readonly AuditRecord[];
  readonly isComplete: boolean;
  readonly failure: string | undefined;
  readonly filter: InputLine;
  readonly isFiltering: boolean;
  readonly scroll: Scroll;
}

/** @param typed the initial filter: the name of a resource, an operation, a user */
export function openChangeLog(context: ChangePorts & MergedAccountsPort, typed = ''): void {
  const overlay: Overlay = context.overlays.open(new ChangeLog(context, typed, () => overlay.close()));
}

export class ChangeLog implements OverlayModel {
  readonly kind = 'changeLog';
  readonly store: StoreApi<ChangeLogState>;
  /** The names of the open accounts, if there are several. */
  readonly profiles: readonly string[] | undefined;
  readonly #context: ChangePorts & MergedAccountsPort;
  readonly #initialFilter: string;
  readonly #close: () => void;
  readonly #browseLayers: readonly Layer[];
  readonly #filterLayers: readonly Layer[];
  readonly #unsubscribe: () => void;
  #height = 1;

  constructor(context: ChangePorts & MergedAccountsPort, typed: string, close: () => void) {
    this.#context = context;
    this.#initialFilter = typed;
    this.#close = close;
    this.profiles = context.accounts?.members.map(({profile}) => profile.name);
    const {account} = context.session;
    this.store = createStore<ChangeLogState>(() => ({
      ...this.#recordsFor(inputLine(typed)),
      isFiltering: false,
      scroll: AT_TOP,
    }));
    this.#unsubscribe = account.subscribe(
      state => state.recentChanges,
      () => {
        const {filter, records, scroll} = this.store.getState();
        const next = this.#recordsFor(filter);
        this.store.setState({...next, scroll: followItem(scroll, records, next.records, isSameRecord)});
      },
    );
    context.session.loadRecentChanges({isRefresh: true});
    const moving = scrollLayer(
      by => this.#moveTo(this.store.getState().scroll.cursor + by),
      () => this.#height,
    );
    this.#browseLayers = [{...moving, isModal: true}, this.#browseKeys()];
    this.#filterLayers = [this.#filterKeys()];
  }

  readonly title = (): string => `Change log · ${this.#context.profile.name}`;
  readonly layers = (): readonly Layer[] =>
    this.store.getState().isFiltering ? this.#filterLayers : this.#browseLayers;
  readonly onClosed = (): void => this.#unsubscribe();
  readonly now = (): number => this.#context.clock.now();

  get prompt(): ChangeLogPrompt {
    const hasProfiles = this.profiles !== undefined;
    return {
      kind: 'changeLog',
      title: this.title,
      records: () => this.store.getState().records,
      line: record => recordText(record, hasProfiles),
      note: () => {
        const {records, failure} = this.store.getState();
        return failure === undefined && records.length > 0 ? undefined : emptyText(this.store.getState());
      },
      open: record => this.#openRecord(record),
      whenReady: () => this.#whenRead(),
    };
  }

  async #whenRead(): Promise<void> {
    const {promise, resolve} = Promise.withResolvers<void>();
    const look = ({isComplete, failure}: ChangeLogState): void => {
      if (isComplete || failure !== undefined) resolve();
    };
    const stop = this.store.subscribe(look);
    look(this.store.getState());
    await promise.finally(stop);
  }

  /** Called by the view with the number of visible records. */
  setHeight(height: number): void {
    this.#height = height;
  }

  #recordsFor(filter: InputLine) {
    const {records: all, isComplete, failure} = this.#context.session.account.getState().recentChanges;
    return {all, records: filterRecords(all, filter.text), isComplete, failure, filter};
  }

  #current(): AuditRecord | undefined {
    const {records, scroll} = this.store.getState();
    return records[scroll.cursor];
  }

  #moveTo(cursor: number): void {
    const {records, scroll} = this.store.getState();
    this.store.setState({scroll: clampScroll({cursor, top: scroll.top}, records.length, this.#height)});
  }

  #setFilter(filter: InputLine, {isFiltering}: {isFiltering: boolean}): void {
    this.store.setState({...this.#recordsFor(filter), isFiltering, scroll: AT_TOP});
  }

  #browseKeys(): Layer {
    const unselected = (): string | undefined => (this.#current() === undefined ? 'No change selected' : undefined);
    const unlessUndo = (reasonOf: typeof undoUnavailable) => () => {
      const record = this.#current();
      return record === undefined ? unselected() : reasonOf(record, this.store.getState().all);
    };
    const withCurrent = (run: (record: AuditRecord) => unknown) => () => {
      const record = this.#current();
      return record && run(record);
    };
    return createLayer('audit', {
      open: {
        run: withCurrent(record => this.#openRecord(record)),
        unless: unselected,
      },
      resource: {
        run: withCurrent(record => this.#openResource(record)),
        unless: () =>
          unselected() ?? (this.#current()?.target === undefined ? 'not about a single resource' : undefined),
      },
      undo: {
        run: withCurrent(record => this.#undo(record)),
        unless: unlessUndo(undoUnavailable),
      },
      undoBatch: {
        run: withCurrent(record => this.#undoBatch(record)),
        unless: unlessUndo(batchUndoUnavailable),
      },
      filter: () => this.store.setState({isFiltering: true}),
      copy: {
        run: withCurrent(record => copyText(this.#context, auditLine(record), 'the line')),
        unless: unselected,
      },
      save: {run: () => saveText(this.#context, FILE_NAME, this.#exportText()), unless: unselected},
      close: () => this.#clearOrClose(),
    });
  }

  #filterKeys(): Layer {
    return createLayer(
      'search',
      {
        accept: () => this.store.setState({isFiltering: false}),
        cancel: () => this.#setFilter(inputLine(this.#initialFilter), {isFiltering: false}),
      },
      {
        isModal: true,
        isTyping: () => true,
        text: stroke => {
          const next = editLine(this.store.getState().filter, stroke);
          if (next === undefined) return false;
          this.#setFilter(next, {isFiltering: true});
          return true;
        },
      },
    );
  }

  #openRecord(record: AuditRecord): void {
    openJson(this.#context, JSON.parse(auditLine(record)), recordTitle(record));
  }

  #openResource({target, profile}: AuditRecord): void {
    if (target === undefined) return;
    this.#close();
    if (this.#context.accounts && profile !== undefined) this.#context.openInProfile(profile, target);
    else this.#context.openResource(target);
  }

  #undo(record: AuditRecord): Promise<void> {
    this.#close();
    return undoRecord(this.#contextOf(record), record);
  }

  #undoBatch(record: AuditRecord): Promise<void> {
    const {all} = this.store.getState();
    this.#close();
    return undoRecordBatch(this.#contextOf(record), record, all);
  }

  #contextOf({profile}: AuditRecord): ChangePorts {
    return this.#context.accounts?.contextOf(profile) ?? this.#context;
  }

  #exportText(): string {
    return this.store
      .getState()
      .records.map(record => `${auditLine(record)}\n`)
      .join('');
  }

  #clearOrClose(): void {
    const {text} = this.store.getState().filter;
    if (text !== '' && text !== this.#initialFilter)
      this.#setFilter(inputLine(this.#initialFilter), {isFiltering: false});
    else this.#close();
  }
}

/** The text below the records, or in place of them. */
export function emptyText({failure, isComplete, filter}: ChangeLogState): string {
  if (failure !== undefined) return failure;
  if (!isComplete) return 'reading…';
  return filter.text === '' ? 'no changes from this computer yet' : `no change matches ${filter.text}`;
}

/** Records are read again, so the same record may be another object. */
const isSameRecord = (one: AuditRecord, other: AuditRecord): boolean =>
  one === other || (one.at === other.at && auditLine(one) === auditLine(other));

/** Every word must occur in the record; upper and lower case are equal. */
export function filterRecords(records: readonly AuditRecord[], typed: string): readonly AuditRecord[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return records;
  return records.filter(record => {
    const text = auditLine(record).toLowerCase();
    return words.every(word => text.includes(word));
  });
}
