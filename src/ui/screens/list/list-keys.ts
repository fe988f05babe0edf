/**
 * The keys of a list.
 *
 * More than 300 lines: the commands of one layer of keys.
 */

import {formatNumber} from '../../../families/format/format.ts';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import {hasSameItems} from '../../../platform/runtime/memoize.ts';
import {type ActionSubject, resolveSubject} from '../../context/action-subject.ts';
import {targetFor} from '../../context/active-account.ts';
import type {
  AccountPort,
  ActionPorts,
  ActionTarget,
  NotificationPort,
  PreferencesPort,
  WatchPort,
} from '../../context/ports.ts';
import type {MenuItem} from '../../context/prompt-types.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {editLine, inputLine, lineFrom} from '../../widgets/text-input.ts';
import type {AvailableAction} from '../actions/action-types.ts';
import {
  actionKeys,
  availableActions,
  overridesRefresh,
  type StandardAction,
  standardActionHandler,
} from '../actions/available-actions.ts';
import {editObject, noEditing} from '../actions/edit-object.ts';
import {openActions} from '../menus/actions.ts';
import {toggleBookmark} from '../menus/bookmarks.ts';
import {openColumns} from '../menus/columns.ts';
import {openCopy} from '../menus/copy.ts';
import {openFilterFields} from '../menus/filter-fields.ts';
import {openSort, reverseSort} from '../menus/sort.ts';
import {openRowJson} from '../overlays/json-view.ts';
import {openSsh, sshUnavailable} from '../overlays/ssh.ts';
import {deselect} from '../shared/deselect.ts';
import type {ListView} from '../shared/list-view-types.ts';
import {canSelectAll} from '../shared/whole-list-actions.ts';
import {noRowWords} from './empty-state.ts';
import {completeField, isBlank} from './filter-completion.ts';

type ListKeysPorts = AccountPort & NotificationPort & PreferencesPort & WatchPort;

/**
 * The layers of a list, created once because every key press needs them.
 * @param moved called when the user moves the cursor, which cancels the move to a row that isn't loaded yet
 */
export function listLayers(view: ListView, moved: () => void): () => readonly Layer[] {
  const facts = new ListFacts(view);
  const list = createLayer(
    'list',
    {...actionHandlers(facts), ...selectionHandlers(facts), ...displayHandlers(facts), ...navigationHandlers(facts)},
    {title: view.family.title, extras: () => actionKeys(facts.offers())},
  );
  const moving = movementLayer(view, moved);
  const filter = filterLayer(view);
  // Movement keys are used most, so their layer is checked first.
  const browsing = [list, moving];
  const filtering = [list, moving, filter];
  return () => (view.typing.line === undefined ? browsing : filtering);
}

/** Facts about the rows that keys act on, cached until they change: a footer needs them several times per key press. */
class ListFacts {
  readonly view: ListView;
  #cached: {
    readonly of: readonly unknown[];
    target?: ActionTarget<ActionPorts & WatchPort>;
    offers?: readonly AvailableAction[];
  } = {of: []};

  constructor(view: ListView) {
    this.view = view;
  }

  subject(): ActionSubject {
    const {family, params} = this.view;
    return {family, rows: this.view.actionRows(), params, sent: rows => deselect(this.view, rows)};
  }

  selectedCount(): number {
    return this.view.model.getState().selection.size;
  }

  offers(): readonly AvailableAction[] {
    const cache = this.#cache();
    cache.offers ??= availableActions(this.view.context, this.subject());
    return cache.offers;
  }

  /** The target of actions on the rows: the context of their account. */
  target(): ActionTarget<ActionPorts & WatchPort> {
    const cache = this.#cache();
    cache.target ??= targetFor(this.view.context, this.subject());
    return cache.target;
  }

  /** The reason why an action has no row to apply to. */
  readonly missingRow = (): string | undefined => {
    const {model} = this.view;
    return model.getState().cursorId === undefined
      ? noRowWords(model.collection.getState(), model.getState())
      : undefined;
  };

  /** A handler that needs a row under the cursor. */
  onRow(run: (key: string) => unknown) {
    return {run, unless: this.missingRow};
  }

  /** A handler that needs rows of one account. */
  onTarget(run: (context: ListKeysPorts, subject: ActionSubject) => unknown) {
    return {
      run: () => run(this.target().context, this.target().subject),
      unless: () => this.missingRow() ?? this.target().refused,
    };
  }

  /**
   * A handler of a standard action.
   * @param participle the participle in the reason: "edited"
   */
  onStandardAction(kind: StandardAction, participle: string) {
    return standardActionHandler(
      () => this.offers(),
      kind,
      () => `${this.view.family.title} can’t be ${participle}`,
      this.view.context,
    );
  }

  #cache() {
    const {model, context, family} = this.view;
    const {selection} = model.getState();
    // Any of the selected rows may have changed, and not only the one under the cursor.
    const rows = selection.size > 0 ? model.collection.getState().rows : this.view.current();
    // A represented resource is also read without the row that represents it.
    const represented = family.represents && !context.accounts ? resolveSubject(context, this.subject()).rows : [];
    const of = [selection, rows, context.settings, ...represented];
    if (!hasSameItems(this.#cached.of, of)) this.#cached = {of};
    return this.#cached;
  }
}

function actionHandlers(facts: ListFacts) {
  const {view} = facts;
  const {context, model, family} = view;
  return {
    open: facts.onRow(() => openRow(view)),
    actions: {
      run() {
        const {context: own, subject, refused} = facts.target();
        if (refused === undefined) openActions(own, subject, tabItems(view, subject));
        else openActions(context, facts.subject());
      },
      hintText: () => (facts.selectedCount() > 0 ? `act on ${formatNumber(facts.selectedCount())}` : 'actions'),
      // The menu also offers the action that creates the first row.
      unless: () => (facts.offers().some(offer => offer.unless() === undefined) ? undefined : facts.missingRow()),
    },
    new: facts.onStandardAction('new', 'created in this list'),
    edit: {
      ...facts.onStandardAction('edit', 'edited'),
      hintText: () => (facts.selectedCount() > 1 ? `edit ${formatNumber(facts.selectedCount())}` : 'edit'),
    },
    delete: facts.onStandardAction('delete', 'deleted'),
    editText: {
      run: () => editObject(facts.target().context, facts.target().subject),
      unless: () =>
        facts.missingRow() ?? facts.target().refused ?? noEditing(facts.target().context, facts.target().subject),
    },
    refresh: {
      run() {
        void model.collection.refetch();
        context.say(`reading ${family.title} again`);
      },
      isHidden: () => overridesRefresh(facts.offers()),
    },
    watch: facts.onTarget((own, subject) => own.toggleWatch(subject)),
    bookmark: facts.onTarget((own, subject) => toggleBookmark(own, subject)),
    ssh: {
      run: () => openSsh(context, view.current()),
      unless: () => facts.missingRow() ?? sshUnavailable(view.current()),
    },
  };
}

function selectionHandlers(facts: ListFacts) {
  const {view} = facts;
  const {context, model, family} = view;
  return {
    mark: facts.onRow(() => {
      model.toggleSelected();
      model.move(1);
    }),
    range: facts.onRow(() => model.selectRange()),
    markAll: facts.onRow(() => {
      if (canSelectAll(view)) model.selectAll();
    }),
    copy: facts.onRow(() => {
      const {context: own, subject, refused} = facts.target();
      // Rows of several accounts are copied in the form of the merged list.
      if (refused === undefined) openCopy(own, subject, {view});
      else openCopy(context, facts.subject(), {view});
    }),
    raw: facts.onRow(() => {
      const row = view.current();
      if (row) openRowJson(context, family, row);
    }),
  };
}

function displayHandlers({view}: ListFacts) {
  const {model, family, typing} = view;
  return {
    filter() {
      typing.line = lineFrom(model.getState().filter);
      view.repaint();
    },
    problems: {
      run: () => model.setProblemsOnly(!model.getState().problemsOnly),
      unless: () => (family.state === undefined ? `${family.title} have no condition` : undefined),
      isAbsent: () => family.state === undefined,
    },
    sort: () => openSort(view),
    reverse: () => reverseSort(view),
    columns: () => openColumns(view),
  };
}

/** The tabs of a row whose contents enter opens instead: a bucket or a folder. */
function tabItems(view: ListView, {rows}: ActionSubject): readonly MenuItem[] {
  const [row] = rows;
  if (row === undefined || rows.length > 1 || view.family.contents?.(row, view.params) === undefined) return [];
  return view.detail.tabTitles().map((title, index) => ({
    key: String(index + 1),
    text: `Open tab ${title}`,
    run: () => view.enterDetail(index),
  }));
}

function navigationHandlers(facts: ListFacts) {
  const {view} = facts;
  const {context, model, family, params} = view;
  /** True if the parent of a folder is a list of the same family. */
  const isInFolder = family.container?.(params)?.family === family.id;
  const isMerged = (): boolean => context.accounts !== undefined;
  return {
    previousTab: {...facts.onRow(() => view.detail.step(-1)), isAbsent: isMerged},
    nextTab: {...facts.onRow(() => view.detail.step(1)), isAbsent: isMerged},
    tab: facts.onRow(key => view.enterDetail(Number(key) - 1)),
    up: {run: () => openParent(view), isAbsent: () => family.container === undefined},
    back: {
      run() {
        if (facts.selectedCount() > 0) model.clearSelection();
        else if (model.getState().filter !== '') model.setFilter('');
        else if (model.getState().problemsOnly) model.setProblemsOnly(false);
        else if (isInFolder) openParent(view);
        else context.navigation.back();
      },
      hintText() {
        const {filter, problemsOnly} = model.getState();
        if (facts.selectedCount() > 0) return 'clear selection';
        return filter !== '' ? 'clear filter' : problemsOnly ? 'show all' : 'back';
      },
      isAbsent() {
        const {filter, problemsOnly, selection} = model.getState();
        return !(filter !== '' || problemsOnly || selection.size > 0 || isInFolder || context.navigation.hasBack());
      },
    },
  };
}

function movementLayer(view: ListView, moved: () => void): Layer {
  const {model} = view;
  return scrollLayer(
    by => {
      moved();
      if (by === Number.NEGATIVE_INFINITY) model.moveTo(0);
      else if (by === Number.POSITIVE_INFINITY) model.moveTo(-1);
      else model.move(by);
      if (by > 0) readOn(view);
    },
    () => view.visibleRowCount(),
  );
}

/** Near the last loaded row, requests the next part. */
function readOn({context, model, family, visibleRowCount}: ListView): void {
  const {cursor, ids} = model.getState();
  const {isComplete} = model.collection.getState();
  if (isComplete || ids.length - cursor > 2 * visibleRowCount()) return;
  const isReading = model.collection.fetchMore?.() === true;
  // Few rows of the next part may pass the filter, or none.
  if (isReading && cursor >= ids.length - 1) context.say(`Reading more ${family.title}…`);
}

/** Rows that represent a resource of another family open it, and so do rows about a resource, such as events. */
function openRow(view: ListView): void {
  const {model, params} = view;
  const id = model.getState().cursorId;
  const row = id === undefined ? undefined : model.row(id);
  // If the filter is removed, the cursor stays on the opened row.
  if (id !== undefined) model.moveToId(id);
  const {context, subject} = targetFor(view.context, {family: view.family, rows: row ? [row] : [], params});
  const {family} = subject;
  const {lookup} = context.session;
  const folder = row && family.contents?.(row, params);
  if (folder) {
    context.showList(folder.family, folder.params);
    return;
  }
  const ref = row && (family.link?.(row, lookup, params) ?? family.represents?.(row, lookup, params)?.ref);
  if (ref) context.openResource(ref);
  else view.enterDetail();
}

/** Opens the parent list, in the state in which the user left it. */
function openParent({family, context, params}: ListView): void {
  const parent = family.container?.(params);
  if (parent === undefined) return;
  const destination = {
    family: parent.family,
    ...(Object.keys(parent.params).length > 0 && {params: parent.params}),
  };
  if (!context.navigation.backTo(destination)) context.navigation.go(destination);
}

function filterLayer(view: ListView): Layer {
  const {model, typing} = view;
  const setFilterText = (text: string): void => {
    typing.line = inputLine(text);
    model.setFilter(text);
    view.repaint();
  };
  const close = (): void => {
    typing.line = undefined;
    view.repaint();
  };
  return createLayer(
    'filter',
    {
      accept() {
        model.setFilter(model.getState().filter.trimEnd());
        close();
      },
      cancel() {
        model.setFilter('');
        close();
      },
      complete() {
        const {line} = typing;
        if (line === undefined) return;
        if (isBlank(line.text)) openFilterFields(view, text => setFilterText(`${line.text}${text}`));
        else setFilterText(completeField(line.text, view.family, model, view.context.session.lookup));
      },
      down() {
        model.move(1);
        readOn(view);
      },
      up: () => model.move(-1),
    },
    {
      isModal: true,
      title: 'Filter line',
      isTyping: () => true,
      text(stroke) {
        const next = typing.line && editLine(typing.line, stroke);
        if (next === undefined) return false;
        const changed = next.text !== typing.line?.text;
        typing.line = next;
        if (changed) model.setFilter(next.text);
        else view.main.repaint();
        return true;
      },
    },
  );
}
