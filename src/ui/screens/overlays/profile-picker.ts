/** The profiles there are, and which to show: one, or the lists of several as one. */
import type {ConsoleContext, ProfileSummary} from '../../context/console-context.ts';
import {type Chooser, openChooser} from '../../widgets/chooser.ts';
import {rankMatches} from '../../widgets/fuzzy.ts';
import {openMenu} from '../../widgets/menu.ts';

const TITLE = 'Profiles';

/** What must not be overlooked stands before the address. */
const detailOf = ({address, production, readOnly}: ProfileSummary): string =>
  [production && 'production', readOnly && 'read-only', address].filter(Boolean).join('  ');

const searchText = (profile: ProfileSummary): string => `${profile.name} ${detailOf(profile)}`;

const shownNow = ({accounts, profile}: ConsoleContext): readonly string[] =>
  accounts?.members.map(({profile}) => profile.name) ?? [profile.name];

function show(context: ConsoleContext, names: string): void {
  if (names !== shownNow(context).join(',')) context.switchProfile(names);
}

/** Enter shows the selected profiles, or without a selection the one under the cursor. */
export function openProfiles(context: ConsoleContext): void {
  const {profiles} = context;
  const here = shownNow(context);
  const names = profiles.map(({name}) => name);
  // None at first: where several are shown, enter is the way back to one.
  const selected = new Set<string>();
  let current: (() => string | undefined) | undefined;
  const textOf = (name: string): string => (here.includes(name) ? `${name} (here)` : name);
  const chooser: Chooser = openChooser(context, {
    title: `${TITLE}: select several to merge their lists`,
    prompt: ' ',
    at: 'centre',
    first: Math.max(0, names.indexOf(here[0] ?? '')),
    choices: typed =>
      rankMatches(typed, profiles, searchText).map(profile => ({
        text: textOf(profile.name),
        detail: detailOf(profile),
        on: selected.has(profile.name),
        run() {
          if (!selected.delete(profile.name)) selected.add(profile.name);
        },
      })),
    nothing: typed => `No profile matches ${typed}.`,
    multiple: {
      accept() {
        // In the order of the settings, however they were selected.
        const wanted = selected.size > 0 ? names.filter(name => selected.has(name)).join(',') : current?.();
        if (wanted !== undefined) show(context, wanted);
      },
      leave() {},
    },
  });
  current = () => {
    const text = chooser.chosen()?.text;
    return names.find(name => textOf(name) === text);
  };
}

/** The same in words, where one account is shown at a time. */
export function openProfileMenu(context: ConsoleContext): void {
  const here = shownNow(context);
  openMenu(context, {
    title: TITLE,
    items: () =>
      context.profiles.map(({name, address, production, readOnly}) => ({
        text: name,
        detail: [here.includes(name) && 'here', address, production && 'production', readOnly && 'read-only']
          .filter(Boolean)
          .join(', '),
        run: () => show(context, name),
      })),
  });
}
