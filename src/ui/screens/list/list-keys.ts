/** The keys of a list. */
import {formatNumber} from '../../../families/format/format.ts';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import {targetFor} from '../../context/active-account.ts';
import type {ActionTarget, ConsoleContext} from '../../context/console-context.ts';
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
import type {ActionSubject} from '../change/target/action-subject.ts';
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
import {isListComplete} from '../shared/whole-list-actions.ts';
import {noRowWords} from './empty-state.ts';
import {completeField, isBlank} from './filter-completion.ts';

/**
 * The layers of a list, created once because they are needed at every key.
 * @param moved called when the user moves the cursor, which cancels the move to a row that is not read yet
 */
export function listLayers(view: ListView, moved: () => void): () => readonly Layer[] {
  const {context, model, family, params, typing} = view;
  const subject = (): ActionSubject => ({
    family,
    rows: view.actionRows(),
    params,
    sent: rows => deselect(view, rows),
  });
  const selected = (): number => model.get().selection.size;
  let kept:
    | {readonly facts: readonly unknown[]; acting?: ActionTarget; offers?: readonly AvailableAction[]}
    | undefined;
  /**
   * Values that follow from the selected rows and the settings, while both are the same: a footer needs them several
   * times per key.
   */
  const known = (): NonNullable<typeof kept> => {
    const {selection} = model.get();
    // Any of the selected rows may have changed; the cursor's position doesn't matter for them.
    const about = selection.size > 0 ? model.collection.get().rows : view.current();
    const facts = [selection, about, context.settings];
    if (!kept?.facts.every((fact, index) => fact === facts[index])) kept = {facts};
    return kept;
  };
  const offers = (): readonly AvailableAction[] => {
    const now = known();
    now.offers ??= availableActions(context, subject());
    return now.offers;
  };
  const empty = (): string | undefined =>
    model.get().cursorId === undefined ? noRowWords(model.collection.get(), model.get()) : undefined;
  const needsRow = (run: () => void) => ({run, unless: empty});
  /** The target of actions on the rows: their account. */
  const acting = (): ActionTarget => {
    const now = known();
    now.acting ??= targetFor(context, subject());
    return now.acting;
  };
  const needsOne = (run: (context: ConsoleContext, subject: ActionSubject) => void) => ({
    run: () => run(acting().context, acting().subject),
    unless: () => empty() ?? acting().refused,
  });
  const standard = (kind: StandardAction, words: string) =>
    standardActionHandler(offers, kind, () => `${family.title} cannot be ${words} here`);
  /** Near the end of the rows that were read, the next part is requested. */
  const readOn = (): void => {
    const {cursor, ids} = model.get();
    const {complete} = model.collection.get();
    if (complete || ids.length - cursor > 2 * view.visibleRowCount()) return;
    const isReading = model.collection.fetchMore?.() === true;
    // Few rows of the next part may pass the filter, or none.
    if (isReading && cursor >= ids.length - 1) context.say(`Reading more ${family.title}…`);
  };
  const moving = scrollLayer(
    by => {
      moved();
      if (by === Number.NEGATIVE_INFINITY) model.moveTo(0);
      else if (by === Number.POSITIVE_INFINITY) model.moveTo(-1);
      else model.move(by);
      if (by > 0) readOn();
    },
    () => view.visibleRowCount(),
  );
  /** True if the parent of a folder is a list of the same family. */
  const climbs = family.outside?.(params)?.family === family.id;
  const list = createLayer(
    'list',
    {
      open: needsRow(() => openRow(view)),
      actions: {
        run() {
          const {context: own, subject: what, refused} = acting();
          if (refused === undefined) openActions(own, what);
          else openActions(context, subject());
        },
        says: () => (selected() > 0 ? `act on ${formatNumber(selected())}` : 'actions'),
        // The menu also offers the action that creates the first row.
        unless: () => (offers().some(offer => offer.unless() === undefined) ? undefined : empty()),
      },
      new: standard('new', 'made'),
      edit: {
        ...standard('edit', 'edited'),
        says: () => (selected() > 1 ? `edit ${formatNumber(selected())}` : 'edit'),
      },
      delete: standard('delete', 'deleted'),
      editText: {
        run: () => void editObject(acting().context, acting().subject),
        unless: () => empty() ?? acting().refused ?? noEditing(acting().context, acting().subject),
      },
      mark: needsRow(() => {
        model.toggleSelected();
        model.move(1);
      }),
      range: needsRow(() => model.selectRange()),
      markAll: needsRow(() => {
        if (isListComplete(view)) model.selectAll();
      }),
      filter() {
        typing.line = lineFrom(model.get().filter);
        view.repaint();
      },
      problems: {
        run: () => model.problemsOnly(!model.get().problemsOnly),
        unless: () => (family.state === undefined ? `${family.title} have no condition` : undefined),
        absent: () => family.state === undefined,
      },
      sort: () => openSort(view),
      reverse: () => reverseSort(view),
      columns: () => openColumns(view),
      copy: needsRow(() => {
        const {context: own, subject: what, refused} = acting();
        // Rows of several accounts are copied as the merged list has them.
        if (refused === undefined) openCopy(own, what, {view});
        else openCopy(context, subject(), {view});
      }),
      raw: needsRow(() => {
        const row = view.current();
        if (row) openRowJson(context, family, row);
      }),
      refresh: {
        run() {
          void model.collection.refetch();
          context.say(`reading ${family.title} again`);
        },
        hidden: () => overridesRefresh(offers()),
      },
      watch: needsOne((own, what) => own.toggleWatch(what)),
      bookmark: needsOne((own, what) => toggleBookmark(own, what)),
      ssh: {
        run: () => void openSsh(context, view.current()),
        unless: () => empty() ?? sshUnavailable(view.current()),
      },
      previousTab: {...needsRow(() => view.detail.step(-1)), absent: () => context.accounts !== undefined},
      nextTab: {...needsRow(() => view.detail.step(1)), absent: () => context.accounts !== undefined},
      tab: needsRowWithKey(empty, key => view.enterDetail(Number(key) - 1)),
      up: {run: () => openParent(view), absent: () => family.outside === undefined},
      back: {
        run() {
          if (selected() > 0) model.clearSelection();
          else if (model.get().filter !== '') model.filter('');
          else if (model.get().problemsOnly) model.problemsOnly(false);
          else if (climbs) openParent(view);
          else context.navigation.back();
        },
        says() {
          const {filter, problemsOnly} = model.get();
          if (selected() > 0) return 'clear selection';
          return filter !== '' ? 'clear filter' : problemsOnly ? 'show all' : 'back';
        },
        absent() {
          const {filter, problemsOnly, selection} = model.get();
          return !(filter !== '' || problemsOnly || selection.size > 0 || climbs || context.navigation.hasBack());
        },
      },
    },
    {title: family.title, extras: () => actionKeys(offers())},
  );
  const filter = filterLayer(view, readOn);
  // Movement keys come first: they are used most, and decide fastest.
  const browsing = [list, moving];
  const filtering = [list, moving, filter];
  return () => (typing.line === undefined ? browsing : filtering);
}

const needsRowWithKey = (unless: () => string | undefined, run: (key: string) => void) => ({run, unless});

/** Rows that represent another family's resource open it, and so do rows about a resource, such as events. */
function openRow(view: ListView): void {
  const {model, params} = view;
  const id = model.get().cursorId;
  const row = id === undefined ? undefined : model.row(id);
  // The cursor stays on the opened row when the filter that led to it is removed.
  if (id !== undefined) model.moveToId(id);
  const {context, subject} = targetFor(view.context, {family: view.family, rows: row ? [row] : [], params});
  const {family} = subject;
  const {lookup} = context.session;
  const folder = row && family.inside?.(row, params);
  if (folder) {
    context.showList(folder.family, folder.params);
    return;
  }
  const ref = row && (family.opens?.(row, lookup, params) ?? family.standsFor?.(row, lookup, params)?.ref);
  if (ref) context.openResource(ref);
  else view.enterDetail();
}

/** Opens the parent list, in the state in which the user left it. */
function openParent({family, context, params}: ListView): void {
  const around = family.outside?.(params);
  if (around === undefined) return;
  const destination = {
    family: around.family,
    ...(Object.keys(around.params).length > 0 && {params: around.params}),
  };
  if (!context.navigation.backTo(destination)) context.navigation.go(destination);
}

function filterLayer(view: ListView, readOn: () => void): Layer {
  const {model, typing} = view;
  const become = (text: string): void => {
    typing.line = inputLine(text);
    model.filter(text);
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
        model.filter(model.get().filter.trimEnd());
        close();
      },
      cancel() {
        model.filter('');
        close();
      },
      complete() {
        const {line} = typing;
        if (line === undefined) return;
        if (isBlank(line.text)) openFilterFields(view, text => become(`${line.text}${text}`));
        else become(completeField(line.text, view.family, model, view.context.session.lookup));
      },
      down() {
        model.move(1);
        readOn();
      },
      up: () => model.move(-1),
    },
    {
      modal: true,
      title: 'Filter line',
      typing: () => true,
      text(stroke) {
        const next = typing.line && editLine(typing.line, stroke);
        if (next === undefined) return false;
        const changed = next.text !== typing.line?.text;
        typing.line = next;
        if (changed) model.filter(next.text);
        else view.main.repaint();
        return true;
      },
    },
  );
}
