/** Rows worth coming back to, across families. */
import type {AnyRow} from '../../../families/define.ts';
import {rowCondition} from '../../../store/condition.ts';
import {jsonEqual} from '../../../store/equal.ts';
import {isSecretId} from '../../../store/secrets.ts';
import type {Bookmark, Deck} from '../../deck.ts';
import {type MenuItem, openMenu} from '../../widgets/menu.ts';
import type {Subject} from '../change/subject.ts';

export function toggleBookmark(deck: Deck, subject: Subject): void {
  const {family, rows, params} = subject;
  let bookmarks = deck.preferences.get().bookmarks;
  for (const row of rows) {
    const id = family.key(row);
    const label = family.label(row);
    if (isSecretId(id, row)) {
      deck.say(`${label} is known by its token alone, which is kept in no file: no bookmark`, 'attention');
      continue;
    }
    const isThis = (mark: Bookmark): boolean =>
      mark.family === family.id &&
      mark.id === id &&
      jsonEqual(mark.params ?? {}, params) &&
      isOf(deck.profile.name, mark);
    const known = bookmarks.some(isThis);
    const word = stateWord(deck, subject, row);
    const where = Object.keys(params).length > 0 ? {params} : {};
    bookmarks = known
      ? bookmarks.filter(mark => !isThis(mark))
      : [...bookmarks, {family: family.id, id, ...where, profile: deck.profile.name, label, word}];
    deck.say(known ? `${label} is no bookmark any more` : `bookmarked ${label}; :bookmarks lists them`, 'ok');
  }
  deck.preferences.patch({bookmarks});
}

export function openBookmarks(deck: Deck): void {
  const {bookmarks} = deck.preferences.get();
  if (bookmarks.length === 0) {
    deck.say('no bookmarks yet: b on a row makes one', 'attention');
    return;
  }
  openMenu(deck, {title: 'Bookmarks', items: () => bookmarks.map(mark => item(deck, mark))});
}

/** Those of earlier versions are of whatever account is shown. */
const isOf = (name: string, {profile = name}: Bookmark): boolean => profile === name;

/** The deck of the account that it is in; undefined where that is not shown. */
function deckFor(deck: Deck, mark: Bookmark): Deck | undefined {
  const {accounts} = deck;
  if (accounts === undefined) return isOf(deck.profile.name, mark) ? deck : undefined;
  const member = accounts.members.find(({profile}) => profile.name === mark.profile);
  return member && accounts.of(member.profile.name);
}

function item(whole: Deck, mark: Bookmark): MenuItem {
  const own = deckFor(whole, mark);
  const {profile, family: id, id: rowId, params = {}, label} = mark;
  const ref = {family: id, id: rowId, ...(Object.keys(params).length > 0 && {params})};
  const facts = own && itemIn(own, mark);
  const isNamed = profile !== undefined && (own === undefined || whole.accounts !== undefined);
  return {
    text: facts?.text ?? `${whole.families.find(family => family.id === id)?.one ?? id} ${label}`,
    detail: [isNamed ? profile : '', facts?.detail].filter(Boolean).join(' · '),
    unless: facts?.unless,
    run: () => (profile === undefined ? whole.open(ref) : whole.openIn(profile, ref)),
  };
}

/** What the bookmark is now, and what it was when it was made, where that differs. */
function itemIn(
  deck: Deck,
  {family: id, id: rowId, params = {}, label, word}: Bookmark,
): Pick<MenuItem, 'text' | 'detail' | 'unless'> {
  const family = deck.families.find(candidate => candidate.id === id);
  const state = family && deck.session.collection(family.id, params).get();
  const row = state?.byId.get(rowId);
  const now = family && row ? stateWord(deck, {family, params}, row) : state?.complete === true ? 'gone' : '';
  const changed = now !== '' && word !== '' && now !== word ? `, was ${word}` : '';
  return {
    text: `${family?.one ?? id} ${family && row ? family.label(row) : label}`,
    detail: `${now}${changed}`,
    unless: family === undefined ? 'this program does not show such resources' : undefined,
  };
}

function stateWord({session}: Deck, {family, params}: Pick<Subject, 'family' | 'params'>, row: AnyRow): string {
  const list = session.collection(family.id, params);
  return rowCondition(list, row, session.look, list.annotation(family.key(row)))?.word ?? '';
}
