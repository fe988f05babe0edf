/** Resources put together for the map: by region, by tag, or by family. */
import type {Family} from '../../../families/define.ts';
import type {MonitorLayout} from '../../../profiles/monitor.ts';
import type {Sight, Watch} from '../../../store/watch.ts';
import type {MapGroup} from './map.ts';

/** What has no tag of those that are shown. */
const UNTAGGED = 'no tag';

/** @param families the ones that stand on the wall when it is grouped by family */
export function groupsOf(watch: Watch, {group, tags}: MonitorLayout, families: readonly Family[]): readonly MapGroup[] {
  if (group === 'family') {
    return families.map(({id, title}) => groupOf(title, watch.sights(id))).filter(({states}) => states.length > 0);
  }
  const groups = new Map<string, Sight[]>();
  for (const sight of watch.sights('instances')) {
    const {row} = sight;
    for (const name of group === 'region' ? [String(row.region ?? '?')] : tagsOf(row.tags, tags)) {
      const known = groups.get(name);
      if (known) known.push(sight);
      else groups.set(name, [sight]);
    }
  }
  const order = (name: string): string => (name === UNTAGGED ? '\uffff' : name);
  return [...groups]
    .sort(([left], [right]) => (order(left) < order(right) ? -1 : 1))
    .map(([name, sights]) => groupOf(name, sights));
}

const groupOf = (name: string, sights: readonly Sight[]): MapGroup => ({
  name,
  states: sights.map(({state}) => state),
  label(index) {
    const sight = sights[index];
    return sight ? sight.family.label(sight.row) : '';
  },
});

function tagsOf(value: unknown, wanted: readonly string[] | undefined): readonly string[] {
  const tags = Array.isArray(value) ? value.map(String) : [];
  const shown = wanted ? tags.filter(tag => wanted.includes(tag)) : tags;
  return shown.length > 0 ? shown : [UNTAGGED];
}
