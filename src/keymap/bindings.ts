/**
 * Every key of the console, as data. The dispatcher, the footer, the help screen and docs/keys.md are projections of it.
 *
 * A layer receives keys; the layers on the screen form a stack. `title` puts a command into the footer, in the
 * order of `order`; `help` is its sentence. ctrl-a, -s, -q, -z, -\ belong to tmux, the shell and the terminal (ctrl-z
 * suspends), ctrl-b is never the only key of a command, and nothing that destroys is on ctrl-d or ctrl-k.
 *
 * More than 300 lines: one table, in which no key may stand twice.
 */
export interface Binding {
  readonly keys: readonly string[];
  /** Short words for the footer; without them the command is in the help only. */
  readonly title?: string;
  readonly help: string;
  /** Place in the footer, low numbers first. */
  readonly order?: number;
}

const defineBindings = <const T extends Readonly<Record<string, Readonly<Record<string, Binding>>>>>(layers: T): T =>
  layers;

export const bindings = defineBindings({
  everywhere: {
    help: {
      keys: ['?'],
      title: 'help',
      order: 95,
      help: 'Show the keys of this screen; enter presses one.',
    },
    commandLine: {keys: [':'], title: 'command', order: 90, help: 'Open the command bar: any view or action by name.'},
    finder: {keys: ['ctrl-p'], help: 'Find a resource by label, ID, IP address or tag.'},
    focusNext: {keys: ['tab'], help: 'Focus the next pane: sidebar, list, detail.'},
    focusPrevious: {keys: ['shift-tab'], help: 'Focus the previous pane: sidebar, list, detail.'},
    refreshAll: {keys: ['R'], help: 'Refresh everything.'},
    previousView: {keys: ['-'], help: 'Switch between this view and the one before.'},
    historyBack: {keys: ['alt-left'], help: 'Go one view back in the history.'},
    historyForward: {keys: ['alt-right'], help: 'Go one view forward in the history.'},
    profile: {keys: ['@'], help: 'Switch to another profile.'},
    transfers: {
      keys: ['ctrl-t'],
      title: 'files',
      order: 89,
      help: 'Show uploads and downloads, to cancel or retry them.',
    },
    undo: {keys: ['u'], help: 'Undo the last change, after a preview.'},
    redo: {keys: ['ctrl-r'], help: 'Redo the last undone change, after a preview.'},
    redraw: {keys: ['ctrl-l'], help: 'Redraw the screen.'},
    suspend: {keys: ['ctrl-z'], help: 'Suspend Skydeck; fg in the shell resumes it.'},
    quit: {keys: ['q'], help: 'Quit; in a detail, return to the list first.'},
    interrupt: {keys: ['ctrl-c'], help: 'Cancel the open dialog or input; otherwise quit.'},
  },
  moving: {
    down: {keys: ['j', 'down'], help: 'Move down.'},
    up: {keys: ['k', 'up'], help: 'Move up.'},
    halfDown: {keys: ['ctrl-d'], help: 'Move half a page down.'},
    halfUp: {keys: ['ctrl-u'], help: 'Move half a page up.'},
    pageDown: {keys: ['pagedown', 'ctrl-f'], help: 'Move a page down.'},
    pageUp: {keys: ['pageup', 'ctrl-b'], help: 'Move a page up.'},
    first: {keys: ['g', 'home'], help: 'Move to the first line.'},
    last: {keys: ['G', 'end'], help: 'Move to the last line.'},
    wheelDown: {keys: ['wheel-down'], help: 'Move three lines down (with --mouse).'},
    wheelUp: {keys: ['wheel-up'], help: 'Move three lines up (with --mouse).'},
  },
  sidebar: {
    open: {
      keys: ['enter', 'l', 'right'],
      title: 'open',
      order: 1,
      help: 'Open this list; in a horizontal sidebar, → moves right.',
    },
    previous: {keys: ['h', 'left'], help: 'Move left in a horizontal sidebar, as on narrow screens.'},
    back: {keys: ['esc'], title: 'back', order: 2, help: 'Return to the list.'},
  },
  list: {
    open: {keys: ['enter'], title: 'open', order: 1, help: 'Open this resource.'},
    actions: {
      keys: ['a'],
      title: 'actions',
      order: 2,
      help: 'Show the actions for this resource or the selection.',
    },
    new: {keys: ['n'], title: 'new', order: 3, help: 'Create a resource of this type.'},
    edit: {keys: ['e'], title: 'edit', order: 4, help: 'Edit this resource in a form.'},
    mark: {keys: ['space'], title: 'select', order: 6, help: 'Select or deselect; actions apply to the selection.'},
    filter: {
      keys: ['/'],
      title: 'filter',
      order: 7,
      help: 'Filter by words or fields: status:running, size>20.',
    },
    sort: {keys: ['s'], title: 'sort', order: 8, help: 'Choose the column to sort by.'},
    copy: {
      keys: ['c'],
      title: 'copy',
      order: 9,
      help: 'Copy the ID, label, IP address, ssh command, JSON or CSV.',
    },
    delete: {keys: ['x'], title: 'delete', order: 10, help: 'Delete this resource, after a confirmation.'},
    problems: {keys: ['!'], title: 'problems', order: 11, help: 'Show only resources with problems.'},
    raw: {keys: ['y'], help: 'Show this resource as JSON.'},
    editText: {keys: ['E'], help: 'Edit it as text in your editor, then preview the change.'},
    reverse: {keys: ['S'], help: 'Reverse the sort order.'},
    columns: {keys: ['C'], help: 'Choose the columns.'},
    range: {keys: ['V'], help: 'Select the rows between the last selected row and this one.'},
    markAll: {keys: ['*'], help: 'Select all visible rows, or none.'},
    refresh: {keys: ['r'], help: 'Refresh this list.'},
    watch: {keys: ['w'], help: 'Watch this resource for changes, or stop watching it.'},
    bookmark: {keys: ['b'], help: 'Add or remove a bookmark; :bookmarks lists them.'},
    ssh: {keys: ['t'], help: 'Connect with ssh; the console resumes when ssh ends.'},
    previousTab: {keys: ['['], help: 'Show the previous tab of the detail.'},
    nextTab: {keys: [']'], help: 'Show the next tab of the detail.'},
    tab: {keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], help: 'Open the detail at this tab.'},
    up: {keys: ['backspace'], title: 'up', order: 12, help: 'Go up to the folder or bucket above this list.'},
    back: {keys: ['esc'], title: 'back', order: 86, help: 'Clear the selection, then the filter, then go up or back.'},
  },
  detail: {
    open: {keys: ['enter'], title: 'open', order: 1, help: 'Open the resource on this line.'},
    actions: {keys: ['a'], title: 'actions', order: 2, help: 'Show the actions for this resource.'},
    new: {keys: ['n'], title: 'new', order: 3, help: 'Create a resource of the type that this tab lists.'},
    edit: {keys: ['e'], title: 'edit', order: 4, help: 'Edit this resource in a form.'},
    previousTab: {
      keys: ['[', 'h', 'left'],
      help: 'Show the previous tab, or the previous month of a chart.',
    },
    nextTab: {
      keys: [']', 'l', 'right'],
      title: 'tabs',
      order: 5,
      help: 'Show the next tab, or the next month of a chart.',
    },
    tab: {keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], help: 'Show the tab with this number.'},
    fold: {keys: ['space'], help: 'Fold or unfold this branch of a tree.'},
    foldAll: {keys: ['z'], help: 'Fold or unfold the whole tree.'},
    filter: {keys: ['/'], help: 'Return to the list and filter it.'},
    copy: {keys: ['c'], title: 'copy', order: 9, help: 'Copy the ID, label, IP address, ssh command or JSON.'},
    delete: {keys: ['x'], help: 'Delete this resource, after a confirmation.'},
    raw: {keys: ['y'], title: 'json', order: 10, help: 'Show this resource as JSON.'},
    editText: {keys: ['E'], help: 'Edit it as text in your editor, then preview the change.'},
    reveal: {keys: ['v'], help: 'Show or hide secrets.'},
    refresh: {keys: ['r'], help: 'Refresh this resource.'},
    watch: {keys: ['w'], help: 'Watch this resource for changes, or stop watching it.'},
    bookmark: {keys: ['b'], help: 'Add or remove a bookmark; :bookmarks lists them.'},
    ssh: {keys: ['t'], help: 'Connect with ssh; the console resumes when ssh ends.'},
    back: {keys: ['esc'], title: 'back', order: 85, help: 'Return to the previous view.'},
  },
  overview: {
    open: {keys: ['enter'], title: 'open', order: 1, help: 'Open the resource or list on this line.'},
    refresh: {keys: ['r'], title: 'refresh', order: 2, help: 'Refresh this page.'},
    back: {keys: ['esc'], title: 'back', order: 85, help: 'Go back.'},
  },
  monitor: {
    close: {
      keys: ['q', 'esc'],
      title: 'quit',
      order: 1,
      help: 'Close the wallboard; quit if Skydeck started with it.',
    },
    layout: {keys: ['l', 'right'], title: 'layout', order: 2, help: 'Show the next layout of the wallboard.'},
    refresh: {keys: ['r'], help: 'Refresh the wallboard.'},
  },
  operations: {
    open: {keys: ['enter'], title: 'open', order: 1, help: 'Open the resource of this operation.'},
    watch: {keys: ['w'], title: 'watch', order: 2, help: 'Watch this operation until it ends, or stop watching it.'},
    refresh: {keys: ['r'], help: 'Refresh the events.'},
    back: {keys: ['esc'], title: 'back', order: 85, help: 'Go back.'},
  },
  net: {
    back: {keys: ['esc'], title: 'back', order: 85, help: 'Go back.'},
  },
  filter: {
    accept: {keys: ['enter'], title: 'keep', order: 1, help: 'Keep the filter and return to the list.'},
    cancel: {keys: ['esc'], title: 'clear', order: 2, help: 'Clear the filter.'},
    complete: {
      keys: ['tab'],
      title: 'complete',
      order: 3,
      help: 'Complete the word; after a space, list fields and operators.',
    },
    down: {keys: ['down'], help: 'Move down in the list.'},
    up: {keys: ['up'], help: 'Move up in the list.'},
  },
  menu: {
    choose: {keys: ['enter'], title: 'choose', order: 1, help: 'Choose this entry.'},
    filter: {
      keys: ['/'],
      title: 'filter',
      order: 2,
      help: "Filter the entries. Letters that aren't keys filter, too.",
    },
    close: {keys: ['esc'], title: 'close', order: 3, help: 'Clear the filter, then close without a change.'},
  },
  chooser: {
    choose: {keys: ['enter'], title: 'choose', order: 2, help: 'Choose this entry, or all selected entries.'},
    toggle: {
      keys: ['space', 'tab'],
      title: 'select',
      order: 1,
      help: 'Select or deselect this entry, or choose its next level.',
    },
    down: {keys: ['down', 'ctrl-n'], help: 'Move down.'},
    up: {keys: ['up', 'ctrl-p'], help: 'Move up.'},
    pageDown: {keys: ['pagedown', 'ctrl-f'], help: 'Move a page down.'},
    pageUp: {keys: ['pageup', 'ctrl-b'], help: 'Move a page up.'},
    halfDown: {keys: ['ctrl-d'], help: 'Move half a page down.'},
    halfUp: {keys: ['ctrl-u'], help: 'Move half a page up; clear the input while you type.'},
    close: {keys: ['esc'], title: 'close', order: 3, help: 'Close without a change.'},
  },
  commandLine: {
    run: {keys: ['enter'], title: 'go', order: 1, help: 'Run this command.'},
    complete: {keys: ['tab'], title: 'complete', order: 2, help: 'Complete the line with the selected suggestion.'},
    down: {keys: ['down', 'ctrl-n'], help: 'Move to the next suggestion.'},
    up: {keys: ['up', 'ctrl-p'], help: 'Move to the previous suggestion.'},
    pageDown: {keys: ['pagedown', 'ctrl-d', 'ctrl-f'], help: 'Move a page down in the suggestions.'},
    pageUp: {keys: ['pageup', 'ctrl-b'], help: 'Move a page up in the suggestions.'},
    close: {keys: ['esc'], title: 'close', order: 3, help: 'Close the command bar.'},
  },
  json: {
    fold: {keys: ['enter', 'space'], title: 'fold', order: 1, help: 'Fold or unfold this line.'},
    foldAll: {keys: ['z'], help: 'Fold or unfold all lines.'},
    search: {keys: ['/'], title: 'search', order: 2, help: 'Search names and values.'},
    next: {keys: ['n'], title: 'next', order: 3, help: 'Move to the next match.'},
    previous: {keys: ['N'], help: 'Move to the previous match.'},
    copy: {keys: ['c'], title: 'copy', order: 4, help: 'Copy the value of this line.'},
    copyAll: {keys: ['C'], help: 'Copy the whole resource.'},
    reveal: {keys: ['v'], title: 'show', order: 5, help: 'Show or hide secrets.'},
    close: {keys: ['esc', 'y', 'q'], title: 'close', order: 85, help: 'Return.'},
  },
  audit: {
    open: {keys: ['enter'], title: 'open', order: 1, help: 'Show the details of this change.'},
    filter: {keys: ['/'], title: 'filter', order: 2, help: 'Filter the changes by words.'},
    undo: {keys: ['u'], title: 'undo', order: 3, help: 'Undo this change, after a preview.'},
    resource: {keys: ['o'], title: 'go to', order: 3, help: 'Open the changed resource.'},
    copy: {keys: ['c'], title: 'copy', order: 4, help: 'Copy this change as a line of JSON.'},
    save: {
      keys: ['w'],
      title: 'export',
      order: 5,
      help: 'Export the visible lines to a file as JSON lines.',
    },
    close: {keys: ['esc', 'q'], title: 'close', order: 85, help: 'Clear the filter, then return.'},
  },
  messages: {
    copy: {keys: ['c'], title: 'copy', order: 1, help: 'Copy this message.'},
    close: {keys: ['esc', 'q'], title: 'close', order: 85, help: 'Return.'},
  },
  search: {
    accept: {keys: ['enter'], title: 'search', order: 1, help: 'Go to the first match.'},
    cancel: {keys: ['esc'], title: 'cancel', order: 2, help: 'Cancel the search.'},
  },
  form: {
    next: {
      keys: ['tab', 'down'],
      title: 'next',
      order: 1,
      help: 'Go to the next field; tab completes a file path first.',
    },
    previous: {keys: ['shift-tab', 'up'], help: 'Go to the previous field.'},
    enter: {
      keys: ['enter'],
      title: 'choose',
      order: 2,
      help: 'Choose a value or go to the next field; at the end, preview.',
    },
    preview: {keys: ['ctrl-o'], title: 'preview', order: 3, help: 'Preview the change. Nothing is sent yet.'},
    editor: {
      keys: ['ctrl-x'],
      title: 'editor',
      order: 4,
      help: 'Edit a long text, or the whole form, in your editor.',
    },
    discardDraft: {
      keys: ['ctrl-n'],
      title: 'discard draft',
      order: 6,
      help: 'Discard the draft and start with an empty form.',
    },
    close: {
      keys: ['esc'],
      title: 'close, keep draft',
      order: 85,
      help: 'Close the form and keep your input as a draft.',
    },
  },
  item: {
    next: {
      keys: ['tab', 'down'],
      title: 'next',
      order: 1,
      help: 'Go to the next field; tab completes a file path first.',
    },
    previous: {keys: ['shift-tab', 'up'], help: 'Go to the previous field.'},
    enter: {keys: ['enter'], title: 'choose', order: 2, help: 'Choose a value, or go to the next field.'},
    done: {keys: ['ctrl-o'], title: 'done', order: 3, help: 'Return to the form with this entry.'},
    editor: {keys: ['ctrl-x'], help: 'Edit a long text in your editor.'},
    close: {keys: ['esc'], title: 'back', order: 85, help: 'Return to the form with this entry.'},
  },
  rows: {
    edit: {keys: ['enter'], title: 'edit', order: 2, help: 'Edit this entry; on the last line, add one.'},
    add: {keys: ['n', '+'], title: 'add', order: 4, help: 'Add an entry below this one.'},
    repeat: {keys: ['c'], title: 'copy', order: 5, help: 'Add a copy of this entry.'},
    remove: {keys: ['x', 'delete'], title: 'remove', order: 6, help: 'Remove this entry from the list.'},
    lower: {keys: ['J'], title: 'move', order: 7, help: 'Move this entry down.'},
    higher: {keys: ['K'], help: 'Move this entry up.'},
  },
  toggle: {
    flip: {keys: ['space', 'left', 'right'], title: 'switch', order: 2, help: 'Switch between the values.'},
  },
  multiline: {
    newline: {keys: ['enter'], title: 'new line', order: 2, help: 'Start a new line.'},
    up: {keys: ['up'], help: 'Move a line up; from the first line, to the previous field.'},
    down: {keys: ['down'], help: 'Move a line down; from the last line, to the next field.'},
  },
  preview: {
    proceed: {keys: ['enter'], title: 'press the button', order: 1, help: 'Press the focused button.'},
    switch: {
      keys: ['tab', 'shift-tab', 'left', 'right'],
      title: 'other button',
      order: 2,
      help: 'Focus the other button.',
    },
    copy: {
      keys: ['ctrl-y'],
      title: 'copy as curl',
      order: 3,
      help: 'Copy the request as a curl command, without the token.',
    },
    back: {keys: ['esc'], title: 'back', order: 85, help: 'Return without sending anything.'},
  },
  unarmed: {
    copy: {keys: ['c'], help: 'Copy the request as a curl command, without the token.'},
    save: {keys: ['w'], help: 'Save the curl command to a file, without the token.'},
    options: {keys: ['e'], title: 'options', order: 6, help: 'Edit the change in the form.'},
    yes: {keys: ['y'], title: 'confirm', order: 0, help: 'Confirm, regardless of the focused button.'},
  },
  prompt: {
    accept: {keys: ['enter'], title: 'accept', order: 1, help: 'Accept the input.'},
    cancel: {keys: ['esc'], title: 'cancel', order: 2, help: 'Close without a change.'},
  },
  dialog: {
    close: {keys: ['esc'], title: 'close', order: 1, help: 'Close without a change.'},
  },
  outcome: {
    close: {keys: ['enter', 'esc'], title: 'close', order: 1, help: 'Close the result.'},
    pause: {keys: ['p'], title: 'pause/resume', order: 2, help: 'Pause the batch, or resume it.'},
    stop: {keys: ['s'], title: 'stop', order: 3, help: 'Stop the batch; :resume continues it later.'},
    retry: {keys: ['r'], title: 'retry failed', order: 4, help: 'Retry only the failed changes.'},
    reveal: {keys: ['v'], title: 'show', order: 5, help: 'Show or hide the secret, which is available only now.'},
    copy: {keys: ['c'], title: 'copy', order: 3, help: 'Copy the secret, which is available only now.'},
  },
});

export type Bindings = typeof bindings;
export type LayerId = keyof Bindings;
export type CommandOf<L extends LayerId> = keyof Bindings[L] & string;
/** `list.filter` and so on: names in the settings file. */
export type CommandId = {[L in LayerId]: `${L}.${CommandOf<L>}`}[LayerId];

export const layerIds = Object.keys(bindings) as readonly LayerId[];

type CommandBindings = readonly (readonly [command: string, binding: Binding])[];

// Computed once: the footer reads this at every key.
const bindingsByLayer = new Map<LayerId, CommandBindings>(
  layerIds.map(layer => [layer, Object.entries<Binding>(bindings[layer])]),
);

export const commandsOf = (layer: LayerId): CommandBindings => bindingsByLayer.get(layer) ?? [];
