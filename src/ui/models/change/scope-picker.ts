/** The scopes of a token by area: each area cycles through its levels, and a line above them sets all areas. */
import {
  allScopes,
  formatScopes,
  hasAllScopes,
  parseScopes,
  type ScopeLevel,
  scopeLevelWords,
  withNextLevel,
} from '../../../families/profile/scopes.ts';
import {ownProperty} from '../../../platform/text/own-property.ts';
import {rankMatches} from '../../widgets/fuzzy.ts';
import {openSelectList} from '../select-list.ts';
import {createStableTexts, type KeyedChoice} from './keyed-choice.ts';
import type {OptionPickerOptions} from './option-picker.ts';

const wordOf = (level: string): string =>
  Object.hasOwn(scopeLevelWords, level) ? scopeLevelWords[level as ScopeLevel] : level;

export function pickScopes({host, field, set, done}: OptionPickerOptions): void {
  const now = field();
  if (now === undefined) return;
  const before = typeof now.value === 'string' ? now.value : '';
  let text = before;
  const firstAreas = parseScopes(before).map(({area}) => area);
  const searchTexts = createStableTexts();
  const setScopes = (next: string): void => {
    text = next;
    set(next === '' ? undefined : next);
    list.refreshChoices();
  };
  const choices = (): readonly KeyedChoice[] => {
    const contents = host.scopeAreas();
    const all = hasAllScopes(text);
    const scopes = parseScopes(text);
    const areas = new Set<string>([...Object.keys(contents), ...firstAreas, ...scopes.map(({area}) => area)]);
    return [
      {
        key: '',
        text: 'everything',
        detail: 'all areas, also future ones',
        on: all,
        run: () => setScopes(all ? '' : allScopes),
      },
      ...[...areas].map(area => {
        const level = scopes.find(scope => scope.area === area)?.level;
        return {
          text: `${host.spellScopeArea(area)}  ${level === undefined ? '' : wordOf(level)}`.trim(),
          detail: ownProperty(contents, area) ?? '',
          on: all || level !== undefined,
          unless: all ? 'included in everything' : undefined,
          key: area,
          run: () => setScopes(formatScopes(withNextLevel(scopes, area))),
        };
      }),
    ];
  };
  const list = openSelectList(host, {
    title: now.title,
    prompt: ' ',
    at: 'center',
    choices: typed => rankMatches(typed, choices(), searchTexts),
    nothing: typed => `no area is called ${typed}`,
    onClosed: () => stop(),
    multiple: {
      switches: `none, ${scopeLevelWords.read_only}, ${scopeLevelWords.read_write}`,
      accept: done,
      leave() {
        if (text !== before) set(now.value);
      },
    },
  });
  const stop = host.followScopeAreas(() => list.refreshChoices());
}
