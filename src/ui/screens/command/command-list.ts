/** Commands of the command bar other than families, resources and actions. */

import {pressText} from '../../../keymap/keymap.ts';
import {ownProperty} from '../../../platform/text/own-property.ts';
import {themeNames} from '../../../profiles/themes.ts';
import type {
  CommandPorts,
  KeymapPort,
  NavigationPort,
  NotificationPort,
  PreferencesPort,
  ProfilesPort,
  SettingsPort,
} from '../../context/ports.ts';
import {lowBandwidthPreferences} from '../../state/slow-link.ts';
import {discardBatch, resumeBatch} from '../actions/resume-batch.ts';
import {startUndo} from '../actions/undo.ts';
import {openChangeLog} from '../change-log/change-log.ts';
import {openBookmarks} from '../menus/bookmarks.ts';
import {openColumns} from '../menus/columns.ts';
import {openDrafts} from '../menus/drafts.ts';
import {openSort} from '../menus/sort.ts';
import {exportWords, isExport, runExport} from '../overlays/export.ts';
import {openHelp} from '../overlays/help.ts';
import {openMessages} from '../overlays/message-list.ts';
import {filterWords, runFilter, runView, viewWords} from '../overlays/saved-views.ts';
import {showIdentity} from '../overlays/whoami.ts';
import {isListView} from '../shared/is-list-view.ts';
import type {ListView} from '../shared/list-view-types.ts';
import {openPast, openSince, returnToNow} from '../shared/open-past.ts';

export interface BarCommand {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly help: string;
  /** The words that can follow; a command without them has no argument. */
  readonly values?: (context: PreferencesPort & ProfilesPort & SettingsPort) => readonly string[];
  /** A valid text that isn’t in `values`: "save NAME". */
  readonly freeTextHint?: string;
  /** True if this text is valid although it isn’t in `values`. */
  readonly accepts?: (typed: string) => boolean;
  /** True if the command applies to one account and isn't available in merged lists. */
  readonly isForOneAccount?: true;
  /** Returns a promise if it takes time. */
  readonly run: (context: CommandPorts, word: string) => unknown;
}

const settings: Readonly<Record<string, (context: PreferencesPort) => void>> = {
  'cursor bar': context => context.preferences.setState({cursor: 'bar'}),
  'cursor gutter': context => context.preferences.setState({cursor: 'gutter'}),
  'jump on': context => context.preferences.setState({jump: true}),
  'jump off': context => context.preferences.setState({jump: false}),
  'bandwidth low': context => context.preferences.setState(lowBandwidthPreferences),
  'bandwidth full': context => context.preferences.setState({lowBandwidth: false, jump: false, cursor: 'bar'}),
  'ascii on': context => context.preferences.setState({isAscii: true}),
  'ascii off': context => context.preferences.setState({isAscii: false}),
  'edit yaml': context => context.preferences.setState({editAs: 'yaml'}),
  'edit json': context => context.preferences.setState({editAs: 'json'}),
};

function onList(context: NavigationPort & NotificationPort, open: (view: ListView) => void): void {
  const view = context.navigation.current.getState();
  if (isListView(view)) open(view);
  else context.say('No list on screen.', 'attention');
}

const themesOf = ({settings: {themes}}: SettingsPort): readonly string[] => [...themeNames, ...Object.keys(themes)];

export const barCommands: readonly BarCommand[] = [
  {name: 'quit', aliases: ['q', 'exit', 'q!', 'qa', 'wq'], help: 'leave the console', run: context => context.quit()},
  {
    name: 'overview',
    aliases: ['pulse', 'home'],
    help: 'running operations, problems, counts',
    run: context => context.navigation.go({page: 'overview'}),
  },
  {
    name: 'monitor',
    aliases: ['wall', 'wallboard'],
    help: 'the wallboard: problems, a map of the fleet, operations and events',
    run: context => context.navigation.go({page: 'monitor'}),
  },
  {
    name: 'operations',
    aliases: ['ops', 'running'],
    help: 'running and recently ended operations',
    run: context => context.navigation.go({page: 'operations'}),
  },
  {
    name: 'cost',
    aliases: ['price', 'forecast'],
    help: 'run rate by type, region and tag, and a forecast of the invoice',
    run: context => context.navigation.go({page: 'cost'}),
  },
  {
    name: 'approvals',
    aliases: ['approve'],
    help: 'changes that agents prepared, to approve or refuse',
    run: context => context.navigation.go({page: 'plans'}),
  },
  {
    name: 'waste',
    aliases: ['unused'],
    help: 'resources that cost money and seem unused',
    run: context => context.navigation.go({page: 'waste'}),
  },
  {
    name: 'since',
    isForOneAccount: true,
    help: 'all changes since a time: 14h, yesterday 15:00',
    values: () => ['24h', '14h', '2h', 'yesterday'],
    accepts: () => true,
    run: (context, word) => openSince(context, word),
  },
  {
    name: 'at',
    isForOneAccount: true,
    help: 'the list or resource on screen as it was: 2h ago, yesterday 15:00',
    values: () => ['2h ago', 'yesterday 15:00'],
    accepts: () => true,
    run: (context, word) => openPast(context, word),
  },
  {name: 'now', isForOneAccount: true, help: 'return from the past', run: context => returnToNow(context)},
  {
    name: 'net',
    aliases: ['traffic', 'requests'],
    help: 'requests and bytes, by limit and by minute; failures and warnings of the API',
    run: context => context.navigation.go({page: 'net'}),
  },
  {name: 'help', aliases: ['keys'], help: 'all keys of this view', run: context => openHelp(context)},
  {
    name: 'sort',
    help: 'the column by which the list on screen is sorted',
    run: context => onList(context, openSort),
  },
  {
    name: 'columns',
    help: 'the columns of the list on screen',
    run: context => onList(context, openColumns),
  },
  {
    name: 'config',
    aliases: ['settings file'],
    help: 'where the settings file is, and how to edit it',
    run: context =>
      context.say(
        'Run `skydeck config edit` in a shell to edit the settings. Skydeck applies them when you save the file.',
      ),
  },
  {
    name: 'use-token',
    isForOneAccount: true,
    help: 'type an access token, for this session only',
    run: context => import('../overlays/token.ts').then(({openToken}) => openToken(context)),
  },
  {
    name: 'login',
    isForOneAccount: true,
    help: 'log in again, if the token comes from a login',
    run: context => import('../overlays/run-login.ts').then(({openLogin}) => openLogin(context)),
  },
  {name: 'bookmarks', aliases: ['marks'], help: 'open a bookmark', run: context => openBookmarks(context)},
  {
    name: 'audit',
    aliases: ['changes', 'history'],
    help: 'your changes, with user and result',
    run: (context, word) => openChangeLog(context, word),
  },
  {
    name: 'messages',
    aliases: ['toasts'],
    help: 'the last messages and failures in full, with their time',
    run: context => openMessages(context),
  },
  {
    name: 'undo',
    isForOneAccount: true,
    help: 'undo the last change, as a preview first',
    run: context => startUndo(context),
  },
  {
    name: 'redo',
    isForOneAccount: true,
    help: 'redo the last undone change (shows a preview)',
    run: context => startUndo(context, {kind: 'Redo'}),
  },
  {
    name: 'drafts',
    isForOneAccount: true,
    help: 'forms and texts that you haven’t sent',
    run: context => openDrafts(context),
  },
  {
    name: 'resume',
    isForOneAccount: true,
    help: 'resume an interrupted batch',
    run: context => resumeBatch(context),
  },
  {
    name: 'forget',
    isForOneAccount: true,
    help: 'discard an interrupted batch',
    run: context => discardBatch(context),
  },
  {name: 'refresh', help: 'read everything again', run: context => context.refetchAll()},
  {
    name: 'profile',
    aliases: ['ctx', 'context', 'contexts'],
    help: 'show the account of another profile',
    values: context => context.profiles.map(({name}) => name),
    run(context, word) {
      if (context.profiles.some(({name}) => name === word)) context.switchProfile(word);
      else sayNoProfile(context, word);
    },
  },
  {
    name: 'merge',
    aliases: ['accounts'],
    help: 'the lists of several profiles as one: prod,lab',
    values: context => [context.profiles.map(({name}) => name).join(',')],
    accepts: typed => typed.split(/[\s,]+/).filter(Boolean).length > 1,
    run(context, word) {
      const names = word.split(/[\s,]+/).filter(Boolean);
      const unknown = names.find(name => !context.profiles.some(profile => profile.name === name));
      if (unknown !== undefined) sayNoProfile(context, unknown);
      else context.switchProfile(names.join(','));
    },
  },
  {
    name: 'whoami',
    isForOneAccount: true,
    aliases: ['who'],
    help: 'show account, user and token',
    run: context => showIdentity(context),
  },
  {
    name: 'view',
    aliases: ['views'],
    help: 'a saved list; save NAME keeps the current list',
    values: viewWords,
    freeTextHint: 'save NAME',
    accepts: typed => /^save(\s|$)/.test(typed),
    run: runView,
  },
  {
    name: 'filter',
    help: 'a filter on the list on screen: one of the settings by name, or as typed after /',
    values: filterWords,
    freeTextHint: 'a filter such as tag:web',
    accepts: typed => /[:=<>!,\s]/.test(typed),
    run: runFilter,
  },
  {
    name: 'run',
    isForOneAccount: true,
    help: 'run a command on the selected instances over ssh: run uptime',
    values: () => [],
    freeTextHint: 'a command such as uptime',
    accepts: typed => typed.trim() !== '',
    run: (context, command) => import('../overlays/run-remote.ts').then(({openRun}) => openRun(context, command)),
  },
  {
    name: 'export',
    help: 'export the list, the selection, the list in a tab or the object to a file: csv, json, ndjson, markdown; text saves any screen',
    values: exportWords,
    freeTextHint: 'csv FILE',
    accepts: isExport,
    run: (context, text) => runExport(context, text),
  },
  {
    name: 'theme',
    help: themeNames.join(', '),
    values: themesOf,
    run(context, word) {
      if (themesOf(context).includes(word)) context.preferences.setState({theme: word});
      else context.say(`Unknown theme ${word}. Choose one of ${themesOf(context).join(', ')}`, 'attention');
    },
  },
  {
    name: 'set',
    help: 'cursor bar|gutter, jump on|off, bandwidth low|full, ascii on|off, edit yaml|json',
    values: () => Object.keys(settings),
    run(context, word) {
      const apply = ownProperty(settings, word);
      if (apply === undefined) context.say(`Unknown setting ${word}`, 'attention');
      else apply(context);
    },
  },
];

function sayNoProfile({keymap, say}: KeymapPort & NotificationPort, name: string): void {
  say(`No profile named ${name}. ${pressText(keymap, 'everywhere.profile', 'for the list')}`.trimEnd(), 'attention');
}
