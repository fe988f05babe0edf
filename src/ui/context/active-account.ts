/**
 * Several accounts in one console. Their lists are merged. Every action on a row runs in the context of its account:
 * the same screen with that account's session, profile and families in place of the merged ones, and its name on every
 * dialog. So actions need no code for several accounts.
 */
import type {Family, FamilyId} from '../../families/shape/define-family.ts';
import {pressText} from '../../keymap/keymap.ts';
import type {AccountMember} from '../../store/multi/merged-account.ts';
import type {MergedSession} from '../../store/multi/merged-session.ts';
import {isStaleOrOffline} from '../../store/sync/freshness-text.ts';
import {createFrecency} from '../state/frecency.ts';
import {createUnreadTickets} from '../state/unread-tickets.ts';
import {createWatchlist, type WatchlistHost} from '../state/watchlist.ts';
import type {ActionSubject} from './action-subject.ts';
import type {Destination, Navigation} from './navigation.ts';
import type {
  AccountPort,
  AccountSet,
  ActionTarget,
  ConsoleContext,
  MergedAccountsPort,
  NavigationPort,
  SessionPort,
} from './ports.ts';

/** The target of an action: the context of the rows' account if several are open, otherwise this one. */
export const targetFor = <Context extends MergedAccountsPort>(
  context: Context,
  subject: ActionSubject,
): ActionTarget<Context | ConsoleContext> =>
  context.accounts?.targetFor(subject) ?? {context, subject, refused: undefined};

/** The accounts on screen, one or several. */
export const shownAccounts = ({
  accounts,
  profile,
  session,
}: AccountPort & MergedAccountsPort): readonly AccountMember[] => accounts?.members ?? [{profile, session}];

/** The context of one account: the given one, or that of one of several accounts. */
export type AccountContext<Context> = Context | ConsoleContext;

/** The contexts of the accounts on screen, each as if it were alone; the given one if it is that of a single account. */
export const accountContexts = <Context extends MergedAccountsPort>(
  context: Context,
): readonly AccountContext<Context>[] => {
  const {accounts} = context;
  return accounts?.members.map(({profile}) => accounts.contextOf(profile.name)) ?? [context];
};

const isLive = ({session}: AccountMember): boolean =>
  ['live', 'paused'].includes(session.account.getState().status.liveness);

/** The number of live accounts, if some are live and others are not; undefined if all are alike or only one is open. */
export function liveAccountCount({
  accounts,
}: MergedAccountsPort): {readonly live: number; readonly all: number} | undefined {
  const members = accounts?.members ?? [];
  const live = members.filter(isLive).length;
  return live === 0 || live === members.length ? undefined : {live, all: members.length};
}

/** True if an account is stale or offline, or isn't live beside others: the titles of lists then show ages sooner. */
export const hasUnconfirmedData = (context: MergedAccountsPort & SessionPort): boolean =>
  isStaleOrOffline(context.session.account.getState().status) || liveAccountCount(context) !== undefined;

/** @param root the context with the merged lists, read when it exists */
export function createAccountSet(
  root: () => ConsoleContext,
  merged: MergedSession,
  families: readonly Family[],
  host: WatchlistHost,
): AccountSet {
  const contexts = new Map<string, ConsoleContext>();
  const all = merged.members;
  const members = new Map(all.map(member => [member.profile.name, member]));
  const contextOf = (profile: string): ConsoleContext => {
    const existing = contexts.get(profile);
    if (existing) return existing;
    const member = members.get(profile);
    if (!member) throw new Error(`no account ${profile} is shown`);
    const context = memberContext(root(), member, families, host);
    contexts.set(profile, context);
    return context;
  };
  return {
    members: all,
    contextOf,
    locate(family, id) {
      const row = merged.session.collection(family).getState().byId.get(id);
      const owner = row && merged.ownerOf(row);
      return owner && {profile: owner.profile.name, id: contextOf(owner.profile.name).family(family).key(row)};
    },
    targetFor(given) {
      const {family, rows} = given;
      const owners: AccountMember[] = [];
      for (const row of rows) {
        const owner = merged.ownerOf(row);
        if (owner && !owners.includes(owner)) owners.push(owner);
      }
      const owner = owners[0] ?? all[0];
      if (!owner) throw new Error('No account');
      const subject: ActionSubject = {
        ...given,
        family: findFamily(families, family.id),
        rows: rows.filter(row => merged.ownerOf(row) === owner),
      };
      const names = owners.map(({profile}) => profile.name).join(' and ');
      return {
        context: contextOf(owner.profile.name),
        subject,
        refused: owners.length > 1 ? `selected in ${names}: one account at a time` : undefined,
      };
    },
  };
}

export function findFamily(families: readonly Family[], id: FamilyId): Family {
  const family = families.find(candidate => candidate.id === id);
  if (!family) throw new Error(`No family ${id}`);
  return family;
}

/** The same screen in the context of one account. */
function memberContext(
  root: ConsoleContext,
  {profile, session}: AccountMember,
  families: readonly Family[],
  host: WatchlistHost,
): ConsoleContext {
  const withProfile = <D extends Destination>(destination: D): D =>
    'page' in destination ? destination : {...destination, profile: profile.name};
  const navigation: Navigation = {
    ...root.navigation,
    go: destination => root.navigation.go(withProfile(destination)),
    backTo: destination => root.navigation.backTo(withProfile(destination)),
  };
  const watches = createWatchlist(session, {...host, notify: text => host.notify(`${profile.name}: ${text}`)});
  return {
    ...root,
    // The root context may replace these later.
    get terminal() {
      return root.terminal;
    },
    get profiles() {
      return root.profiles;
    },
    get settings() {
      return root.settings;
    },
    get keymap() {
      return root.keymap;
    },
    session,
    profile,
    families,
    accounts: undefined,
    navigation,
    unreadTickets: createUnreadTickets({session, preferences: root.preferences, profile}),
    frecency: createFrecency(root.preferences, profile, root.clock),
    overlays: {
      ...root.overlays,
      open: model => root.overlays.open(model, {prefix: profile.name, ...(profile.production && {tone: 'failed'})}),
    },
    family: id => findFamily(families, id),
    setToken: () => root.say('a token is typed where one account is shown: @ shows one', 'attention'),
    openResource: ({family, id, params}) => navigation.go({family, id, ...(params && {params})}),
    showList: (family, params) => navigation.go({family, ...(params && {params})}),
    toggleWatch: subject => watches.toggle(subject),
    toggleOperationWatch(operation) {
      watches.toggleOperation(operation);
      navigation.current.getState()?.repaint();
    },
    isWatched: operation => watches.isWatched(operation),
  };
}

/** The context of the current screen: that of one account, or the one with the merged lists. */
export function activeContext<Context extends MergedAccountsPort & NavigationPort>(
  context: Context,
): Context | ConsoleContext {
  const destination = context.navigation.current.getState()?.destination;
  const profile = destination && 'profile' in destination ? destination.profile : undefined;
  return profile === undefined || context.accounts === undefined ? context : context.accounts.contextOf(profile);
}

/** Navigation with several accounts: a row belongs to one of them and opens in its account. */
export const multiAccountNavigation = (navigation: Navigation, context: () => ConsoleContext): Navigation => ({
  ...navigation,
  go(destination) {
    if ('page' in destination || !('id' in destination) || destination.profile !== undefined) {
      navigation.go(destination);
      return;
    }
    const {family, id} = destination;
    const own = context().accounts?.locate(family, id);
    if (own) navigation.go({...destination, ...own});
    else {
      const {keymap, say} = context();
      const choose = pressText(keymap, 'everywhere.profile', 'to show one account');
      say(`The account of ${id} is ambiguous. ${choose}`.trimEnd(), 'attention');
    }
  },
});
