/**
 * Every key of the console, as data. The dispatcher, the footer, the help screen and docs/keys.md are projections of it.
 *
 * A layer is a place that gets keys; the layers on screen form a stack. `title` puts a command into the footer, in the
 * order of `order`; `help` is its sentence. ctrl-a, -s, -q, -z, -\ belong to tmux, the shell and the terminal (ctrl-z
 * suspends), ctrl-b is never the only key of a command, and nothing that destroys is on ctrl-d or ctrl-k.
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
    help: {keys: ['?'], title: 'help', order: 95, help: 'Every key for this place; enter on one presses it.'},
    commandLine: {keys: [':'], title: 'command', order: 90, help: 'Go anywhere, do anything by name.'},
    finder: {keys: ['ctrl-p'], help: 'Find any resource by label, ID, address or tag.'},
    focusNext: {keys: ['tab'], help: 'Sidebar, list, detail: focus the next one.'},
    focusPrevious: {keys: ['shift-tab'], help: 'Sidebar, list, detail: focus the previous one.'},
    refreshAll: {keys: ['R'], help: 'Read everything again.'},
    previousView: {keys: ['-'], help: 'Go to the previous view, and with it again back.'},
    historyBack: {keys: ['alt-left'], help: 'One view back in history.'},
    historyForward: {keys: ['alt-right'], help: 'One view forward in history.'},
    profile: {keys: ['@'], help: 'Show another profile.'},
    transfers: {
      keys: ['ctrl-t'],
      title: 'files',
      order: 89,
      help: 'Show uploads and downloads; cancel or retry one.',
    },
    undo: {keys: ['u'], help: 'Undo the last change; shows a preview first.'},
    redo: {keys: ['ctrl-r'], help: 'Redo the last undone change; shows a preview first.'},
    redraw: {keys: ['ctrl-l'], help: 'Draw the screen again.'},
    suspend: {keys: ['ctrl-z'], help: 'Stop for now; fg comes back.'},
    quit: {keys: ['q'], help: 'Quit; further down: go back to the list first.'},
    interrupt: {keys: ['ctrl-c'], help: 'Cancel the open dialog or input; quit if nothing is open.'},
  },
  moving: {
    down: {keys: ['j', 'down'], help: 'One down.'},
    up: {keys: ['k', 'up'], help: 'One up.'},
    halfDown: {keys: ['ctrl-d'], help: 'Half a page down.'},
    halfUp: {keys: ['ctrl-u'], help: 'Half a page up.'},
    pageDown: {keys: ['pagedown', 'ctrl-f'], help: 'A page down.'},
    pageUp: {keys: ['pageup', 'ctrl-b'], help: 'A page up.'},
    first: {keys: ['g', 'home'], help: 'To the first.'},
    last: {keys: ['G', 'end'], help: 'To the last.'},
    wheelDown: {keys: ['wheel-down'], help: 'Three down; only with --mouse.'},
    wheelUp: {keys: ['wheel-up'], help: 'Three up; only with --mouse.'},
  },
  sidebar: {
    open: {
      keys: ['enter', 'l', 'right'],
      title: 'open',
      order: 1,
      help: 'Show this family; in a row, right is the next one.',
    },
    previous: {keys: ['h', 'left'], help: 'In a row, as on narrow screens: the one before.'},
    back: {keys: ['esc'], title: 'back', order: 2, help: 'Return to the list.'},
  },
  list: {
    open: {keys: ['enter'], title: 'open', order: 1, help: 'Show this resource in full.'},
    actions: {
      keys: ['a'],
      title: 'actions',
      order: 2,
      help: 'Everything that can be done to this, or to the selection.',
    },
    new: {keys: ['n'], title: 'new', order: 3, help: 'Make a new one.'},
    edit: {keys: ['e'], title: 'edit', order: 4, help: 'Change this one in a form.'},
    mark: {keys: ['space'], title: 'select', order: 6, help: 'Select; actions then apply to the selection.'},
    filter: {
      keys: ['/'],
      title: 'filter',
      order: 7,
      help: 'Show only what matches: words, status:running, size>20.',
    },
    sort: {keys: ['s'], title: 'sort', order: 8, help: 'Choose the column to sort by.'},
    copy: {keys: ['c'], title: 'copy', order: 9, help: 'Copy ID, label, address, ssh line, JSON, or all as CSV.'},
    delete: {keys: ['x'], title: 'delete', order: 10, help: 'Delete, after its name is typed.'},
    problems: {keys: ['!'], title: 'problems', order: 11, help: 'Show only resources with problems.'},
    raw: {keys: ['y'], help: 'The object as JSON.'},
    editText: {keys: ['E'], help: 'Edit it as text in your editor, then see the difference.'},
    reverse: {keys: ['S'], help: 'Turn the sort order around.'},
    columns: {keys: ['C'], help: 'Choose the columns.'},
    range: {keys: ['V'], help: 'Select from the last selected row to here.'},
    markAll: {keys: ['*'], help: 'Select all that are shown, or none.'},
    refresh: {keys: ['r'], help: 'Read this list again.'},
    watch: {keys: ['w'], help: 'Tell me when this resource changes, or stop telling.'},
    bookmark: {keys: ['b'], help: 'Bookmark this, or forget it; :bookmarks lists them.'},
    ssh: {keys: ['t'], help: 'Connect to it with ssh, and come back here.'},
    previousTab: {keys: ['['], help: 'The previous tab of the detail.'},
    nextTab: {keys: [']'], help: 'The next tab of the detail.'},
    tab: {keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], help: 'Open the detail at this tab.'},
    up: {keys: ['backspace'], title: 'up', order: 12, help: 'To what this list is inside of: a folder, a bucket.'},
    back: {keys: ['esc'], title: 'back', order: 86, help: 'Clear the selection, then the filter, then go up or back.'},
  },
  detail: {
    open: {keys: ['enter'], title: 'open', order: 1, help: 'Follow the reference on this line.'},
    actions: {keys: ['a'], title: 'actions', order: 2, help: 'Everything that can be done to this.'},
    new: {keys: ['n'], title: 'new', order: 3, help: 'Make a new one of what this tab lists.'},
    edit: {keys: ['e'], title: 'edit', order: 4, help: 'Change it in a form.'},
    previousTab: {keys: ['[', 'h', 'left'], help: 'The previous tab; in charts and transfer, the month before.'},
    nextTab: {
      keys: [']', 'l', 'right'],
      title: 'tabs',
      order: 5,
      help: 'The next tab; in charts and transfer, the month after.',
    },
    tab: {keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'], help: 'The tab with this number.'},
    fold: {keys: ['space'], help: 'In a tree: fold or unfold what hangs below this.'},
    foldAll: {keys: ['z'], help: 'In a tree: fold or unfold everything.'},
    filter: {keys: ['/'], help: 'Back to the list, and filter it.'},
    copy: {keys: ['c'], title: 'copy', order: 9, help: 'Copy ID, label, address, ssh line or JSON.'},
    delete: {keys: ['x'], help: 'Delete, after its name is typed.'},
    raw: {keys: ['y'], title: 'json', order: 10, help: 'The object as JSON.'},
    editText: {keys: ['E'], help: 'Edit it as text in your editor, then see the difference.'},
    reveal: {keys: ['v'], help: 'Show or hide secrets.'},
    refresh: {keys: ['r'], help: 'Read this again.'},
    watch: {keys: ['w'], help: 'Tell me when this resource changes, or stop telling.'},
    bookmark: {keys: ['b'], help: 'Bookmark this, or forget it; :bookmarks lists them.'},
    ssh: {keys: ['t'], help: 'Connect to it with ssh, and come back here.'},
    back: {keys: ['esc'], title: 'back', order: 85, help: 'Return to where you came from.'},
  },
  overview: {
    open: {keys: ['enter'], title: 'open', order: 1, help: 'Show what this line is about.'},
    refresh: {keys: ['r'], title: 'refresh', order: 2, help: 'Read everything on this page again.'},
    back: {keys: ['esc'], title: 'back', order: 85, help: 'Go back.'},
  },
  monitor: {
    close: {
      keys: ['q', 'esc'],
      title: 'quit',
      order: 1,
      help: 'Leave the wallboard: back, or out of the program.',
    },
    layout: {keys: ['l', 'right'], title: 'layout', order: 2, help: 'The next layout of the wallboard.'},
    refresh: {keys: ['r'], help: 'Read everything on the wallboard again.'},
  },
  operations: {
    open: {keys: ['enter'], title: 'open', order: 1, help: 'Show what this operation is about.'},
    watch: {keys: ['w'], title: 'tell me', order: 2, help: 'Tell me when this operation ends, or stop telling.'},
    refresh: {keys: ['r'], help: 'Read the newest events now.'},
    back: {keys: ['esc'], title: 'back', order: 85, help: 'Go back.'},
  },
  net: {
    back: {keys: ['esc'], title: 'back', order: 85, help: 'Go back.'},
  },
  filter: {
    accept: {keys: ['enter'], title: 'keep', order: 1, help: 'Keep the filter and return to the list.'},
    cancel: {keys: ['esc'], title: 'clear', order: 2, help: 'Show everything again.'},
    complete: {
      keys: ['tab'],
      title: 'complete',
      order: 3,
      help: 'Complete the word; after a space, list fields and operators.',
    },
    down: {keys: ['down'], help: 'One down in the list.'},
    up: {keys: ['up'], help: 'One up in the list.'},
  },
  menu: {
    choose: {keys: ['enter'], title: 'choose', order: 1, help: 'Take this one.'},
    filter: {
      keys: ['/'],
      title: 'filter',
      order: 2,
      help: 'Filter the entries. Letters without a key filter, too.',
    },
    close: {keys: ['esc'], title: 'close', order: 3, help: 'Leave things as they are; first, show everything again.'},
  },
  chooser: {
    choose: {keys: ['enter'], title: 'choose', order: 2, help: 'Take this one, or all that are selected.'},
    toggle: {
      keys: ['space', 'tab'],
      title: 'select',
      order: 1,
      help: 'Select or deselect this entry, or choose its next level.',
    },
    down: {keys: ['down', 'ctrl-n'], help: 'One down.'},
    up: {keys: ['up', 'ctrl-p'], help: 'One up.'},
    pageDown: {keys: ['pagedown', 'ctrl-f'], help: 'A page down.'},
    pageUp: {keys: ['pageup', 'ctrl-b'], help: 'A page up.'},
    halfDown: {keys: ['ctrl-d'], help: 'Half a page down.'},
    halfUp: {keys: ['ctrl-u'], help: 'Half a page up; clears the input while you type.'},
    close: {keys: ['esc'], title: 'close', order: 3, help: 'Leave things as they are.'},
  },
  commandLine: {
    run: {keys: ['enter'], title: 'go', order: 1, help: 'Do it.'},
    complete: {keys: ['tab'], title: 'complete', order: 2, help: 'Take the marked suggestion into the line.'},
    down: {keys: ['down', 'ctrl-n'], help: 'The next suggestion.'},
    up: {keys: ['up', 'ctrl-p'], help: 'The suggestion before.'},
    pageDown: {keys: ['pagedown', 'ctrl-d', 'ctrl-f'], help: 'A page down in the suggestions.'},
    pageUp: {keys: ['pageup', 'ctrl-b'], help: 'A page up in the suggestions.'},
    close: {keys: ['esc'], title: 'close', order: 3, help: 'Leave the command line.'},
  },
  json: {
    fold: {keys: ['enter', 'space'], title: 'fold', order: 1, help: 'Fold or unfold this.'},
    foldAll: {keys: ['z'], help: 'Fold or unfold everything.'},
    search: {keys: ['/'], title: 'search', order: 2, help: 'Search names and values.'},
    next: {keys: ['n'], title: 'next', order: 3, help: 'The next match.'},
    previous: {keys: ['N'], help: 'The match before.'},
    copy: {keys: ['c'], title: 'copy', order: 4, help: 'Copy what this line holds.'},
    copyAll: {keys: ['C'], help: 'Copy the whole object.'},
    reveal: {keys: ['v'], title: 'show', order: 5, help: 'Show or hide secrets.'},
    close: {keys: ['esc', 'y', 'q'], title: 'close', order: 85, help: 'Return.'},
  },
  audit: {
    open: {keys: ['enter'], title: 'in full', order: 1, help: 'This change in full.'},
    filter: {keys: ['/'], title: 'filter', order: 2, help: 'Show only changes that hold these words.'},
    undo: {keys: ['u'], title: 'undo', order: 3, help: 'Undo this change; as a preview first.'},
    resource: {keys: ['o'], title: 'go to', order: 3, help: 'Show the resource that was changed.'},
    copy: {keys: ['c'], title: 'copy', order: 4, help: 'Copy this change as a line of JSON.'},
    save: {keys: ['w'], title: 'export', order: 5, help: 'Export the shown lines to a file, one JSON object per line.'},
    close: {keys: ['esc', 'q'], title: 'close', order: 85, help: 'Show all again, then return.'},
  },
  messages: {
    copy: {keys: ['c'], title: 'copy', order: 1, help: 'Copy this message.'},
    close: {keys: ['esc', 'q'], title: 'close', order: 85, help: 'Return.'},
  },
  search: {
    accept: {keys: ['enter'], title: 'search', order: 1, help: 'Go to the first match.'},
    cancel: {keys: ['esc'], title: 'cancel', order: 2, help: 'Forget the search.'},
  },
  form: {
    next: {
      keys: ['tab', 'down'],
      title: 'next',
      order: 1,
      help: 'The next field; tab completes the path of a file first.',
    },
    previous: {keys: ['shift-tab', 'up'], help: 'The field before.'},
    enter: {
      keys: ['enter'],
      title: 'choose',
      order: 2,
      help: 'Choose a value, or the next field; at the end: preview.',
    },
    preview: {keys: ['ctrl-o'], title: 'preview', order: 3, help: 'See the request before anything is sent.'},
    editor: {
      keys: ['ctrl-x'],
      title: 'editor',
      order: 4,
      help: 'Edit a long text, or the whole form, in your editor.',
    },
    anew: {keys: ['ctrl-n'], title: 'discard draft', order: 6, help: 'Discard the draft and start with an empty form.'},
    close: {
      keys: ['esc'],
      title: 'close, keep draft',
      order: 85,
      help: 'Close the form; your input is kept as a draft.',
    },
  },
  item: {
    next: {
      keys: ['tab', 'down'],
      title: 'next',
      order: 1,
      help: 'The next field; tab completes the path of a file first.',
    },
    previous: {keys: ['shift-tab', 'up'], help: 'The field before.'},
    enter: {keys: ['enter'], title: 'choose', order: 2, help: 'Choose a value, or go to the next field.'},
    done: {keys: ['ctrl-o'], title: 'done', order: 3, help: 'Back to the form, with this entry as it is.'},
    editor: {keys: ['ctrl-x'], help: 'Write a long text in your editor.'},
    close: {keys: ['esc'], title: 'back', order: 85, help: 'Back to the form, with this entry as it is.'},
  },
  rows: {
    edit: {keys: ['enter'], title: 'edit', order: 2, help: 'Edit this entry; on the last line: add one.'},
    add: {keys: ['n', '+'], title: 'add', order: 4, help: 'Add an entry below this one.'},
    repeat: {keys: ['c'], title: 'copy', order: 5, help: 'Add an entry like this one.'},
    remove: {keys: ['x', 'delete'], title: 'remove', order: 6, help: 'Take this entry out of the list.'},
    lower: {keys: ['J'], title: 'move', order: 7, help: 'Move this entry down.'},
    higher: {keys: ['K'], help: 'Move this entry up.'},
  },
  toggle: {
    flip: {keys: ['space', 'left', 'right'], title: 'switch', order: 2, help: 'Switch between the values.'},
  },
  multiline: {
    newline: {keys: ['enter'], title: 'new line', order: 2, help: 'Start a new line.'},
    up: {keys: ['up'], help: 'A line up; from the first line: the field before.'},
    down: {keys: ['down'], help: 'A line down; from the last line: the next field.'},
  },
  preview: {
    proceed: {keys: ['enter'], title: 'press the button', order: 1, help: 'Do what the focused button says.'},
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
      help: 'Copy the request as a curl line; the token stays out.',
    },
    back: {keys: ['esc'], title: 'back', order: 85, help: 'Return; nothing is sent.'},
  },
  unarmed: {
    copy: {keys: ['c'], help: 'Copy the request as a curl line; the token stays out.'},
    save: {keys: ['w'], help: 'Write the curl line to a file; the token stays out.'},
    options: {keys: ['e'], title: 'options', order: 6, help: 'Change what will be sent, in the form.'},
    yes: {keys: ['y'], title: 'confirm', order: 0, help: 'Confirm, regardless of the focused button.'},
  },
  prompt: {
    accept: {keys: ['enter'], title: 'accept', order: 1, help: 'Accept the input.'},
    cancel: {keys: ['esc'], title: 'cancel', order: 2, help: 'Leave things as they are.'},
  },
  dialog: {
    close: {keys: ['esc'], title: 'close', order: 1, help: 'Leave things as they are.'},
  },
  outcome: {
    close: {keys: ['enter', 'esc'], title: 'close', order: 1, help: 'Return to where you were.'},
    pause: {keys: ['p'], title: 'pause/resume', order: 2, help: 'Pause the batch, or resume it.'},
    stop: {keys: ['s'], title: 'stop', order: 3, help: 'Stop the batch; :resume continues it later.'},
    retry: {keys: ['r'], title: 'retry the failed', order: 4, help: 'Send again what failed, and nothing else.'},
    reveal: {keys: ['v'], title: 'show', order: 5, help: 'Show or hide what only this answer holds.'},
    copy: {keys: ['c'], title: 'copy', order: 3, help: 'Copy what only this answer holds.'},
  },
});

export type Bindings = typeof bindings;
export type LayerId = keyof Bindings;
export type CommandOf<L extends LayerId> = keyof Bindings[L] & string;
/** `list.filter` and so on: names in the settings file. */
export type CommandId = {[L in LayerId]: `${L}.${CommandOf<L>}`}[LayerId];

export const layerIds = Object.keys(bindings) as readonly LayerId[];

type CommandBindings = readonly (readonly [command: string, binding: Binding])[];

// Taken apart once: the footer asks at every key.
const bindingsByLayer = new Map<LayerId, CommandBindings>(
  layerIds.map(layer => [layer, Object.entries<Binding>(bindings[layer])]),
);

export const commandsOf = (layer: LayerId): CommandBindings => bindingsByLayer.get(layer) ?? [];
