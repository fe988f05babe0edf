/** Resources of all accounts in groups for the map: by region, tag, family, or account. */
import type {AnyRow, Family, FamilyId} from '../../../families/shape/define-family.ts';
import type {MonitorLayout} from '../../../profiles/monitor-layout.ts';
import type {ObservedState} from '../../../store/watch/compare-states.ts';
import type {MapGroup} from './heat-map.ts';
import {extentWords, type WatchedAccount, type WatchedAccounts} from './watched-accounts.ts';

/** The group of resources without any of the displayed tags. */
const UNTAGGED = 'no tag';

/** The states of one account, in the API's order. */
interface AccountStates {
  readonly part: WatchedAccount;
  readonly states: readonly ObservedState[];
}

/** @param families the families to show when grouped by family */
export function groupsOf(
  wall: WatchedAccounts,
  {group, tags}: MonitorLayout,
  families: readonly Family[],
): readonly MapGroup[] {
  const {all, hasSeveral} = wall;
  const shown = group === 'family' ? families.map(({id}) => id) : (['instances'] as const);
  let alike: ReadonlySet<string> | undefined;
  const isAlike = (label: string): boolean => {
    if (!hasSeveral || group === 'profile') return false;
    alike ??= alikeIn(all, shown);
    return alike.has(label);
  };
  const createGroup = (
    name: string,
    some: readonly AccountStates[],
    parts: readonly WatchedAccount[],
    id: FamilyId,
  ): MapGroup => groupOf(name, some, extentIn(parts, id), isAlike);
  const someOf = (part: WatchedAccount, id: FamilyId): AccountStates => ({part, states: part.watch.states(id)});
  switch (group) {
    case 'family':
      return families
        .map(({id, title}) =>
          createGroup(
            title,
            all.map(part => someOf(part, id)),
            all,
            id,
          ),
        )
        .filter(({states}) => states.length > 0);
    case 'profile':
      return all.map(part => createGroup(part.context.profile.name, [someOf(part, 'instances')], [part], 'instances'));
    default: {
      const namesOf = ({region, tags: own}: AnyRow): readonly string[] =>
        group === 'region' ? [String(region ?? '?')] : tagsOf(own, tags);
      return [...groupInstances(all, namesOf)].map(([name, some]) => createGroup(name, some, all, 'instances'));
    }
  }
}

/** The instances of all accounts, grouped by these names and in the order of the names. */
function groupInstances(
  all: readonly WatchedAccount[],
  namesOf: (row: AnyRow) => readonly string[],
): readonly (readonly [string, readonly AccountStates[]])[] {
  const groups = new Map<string, {part: WatchedAccount; states: ObservedState[]}[]>();
  for (const part of all)
    for (const state of part.watch.states('instances'))
      for (const name of namesOf(state.row)) {
        const group = groups.get(name) ?? [];
        groups.set(name, group);
        const last = group.at(-1);
        if (last?.part === part) last.states.push(state);
        else group.push({part, states: [state]});
      }
  const order = (name: string): string => (name === UNTAGGED ? '\uffff' : name);
  return [...groups].sort(([left], [right]) => (order(left) < order(right) ? -1 : 1));
}

/** Names that rows of several accounts have in common. */
function alikeIn(all: readonly WatchedAccount[], families: readonly FamilyId[]): ReadonlySet<string> {
  const owners = new Map<string, WatchedAccount>();
  const alike = new Set<string>();
  for (const part of all)
    for (const {family, row} of families.flatMap(id => part.watch.states(id))) {
      const label = family.label(row);
      const owner = owners.get(label);
      if (owner === undefined) owners.set(label, part);
      else if (owner !== part) alike.add(label);
    }
  return alike;
}

/** The known part of a group's lists as text; undefined if the lists are complete. */
const extentIn = (parts: readonly WatchedAccount[], id: FamilyId): string | undefined =>
  parts.map(part => part.watch.collection(id).getState().failure?.message ?? extentWords(part, id)).find(Boolean);

/** @param isAlike true if rows of two accounts have this name: each then shows its account */
function groupOf(
  name: string,
  some: readonly AccountStates[],
  extent: string | undefined,
  isAlike: (label: string) => boolean,
): MapGroup {
  const states = some.flatMap(({states: observed}) => observed.map(({state}) => state));
  return {
    name,
    states,
    isPartial: extent !== undefined,
    empty: states.length > 0 ? undefined : extent,
    label(index) {
      let at = index;
      for (const {part, states: observed} of some) {
        const state = observed[at];
        at -= observed.length;
        if (state === undefined) continue;
        const label = state.family.label(state.row);
        return isAlike(label) ? `${part.context.profile.name}/${label}` : label;
      }
      return '';
    },
  };
}

function tagsOf(value: unknown, shownTags: readonly string[] | undefined): readonly string[] {
  const tags = Array.isArray(value) ? value.map(String) : [];
  const shown = shownTags ? tags.filter(tag => shownTags.includes(tag)) : tags;
  return shown.length > 0 ? shown : [UNTAGGED];
}
