/** Rows worth coming back to, across families. */
import type {AnyRow} from '../../../families/define.ts';
import {equal} from '../../../store/equal.ts';
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
      mark.family === family.id && mark.id === id && equal(mark.params ?? {}, params);
    const known = bookmarks.some(isThis);
    const word = stateWord(deck, subject, row);
    const where = Object.keys(params).length > 0 ? {params} : {};
    bookmarks = known
      ? bookmarks.filter(mark => !isThis(mark))
      : [...bookmarks, {family: family.id, id, ...where, label, word}];
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

/** What the bookmark is now, and what it was when it was made, where that differs. */
function item(deck: Deck, {family: id, id: rowId, params = {}, label, word}: Bookmark): MenuItem {
  const family = deck.families.find(candidate => candidate.id === id);
  const state = family && deck.session.collection(family.id, params).get();
  const row = state?.byId.get(rowId);
  const now = family && row ? stateWord(deck, {family, params}, row) : state?.complete === true ? 'gone' : '';
  const changed = now !== '' && word !== '' && now !== word ? `, was ${word}` : '';
  return {
    text: `${family?.one ?? id} ${family && row ? family.label(row) : label}`,
    detail: `${now}${changed}`,
    unless: family === undefined ? 'this program does not show such resources' : undefined,
    run: () => family && deck.open({family: family.id, id: rowId, ...(Object.keys(params).length > 0 && {params})}),
  };
}

const stateWord = (deck: Deck, {family, params}: Pick<Subject, 'family' | 'params'>, row: AnyRow): string =>
  family.state?.(row, deck.session.look, params).word ?? '';
