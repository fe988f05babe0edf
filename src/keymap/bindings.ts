/**
 * Every key of the console, as data. The dispatcher, the footer, the help screen and docs/keys.md read this table.
 *
 * A layer receives keys; the layers on the screen form a stack. Each command of a layer is a row: `hint` puts it into
 * the footer, `bind` does not, and the sentence is its help. ctrl-a, -s, -q, -z, -\ belong to tmux, the shell and the
 * terminal (ctrl-z suspends), ctrl-b is never the only key of a command, and no command that deletes is on ctrl-d or
 * ctrl-k. A layer uses each key once.
 *
 * More than 300 lines: one table, with a row for each command.
 */
export interface Binding {
  readonly keys: readonly string[];
  /** Short words for the footer; without them the command is in the help only. */
  readonly title?: string;
  readonly help: string;
  /** Order in the footer, low numbers first. */
  readonly order?: number;
}

/** A command that only the help names. @param keys separated by spaces */
const bind = (keys: string, help: string): Binding => ({keys: keys.split(' '), help});

/** A command with a hint in the footer. @param order low numbers come first */
const hint = (order: number, title: string, keys: string, help: string): Binding => ({
  ...bind(keys, help),
  title,
  order,
});

const defineBindings = <const T extends Readonly<Record<string, Readonly<Record<string, Binding>>>>>(layers: T): T =>
  layers;

export const bindings = defineBindings({
  everywhere: {
    help: hint(95, 'help', '?', 'Show the keys of this screen; enter presses one.'),
    commandBar: hint(90, 'command', ':', 'Open the command bar: any view, tab or action by name.'),
    finder: bind('ctrl-p', 'Find a resource by label, ID, IP address or tag.'),
    focusNext: bind('tab', 'Focus the next pane: sidebar, list, detail.'),
    focusPrevious: bind('shift-tab', 'Focus the previous pane: sidebar, list, detail.'),
    refreshAll: bind('R', 'Refresh everything.'),
    previousView: bind('-', 'Switch between this view and the one before.'),
    historyBack: bind('alt-left', 'Go one view back in the history.'),
    historyForward: bind('alt-right', 'Go one view forward in the history.'),
    profile: bind('@', 'Switch to another profile.'),
    transfers: hint(89, 'files', 'ctrl-t', 'Show uploads and downloads, to cancel or retry them.'),
    undo: bind('u', 'Undo the last change, after a preview.'),
    redo: bind('ctrl-r', 'Redo the last undone change, after a preview.'),
    redraw: bind('ctrl-l', 'Redraw the screen.'),
    suspend: bind('ctrl-z', 'Suspend Skydeck; fg in the shell resumes it.'),
    quit: bind('q', 'Quit; in a detail, return to the list first.'),
    interrupt: bind('ctrl-c', 'Cancel the open dialog or input; otherwise quit.'),
  },
  moving: {
    down: bind('j down', 'Move down.'),
    up: bind('k up', 'Move up.'),
    halfDown: bind('ctrl-d', 'Move half a page down.'),
    halfUp: bind('ctrl-u', 'Move half a page up.'),
    pageDown: bind('pagedown ctrl-f', 'Move a page down.'),
    pageUp: bind('pageup ctrl-b', 'Move a page up.'),
    first: bind('g home', 'Move to the first line.'),
    last: bind('G end', 'Move to the last line.'),
    wheelDown: bind('wheel-down', 'Move three lines down (with --mouse).'),
    wheelUp: bind('wheel-up', 'Move three lines up (with --mouse).'),
  },
  sidebar: {
    open: hint(1, 'open', 'enter l right', 'Open this list; in a horizontal sidebar, → moves right.'),
    previous: bind('h left', 'Move left in a horizontal sidebar, as on narrow screens.'),
    back: hint(2, 'back', 'esc', 'Return to the list.'),
  },
  list: {
    open: hint(1, 'open', 'enter', 'Open this resource.'),
    actions: hint(2, 'actions', 'a', 'Show the actions for this resource or the selection.'),
    new: hint(3, 'new', 'n', 'Create a resource of this type.'),
    edit: hint(4, 'edit', 'e', 'Edit this resource in a form.'),
    mark: hint(6, 'select', 'space', 'Select or deselect; actions apply to the selection.'),
    filter: hint(7, 'filter', '/', 'Filter by words or fields: status:running, size>20.'),
    sort: hint(8, 'sort', 's', 'Choose the column to sort by.'),
    copy: hint(9, 'copy', 'c', 'Copy the ID, label, IP address, ssh command, JSON or CSV.'),
    delete: hint(10, 'delete', 'x', 'Delete this resource, after a confirmation.'),
    problems: hint(11, 'problems', '!', 'Show only resources with problems.'),
    raw: bind('y', 'Show this resource as JSON.'),
    editText: bind('E', 'Edit it as text in your editor, then preview the change.'),
    reverse: bind('S', 'Reverse the sort order.'),
    columns: bind('C', 'Choose the columns.'),
    range: bind('V', 'Select the rows between the last selected row and this one.'),
    markAll: bind('*', 'Select all visible rows, or none.'),
    refresh: bind('r', 'Refresh this list.'),
    watch: bind('w', 'Watch this resource for changes, or stop watching it.'),
    bookmark: bind('b', 'Add or remove a bookmark; :bookmarks lists them.'),
    ssh: bind('t', 'Connect with ssh; the console resumes when ssh ends.'),
    previousTab: bind('[', 'Show the previous tab of the detail.'),
    nextTab: bind(']', 'Show the next tab of the detail.'),
    tab: bind('1 2 3 4 5 6 7 8 9', 'Open the detail at this tab.'),
    up: hint(12, 'up', 'backspace', 'Go up to the folder or bucket above this list.'),
    back: hint(86, 'back', 'esc', 'Clear the selection, then the filter, then go up or back.'),
  },
  detail: {
    open: hint(1, 'open', 'enter', 'Open the resource on this line.'),
    actions: hint(2, 'actions', 'a', 'Show the actions for this resource.'),
    new: hint(3, 'new', 'n', 'Create a resource of the type that this tab lists.'),
    edit: hint(4, 'edit', 'e', 'Edit this resource in a form.'),
    previousTab: bind('[ h left', 'Show the previous tab, or the previous month of a chart.'),
    nextTab: hint(5, 'tabs', '] l right', 'Show the next tab, or the next month of a chart.'),
    tab: bind('1 2 3 4 5 6 7 8 9', 'Show the tab with this number.'),
    fold: bind('space', 'Fold or unfold this branch of a tree.'),
    foldAll: bind('z', 'Fold or unfold the whole tree.'),
    filter: bind('/', 'Return to the list and filter it.'),
    copy: hint(9, 'copy', 'c', 'Copy the ID, label, IP address, ssh command or JSON.'),
    delete: bind('x', 'Delete this resource, after a confirmation.'),
    raw: hint(10, 'json', 'y', 'Show this resource as JSON.'),
    editText: bind('E', 'Edit it as text in your editor, then preview the change.'),
    reveal: bind('v', 'Show or hide secrets.'),
    refresh: bind('r', 'Refresh this resource.'),
    watch: bind('w', 'Watch this resource for changes, or stop watching it.'),
    bookmark: bind('b', 'Add or remove a bookmark; :bookmarks lists them.'),
    ssh: bind('t', 'Connect with ssh; the console resumes when ssh ends.'),
    back: hint(85, 'back', 'esc', 'Return to the previous view.'),
  },
  overview: {
    open: hint(1, 'open', 'enter', 'Open the resource or list on this line.'),
    refresh: hint(2, 'refresh', 'r', 'Refresh this page.'),
    back: hint(85, 'back', 'esc', 'Go back.'),
  },
  monitor: {
    close: hint(1, 'quit', 'q esc', 'Close the wallboard; quit if Skydeck started with it.'),
    layout: hint(2, 'layout', 'l right', 'Show the next layout of the wallboard.'),
    plans: hint(3, 'approvals', 'p', 'Show the plans of agents that wait for approval.'),
    refresh: bind('r', 'Refresh the wallboard.'),
  },
  operations: {
    open: hint(1, 'open', 'enter', 'Open the resource of this operation.'),
    watch: hint(2, 'watch', 'w', 'Watch this operation until it ends, or stop watching it.'),
    refresh: bind('r', 'Refresh the events.'),
    back: hint(85, 'back', 'esc', 'Go back.'),
  },
  cost: {
    open: hint(1, 'open', 'enter', 'Open the list, the region or the page on this line.'),
    refresh: hint(2, 'refresh', 'r', 'Read all lists again.'),
    back: hint(85, 'back', 'esc', 'Go back.'),
  },
  plans: {
    approve: hint(1, 'preview', 'enter', 'Open the preview of this plan, to approve it.'),
    refuse: hint(2, 'refuse', 'x', 'Refuse this plan. Nothing is sent.'),
    refresh: bind('r', 'Read the plans again.'),
    back: hint(85, 'back', 'esc', 'Go back.'),
  },
  waste: {
    open: hint(1, 'open', 'enter', 'Open the resource on this line.'),
    actions: hint(2, 'actions', 'a', 'Show the actions for this resource.'),
    delete: hint(3, 'delete', 'x', 'Delete this resource, after a confirmation.'),
    refresh: bind('r', 'Read all lists again.'),
    back: hint(85, 'back', 'esc', 'Go back.'),
  },
  since: {
    open: hint(1, 'open', 'enter', 'Open the resource on this line.'),
    refresh: bind('r', 'Read the history again.'),
    back: hint(85, 'back', 'esc', 'Go back.'),
  },
  past: {
    open: hint(1, 'open', 'enter', 'Show all fields of the resource on this line.'),
    actions: hint(2, 'actions', 'a', 'Actions are not available for the past.'),
    create: hint(3, 'new', 'n', 'Nothing can be created in the past.'),
    edit: hint(4, 'edit', 'e', 'Nothing can be edited in the past.'),
    delete: hint(5, 'delete', 'x', 'Nothing can be deleted in the past.'),
    back: hint(85, 'now', 'esc', 'Return to the present.'),
  },
  net: {
    back: hint(85, 'back', 'esc', 'Go back.'),
  },
  filter: {
    accept: hint(1, 'keep', 'enter', 'Keep the filter and return to the list.'),
    cancel: hint(2, 'clear', 'esc', 'Clear the filter.'),
    complete: hint(3, 'complete', 'tab', 'Complete the word; after a space, list fields and operators.'),
    down: bind('down', 'Move down in the list.'),
    up: bind('up', 'Move up in the list.'),
  },
  menu: {
    choose: hint(1, 'choose', 'enter', 'Choose this entry.'),
    filter: hint(2, 'filter', '/', 'Filter the entries. Letters that aren’t keys filter, too.'),
    close: hint(3, 'close', 'esc', 'Clear the filter, then close without a change.'),
  },
  chooser: {
    choose: hint(2, 'choose', 'enter', 'Choose this entry, or all selected entries.'),
    toggle: hint(1, 'select', 'space tab', 'Select or deselect this entry, or choose its next level.'),
    down: bind('down ctrl-n', 'Move down.'),
    up: bind('up ctrl-p', 'Move up.'),
    pageDown: bind('pagedown ctrl-f', 'Move a page down.'),
    pageUp: bind('pageup ctrl-b', 'Move a page up.'),
    halfDown: bind('ctrl-d', 'Move half a page down.'),
    halfUp: bind('ctrl-u', 'Move half a page up; clear the input while you type.'),
    close: hint(3, 'close', 'esc', 'Close without a change.'),
  },
  commandBar: {
    run: hint(1, 'go', 'enter', 'Run this command.'),
    complete: hint(2, 'complete', 'tab', 'Complete the line with the selected suggestion.'),
    down: bind('down ctrl-n', 'Move to the next suggestion.'),
    up: bind('up ctrl-p', 'Move to the previous suggestion.'),
    pageDown: bind('pagedown ctrl-d ctrl-f', 'Move a page down in the suggestions.'),
    pageUp: bind('pageup ctrl-b', 'Move a page up in the suggestions.'),
    close: hint(3, 'close', 'esc', 'Close the command bar.'),
  },
  json: {
    fold: hint(1, 'fold', 'enter space', 'Fold or unfold this line.'),
    foldAll: bind('z', 'Fold or unfold all lines.'),
    search: hint(2, 'search', '/', 'Search names and values.'),
    next: hint(3, 'next', 'n', 'Move to the next match.'),
    previous: bind('N', 'Move to the previous match.'),
    copy: hint(4, 'copy', 'c', 'Copy the value of this line.'),
    copyAll: bind('C', 'Copy the whole resource.'),
    reveal: hint(5, 'show', 'v', 'Show or hide secrets.'),
    close: hint(85, 'close', 'esc y q', 'Return.'),
  },
  audit: {
    open: hint(1, 'open', 'enter', 'Show the details of this change.'),
    filter: hint(2, 'filter', '/', 'Filter the changes by words.'),
    undo: hint(3, 'undo', 'u', 'Undo this change, after a preview.'),
    undoBatch: hint(3, 'undo batch', 'U', 'Undo the whole batch of this change, after a preview.'),
    resource: hint(3, 'go to', 'o', 'Open the changed resource.'),
    copy: hint(4, 'copy', 'c', 'Copy this change as a line of JSON.'),
    save: hint(5, 'export', 'w', 'Export the visible lines to a file as JSON lines.'),
    close: hint(85, 'close', 'esc q', 'Clear the filter, then return.'),
  },
  messages: {
    copy: hint(1, 'copy', 'c', 'Copy this message.'),
    close: hint(85, 'close', 'esc q', 'Return.'),
  },
  search: {
    accept: hint(1, 'search', 'enter', 'Go to the first match.'),
    cancel: hint(2, 'cancel', 'esc', 'Cancel the search.'),
  },
  form: {
    next: hint(1, 'next', 'tab down', 'Go to the next field; tab completes a file path first.'),
    previous: bind('shift-tab up', 'Go to the previous field.'),
    enter: hint(2, 'choose', 'enter', 'Choose a value or go to the next field; at the end, preview.'),
    preview: hint(3, 'preview', 'ctrl-o', 'Preview the change. Nothing is sent yet.'),
    editor: hint(4, 'editor', 'ctrl-x', 'Edit a long text, or the whole form, in your editor.'),
    discardDraft: hint(6, 'discard draft', 'ctrl-n', 'Discard the draft and start with an empty form.'),
    close: hint(85, 'close, keep draft', 'esc', 'Close the form and keep your input as a draft.'),
  },
  item: {
    next: hint(1, 'next', 'tab down', 'Go to the next field; tab completes a file path first.'),
    previous: bind('shift-tab up', 'Go to the previous field.'),
    enter: hint(2, 'choose', 'enter', 'Choose a value, or go to the next field.'),
    done: hint(3, 'done', 'ctrl-o', 'Return to the form with this entry.'),
    editor: bind('ctrl-x', 'Edit a long text in your editor.'),
    close: hint(85, 'back', 'esc', 'Return to the form with this entry.'),
  },
  rows: {
    edit: hint(2, 'edit', 'enter', 'Edit this entry; on the last line, add one.'),
    add: hint(4, 'add', 'n +', 'Add an entry below this one.'),
    repeat: hint(5, 'copy', 'c', 'Add a copy of this entry.'),
    remove: hint(6, 'remove', 'x delete', 'Remove this entry from the list.'),
    lower: hint(7, 'move', 'J', 'Move this entry down.'),
    higher: bind('K', 'Move this entry up.'),
  },
  toggle: {
    flip: hint(2, 'switch', 'space left right', 'Switch between the values.'),
  },
  multiline: {
    newline: hint(2, 'new line', 'enter', 'Start a new line.'),
    up: bind('up', 'Move a line up; from the first line, to the previous field.'),
    down: bind('down', 'Move a line down; from the last line, to the next field.'),
  },
  preview: {
    proceed: hint(1, 'press the button', 'enter', 'Press the focused button.'),
    switch: hint(2, 'other button', 'tab shift-tab left right', 'Focus the other button.'),
    copy: hint(3, 'copy as curl', 'ctrl-y', 'Copy the request as a curl command, without the token.'),
    back: hint(85, 'back', 'esc', 'Return without sending anything.'),
  },
  unarmed: {
    copy: bind('c', 'Copy the request as a curl command, without the token.'),
    save: bind('w', 'Save the curl command to a file, without the token.'),
    options: hint(6, 'options', 'e', 'Edit the change in the form.'),
    yes: hint(0, 'confirm', 'y', 'Confirm, regardless of the focused button.'),
  },
  prompt: {
    accept: hint(1, 'accept', 'enter', 'Accept the input.'),
    cancel: hint(2, 'cancel', 'esc', 'Close without a change.'),
  },
  dialog: {
    close: hint(1, 'close', 'esc', 'Close without a change.'),
  },
  outcome: {
    close: hint(1, 'close', 'enter esc', 'Close the result.'),
    pause: hint(2, 'pause/resume', 'p', 'Pause the batch, or resume it.'),
    stop: hint(3, 'stop', 's', 'Stop the batch; :resume continues it later.'),
    retry: hint(4, 'retry failed', 'r', 'Retry only the failed changes.'),
    reveal: hint(5, 'show', 'v', 'Show or hide the secret, which is available only now.'),
    copy: hint(3, 'copy', 'c', 'Copy the secret, which is available only now.'),
  },
});

export type Bindings = typeof bindings;
export type LayerId = keyof Bindings;
export type CommandOf<L extends LayerId> = keyof Bindings[L] & string;
/** The names of commands in the settings file, such as `list.filter`. */
export type CommandId = {[L in LayerId]: `${L}.${CommandOf<L>}`}[LayerId];

export const layerIds = Object.keys(bindings) as readonly LayerId[];

/** The titles of the layers, for the help and the documentation. */
export const layerTitles: Readonly<Record<LayerId, string>> = {
  everywhere: 'Everywhere',
  moving: 'Moving',
  sidebar: 'Sidebar',
  list: 'List',
  detail: 'Detail',
  overview: 'Overview',
  monitor: 'Wallboard',
  operations: 'Operations',
  cost: 'Cost',
  plans: 'Approvals',
  waste: 'Waste',
  since: 'Since',
  past: 'As it was',
  net: 'Network',
  filter: 'Filter line',
  menu: 'Menu',
  chooser: 'Chooser',
  commandBar: 'Command bar',
  audit: 'Change log',
  messages: 'Messages',
  json: 'JSON',
  search: 'Search line',
  item: 'An entry of a form',
  rows: 'The entries of a form',
  form: 'Form',
  toggle: 'Switch in a form',
  multiline: 'Long text in a form',
  preview: 'Preview',
  unarmed: 'Preview, while nothing is typed',
  prompt: 'A line to type',
  dialog: 'Dialog',
  outcome: 'Outcome',
};

type CommandBindings = readonly (readonly [command: string, binding: Binding])[];

// Computed once: the footer reads this at every key.
const bindingsByLayer = new Map<LayerId, CommandBindings>(
  layerIds.map(layer => [layer, Object.entries<Binding>(bindings[layer])]),
);

export const commandsOf = (layer: LayerId): CommandBindings => bindingsByLayer.get(layer) ?? [];
