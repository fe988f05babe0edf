/** Bookmarks of rows, across families. */
import {countInSentence} from '../../../families/format/nouns.ts';
import type {AnyRow} from '../../../families/shape/define-family.ts';
import {pressText} from '../../../keymap/keymap.ts';
import {rowCondition} from '../../../store/cache/row-condition.ts';
import {jsonEqual} from '../../../store/core/json-equal.ts';
import {isSecretId} from '../../../store/core/secret-fields.ts';
import type {ActionSubject} from '../../context/action-subject.ts';
import type {Bookmark} from '../../context/console-types.ts';
import type {
  AccountPort,
  KeymapPort,
  MergedAccountsPort,
  NavigationPort,
  NotificationPort,
  OverlayPort,
  PreferencesPort,
  SessionPort,
} from '../../context/ports.ts';
import type {MenuItem} from '../../context/prompt-types.ts';
import {openMenu} from '../../models/menu.ts';

type BookmarksPorts = AccountPort & KeymapPort & MergedAccountsPort & NavigationPort & OverlayPort & PreferencesPort;

export function toggleBookmark(
  context: AccountPort & NotificationPort & PreferencesPort,
  subject: ActionSubject,
): void {
  const {family, rows, params} = subject;
  let {bookmarks} = context.preferences.getState();
  const added: AnyRow[] = [];
  const removed: AnyRow[] = [];
  const secret: AnyRow[] = [];
  for (const row of rows) {
    const id = family.key(row);
    if (isSecretId(id, row)) {
      secret.push(row);
      continue;
    }
    const isOfRow = (mark: Bookmark): boolean =>
      mark.family === family.id &&
      mark.id === id &&
      jsonEqual(mark.params ?? {}, params) &&
      isOf(context.profile.name, mark);
    const isBookmarked = bookmarks.some(isOfRow);
    const word = stateWord(context, subject, row);
    const place = Object.keys(params).length > 0 ? {params} : {};
    const mark = {family: family.id, id, ...place, profile: context.profile.name, label: family.label(row), word};
    bookmarks = isBookmarked ? bookmarks.filter(one => !isOfRow(one)) : [...bookmarks, mark];
    (isBookmarked ? removed : added).push(row);
  }
  context.preferences.setState({bookmarks});
  // One message for each kind of result, however many rows are selected.
  const names = (some: readonly AnyRow[]): string =>
    some.length === 1 && some[0] ? family.label(some[0]) : countInSentence(some.length, family);
  if (secret.length > 0) {
    const reason = secret.length > 1 ? 'their only IDs are secret tokens' : 'its only ID is a secret token';
    context.say(`${names(secret)} can’t be bookmarked: ${reason}`, 'attention');
  }
  if (removed.length > 0) context.say(`Bookmark${removed.length > 1 ? 's of' : ''} ${names(removed)} removed`, 'ok');
  if (added.length > 0) context.say(`Bookmarked ${names(added)}. Type :bookmarks for the list.`, 'ok');
}

export function openBookmarks(context: BookmarksPorts): void {
  const {bookmarks} = context.preferences.getState();
  if (bookmarks.length === 0) {
    context.say(
      `No bookmarks yet. ${pressText(context.keymap, 'list.bookmark', 'on a row to add one')}`.trimEnd(),
      'attention',
    );
    return;
  }
  openMenu(context, {title: 'Bookmarks', items: () => bookmarks.map(mark => item(context, mark))});
}

/** Bookmarks of earlier versions have no profile; they count as bookmarks of the current one. */
const isOf = (name: string, {profile = name}: Bookmark): boolean => profile === name;

/** The context of the bookmark's account; undefined if that account isn't open. */
function contextFor(context: AccountPort & MergedAccountsPort, mark: Bookmark): AccountPort | undefined {
  const {accounts} = context;
  if (accounts === undefined) return isOf(context.profile.name, mark) ? context : undefined;
  const member = accounts.members.find(({profile}) => profile.name === mark.profile);
  return member && accounts.contextOf(member.profile.name);
}

function item(whole: AccountPort & MergedAccountsPort & NavigationPort, mark: Bookmark): MenuItem {
  const context = contextFor(whole, mark);
  const {profile, family: id, id: rowId, params = {}, label} = mark;
  const ref = {family: id, id: rowId, ...(Object.keys(params).length > 0 && {params})};
  const facts = context && itemIn(context, mark);
  const isNamed = profile !== undefined && (context === undefined || whole.accounts !== undefined);
  return {
    text: facts?.text ?? `${whole.families.find(family => family.id === id)?.one ?? id} ${label}`,
    detail: [isNamed ? profile : '', facts?.detail].filter(Boolean).join(' · '),
    unless: facts?.unless,
    run: () => (profile === undefined ? whole.openResource(ref) : whole.openInProfile(profile, ref)),
  };
}

/** The bookmark's current label, with the earlier one if they differ. */
function itemIn(
  context: AccountPort,
  {family: id, id: rowId, params = {}, label, word}: Bookmark,
): Pick<MenuItem, 'text' | 'detail' | 'unless'> {
  const family = context.families.find(candidate => candidate.id === id);
  const state = family && context.session.collection(family.id, params).getState();
  const row = state?.byId.get(rowId);
  const now = family && row ? stateWord(context, {family, params}, row) : state?.isComplete === true ? 'gone' : '';
  const changed = now !== '' && word !== '' && now !== word ? `, was ${word}` : '';
  return {
    text: `${family?.one ?? id} ${family && row ? family.label(row) : label}`,
    detail: `${now}${changed}`,
    unless: family === undefined ? 'this program does not show such resources' : undefined,
  };
}

function stateWord(
  {session}: SessionPort,
  {family, params}: Pick<ActionSubject, 'family' | 'params'>,
  row: AnyRow,
): string {
  const list = session.collection(family.id, params);
  return rowCondition(list, row, session.lookup, list.annotation(family.key(row)))?.word ?? '';
}
