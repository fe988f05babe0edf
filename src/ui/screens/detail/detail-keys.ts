/**
 * The keys of a detail: opening links of lines, the tabs, and actions on the resource or on the line under the cursor.
 */
import {withoutEllipsis} from '../../../families/format/format.ts';
import type {AnyRow, Family, PathParams} from '../../../families/shape/define-family.ts';
import {keyName} from '../../../keymap/keymap.ts';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import type {ActionSubject} from '../../context/action-subject.ts';
import type {ActionPorts, KeyPort, WatchPort} from '../../context/ports.ts';
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
import {openCopy} from '../menus/copy.ts';
import {openRowJson} from '../overlays/json-view.ts';
import {openSsh, sshUnavailable} from '../overlays/ssh.ts';
import type {DetailLine, TabContent} from '../shared/detail-lines.ts';

/** The parts of a detail that its keys use. */
export interface DetailKeysHost {
  readonly context: ActionPorts & WatchPort;
  readonly family: Family;
  readonly params: PathParams;
  /** The resource; undefined until it is loaded. */
  row(): AnyRow | undefined;
  /** The line under the cursor. */
  line(): DetailLine | undefined;
  content(): TabContent | undefined;
  /** The subject of the line under the cursor: the resource, if the line has no separate subject. */
  subject(): ActionSubject;
  /** The field of the resource that this tab shows as text. */
  editedField(): string | undefined;
  openTab(index: number): void;
  /** Moves by a number of tabs; the content handles brackets first. */
  step(by: number, key?: string): void;
  fold(): void;
  toggleSecrets(): void;
  repaint(): void;
  back(): void;
  /** Returns to the list with its filter line open; undefined without a list. */
  readonly filter: (() => void) | undefined;
}

export const detailLayer = (host: DetailKeysHost): Layer =>
  createLayer(
    'detail',
    {...lineHandlers(host), ...tabHandlers(host), ...actionHandlers(host), ...displayHandlers(host)},
    {
      title: 'Detail',
      extras: () => actionKeys(availableActions(host.context, actionSubject(host))),
      hintFor: key => otherTabHint(host, key),
      canSuggest: command => command !== 'delete' || host.subject().family === host.family,
    },
  );

/**
 * The subject of an action on the line. For a line without actions, such as an item of an invoice, the resource that
 * contains it.
 */
function actionSubject(host: DetailKeysHost): ActionSubject {
  const {context, family, params} = host;
  const line = host.subject();
  const row = host.row();
  if (row === undefined || line.family === family || availableActions(context, line).length > 0) return line;
  return {family, rows: [row], params};
}

/** "D is a key of tab 1: Unassign instances. Press 1 first.", for an action on the resource in a tab of other resources. */
function otherTabHint(host: DetailKeysHost, key: string): string | undefined {
  const {context, family, params} = host;
  const row = host.row();
  const tab = family.detail.findIndex(tab => 'sections' in tab);
  if (row === undefined || tab < 0 || host.subject().family === family) return undefined;
  const offer = availableActions(context, {family, rows: [row], params}).find(one => one.key === key);
  if (offer === undefined) return undefined;
  const title = withoutEllipsis(offer.title);
  return `${keyName(key)} is a key of tab ${tab + 1}: ${title}. Press ${tab + 1} first.`;
}

const notLoaded = (host: DetailKeysHost) => (): string | undefined =>
  host.row() === undefined ? 'not loaded' : undefined;

/** A line without a link may still have a value to copy. */
function nothingToOpenWords({keymap}: KeyPort): string {
  const [key] = keymap.keys('detail', 'copy');
  return `Nothing to open on this line.${key === undefined ? '' : ` Press ${keyName(key)} to copy it.`}`;
}

function lineHandlers(host: DetailKeysHost) {
  const {context} = host;
  return {
    open: {
      run() {
        const line = host.line();
        const list = line?.list?.();
        const ref = line?.link?.();
        if (list !== undefined) context.showList(list.family, list.params);
        else if (ref !== undefined) context.openResource(ref);
        else line?.run?.();
      },
      unless() {
        const line = host.line();
        const leads = line?.run !== undefined || line?.link?.() !== undefined;
        return leads ? undefined : nothingToOpenWords(context);
      },
    },
    fold: {
      run: () => host.fold(),
      unless: () => (host.line()?.fold === undefined ? 'nothing to fold' : undefined),
    },
    foldAll: {
      run() {
        host.content()?.foldAll?.();
        host.repaint();
      },
      unless: () => (host.content()?.foldAll === undefined ? 'nothing to fold' : undefined),
    },
  };
}

function tabHandlers(host: DetailKeysHost) {
  return {
    previousTab: (key: string) => host.step(-1, key),
    nextTab: {run: (key: string) => host.step(1, key), isAbsent: () => host.family.detail.length < 2},
    tab: (key: string) => host.openTab(Number(key) - 1),
    filter: {
      run: () => host.filter?.(),
      unless: () => (host.filter === undefined ? 'no list to filter' : undefined),
      isAbsent: () => host.filter === undefined,
    },
    back: () => host.back(),
  };
}

function actionHandlers(host: DetailKeysHost) {
  const {context} = host;
  const unlessLoaded = notLoaded(host);
  const standard = (kind: StandardAction, participle: string) =>
    standardActionHandler(
      () =>
        availableActions(
          context,
          kind === 'new'
            ? (host.line()?.creationSubject ?? host.content()?.creationSubject ?? host.subject())
            : host.subject(),
        ),
      kind,
      () => `nothing can be ${participle} on this tab`,
      context,
    );
  return {
    actions: {run: () => openActions(context, actionSubject(host)), unless: unlessLoaded},
    new: standard('new', 'created'),
    edit: standard('edit', 'edited'),
    delete: standard('delete', 'deleted'),
    editText: {
      run: () => editObject(context, host.subject(), host.editedField()),
      unless: () => noEditing(context, host.subject()),
    },
    watch: {run: () => context.toggleWatch(host.subject()), unless: unlessLoaded},
    bookmark: {run: () => toggleBookmark(context, host.subject()), unless: unlessLoaded},
    ssh: {
      run: () => openSsh(context, host.subject().rows[0]),
      unless: () => unlessLoaded() ?? sshUnavailable(host.subject().rows[0]),
    },
  };
}

function displayHandlers(host: DetailKeysHost) {
  const {context} = host;
  const unlessLoaded = notLoaded(host);
  return {
    copy: {
      run: () => openCopy(context, host.subject(), {line: host.line(), textContent: host.content()?.textContent?.()}),
      unless: unlessLoaded,
    },
    raw: {
      run() {
        const {family, rows} = host.subject();
        const [row] = rows;
        if (row) openRowJson(context, family, row);
      },
      unless: unlessLoaded,
    },
    reveal: () => host.toggleSecrets(),
    refresh: {
      run() {
        void context.session.collection(host.family.id, host.params).refetch();
        context.say('reading it again');
      },
      isHidden: () => overridesRefresh(availableActions(context, host.subject())),
    },
  };
}
