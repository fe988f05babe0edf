/**
 * Several accounts in one console. Their lists are merged; whatever is about a row is done on the deck of its account:
 * the same screen, with that account's session, profile and families in place of the merged ones, and its name on every
 * dialog. So nothing that acts has to know that there are several.
 */
import type {Family, FamilyId, RowId} from '../families/define.ts';
import type {AccountMember, MergedSession} from '../store/merged/session.ts';
import type {Deck} from './deck.ts';
import type {Destination, Places} from './place.ts';
import type {Subject} from './screens/change/subject.ts';
import {createUnread} from './unread.ts';
import {createUses} from './uses.ts';
import {createWatches, type WatchHost} from './watches.ts';

/** Where something is done, and with what. */
export interface Acting {
  readonly deck: Deck;
  readonly subject: Subject;
  /** Why it cannot be: the rows are of several accounts. Deck and subject are then those of the first. */
  readonly refused: string | undefined;
}

export interface Accounts {
  readonly members: readonly AccountMember[];
  /** The deck as this account has it. */
  of(profile: string): Deck;
  acting(subject: Subject): Acting;
  /** Where a row of a merged list is in its own account; undefined for an ID that names none. */
  placeOf(family: FamilyId, id: RowId): {readonly profile: string; readonly id: RowId} | undefined;
}

/** Where this is done: on the deck of the rows' account where there are several, else here. */
export const actingOn = (deck: Deck, subject: Subject): Acting =>
  deck.accounts?.acting(subject) ?? {deck, subject, refused: undefined};

/** The accounts on screen, one or several. */
export const membersOf = ({accounts, profile, session}: Deck): readonly AccountMember[] =>
  accounts?.members ?? [{profile, session}];

const heard = ({session}: AccountMember): boolean => ['live', 'paused'].includes(session.status.get().liveness);

/** How many of the accounts are live, where some are and others are not; undefined where they are alike, or there is one. */
export function someHeard({accounts}: Deck): {readonly live: number; readonly all: number} | undefined {
  const members = accounts?.members ?? [];
  const live = members.filter(heard).length;
  return live === 0 || live === members.length ? undefined : {live, all: members.length};
}

/** Nothing confirms what is shown, or not all of it: what is older than a poll or two says so. */
export function isDoubted(deck: Deck): boolean {
  const {liveness} = deck.session.status.get();
  return liveness === 'stale' || liveness === 'offline' || someHeard(deck) !== undefined;
}

/** @param root the deck with the merged lists, asked when it is there */
export function createAccounts(
  root: () => Deck,
  merged: MergedSession,
  families: readonly Family[],
  host: WatchHost,
): Accounts {
  const decks = new Map<string, Deck>();
  const all = merged.members;
  const members = new Map(all.map(member => [member.profile.name, member]));
  const of = (profile: string): Deck => {
    const known = decks.get(profile);
    if (known) return known;
    const member = members.get(profile);
    if (!member) throw new Error(`no account ${profile} is shown`);
    const deck = deckOf(root(), member, families, host);
    decks.set(profile, deck);
    return deck;
  };
  return {
    members: all,
    of,
    placeOf(family, id) {
      const row = merged.session.collection(family).get().byId.get(id);
      const owner = row && merged.ownerOf(row);
      return owner && {profile: owner.profile.name, id: of(owner.profile.name).family(family).key(row)};
    },
    acting({family, rows, params, sent}) {
      const owners: AccountMember[] = [];
      for (const row of rows) {
        const owner = merged.ownerOf(row);
        if (owner && !owners.includes(owner)) owners.push(owner);
      }
      const owner = owners[0] ?? all[0];
      if (!owner) throw new Error('there is no account');
      const subject = {
        family: familyIn(families, family.id),
        rows: rows.filter(row => merged.ownerOf(row) === owner),
        params,
        sent,
      };
      const names = owners.map(({profile}) => profile.name).join(' and ');
      return {
        deck: of(owner.profile.name),
        subject,
        refused: owners.length > 1 ? `selected in ${names}: one account at a time` : undefined,
      };
    },
  };
}

export function familyIn(families: readonly Family[], id: FamilyId): Family {
  const family = families.find(candidate => candidate.id === id);
  if (!family) throw new Error(`there is no family ${id}`);
  return family;
}

/** The same screen, as one account has it. */
function deckOf(root: Deck, {profile, session}: AccountMember, families: readonly Family[], host: WatchHost): Deck {
  const here = <D extends Destination>(destination: D): D =>
    'page' in destination ? destination : {...destination, profile: profile.name};
  const places: Places = {
    ...root.places,
    go: destination => root.places.go(here(destination)),
    backTo: destination => root.places.backTo(here(destination)),
  };
  const watches = createWatches(session, {...host, tell: text => host.tell(`${profile.name}: ${text}`)});
  const own: Partial<Deck> = {
    session,
    profile,
    families,
    accounts: undefined,
    places,
    unread: createUnread({session, preferences: root.preferences, profile}),
    uses: createUses(root.preferences, profile, root.clock),
    overlays: {
      ...root.overlays,
      open: ({title, tone, ...spec}) =>
        root.overlays.open({
          ...spec,
          title: () => `${profile.name} · ${title()}`,
          ...(tone ? {tone} : profile.production && {tone: () => 'failed'}),
        }),
    },
    family: id => familyIn(families, id),
    typeToken: () => root.say('a token is typed where one account is shown: @ shows one', 'attention'),
    open: ({family, id, params}) => places.go({family, id, ...(params && {params})}),
    show: (family, params) => places.go({family, ...(params && {params})}),
    watch: subject => watches.toggle(subject),
    watchOperation(operation) {
      watches.toggleOperation(operation);
      places.current.get()?.repaint();
    },
    watching: operation => watches.watching(operation),
  };
  // What is no account's, the terminal and the settings among it, stays the screen's own and may be replaced there.
  return Object.create(root, Object.getOwnPropertyDescriptors(own)) as Deck;
}

/** The deck of what is on screen: that of one account, or the one with the merged lists. */
export function hereOf(deck: Deck): Deck {
  const destination = deck.places.current.get()?.destination;
  const profile = destination && 'profile' in destination ? destination.profile : undefined;
  return profile === undefined || deck.accounts === undefined ? deck : deck.accounts.of(profile);
}

/** Places among several accounts: a row is about one of them, and shown in its own. */
export const placesAmong = (places: Places, deck: () => Deck): Places => ({
  ...places,
  go(destination) {
    if ('page' in destination || !('id' in destination) || destination.profile !== undefined) {
      places.go(destination);
      return;
    }
    const {family, id} = destination;
    const own = deck().accounts?.placeOf(family, id);
    if (own) places.go({...destination, ...own});
    else deck().say(`of which account ${id} is cannot be told: @ shows one`, 'attention');
  },
});
