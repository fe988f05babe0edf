/** The default firewalls of new resources whose request has no firewall. The API of today has them. */

import type {Firewall, FirewallSettings} from '../../contract/networking/firewalls.ts';
import {type Cell, cellFor, noneCell} from '../format/cells.ts';
import {type DefaultPlace, defaultPlaces, defaultUses, protectedResources} from '../relations/default-firewalls.ts';
import {defineFamily, type FamilySpec, type Lookup, type Ref} from '../shape/define-family.ts';
import type {FormCandidateContext} from '../shape/forms.ts';

type Spec = FamilySpec<'networking.firewalls.settings', never>;
type Defaults = FirewallSettings['default_firewall_ids'];
const titles: Readonly<Record<DefaultPlace, string>> = {
  compute: 'Instances',
  nodebalancer: 'NodeBalancers',
  public_interface: 'Public interfaces',
  vpc_interface: 'VPC interfaces',
};
const settingsIn = (lookup: Lookup): FirewallSettings | undefined => lookup.rows('networking.firewalls.settings')[0];

/** The resources that a firewall protects by default; an older API has neither defaults nor this field of firewalls. */
export function defaultCell({id, entities}: Firewall, lookup: Lookup): Cell {
  if (entities === undefined) return noneCell;
  const settings = settingsIn(lookup);
  return cellFor(settings && defaultUses(other => other === id, settings));
}

const firewallName = (id: number, lookup: Lookup): string =>
  lookup.find('networking.firewalls', id)?.label ?? `firewall ${id}`;

/** "The default firewall web will protect it."; if the settings aren't loaded, what the API does in either case. */
export function defaultProtectionText(place: DefaultPlace, lookup: Lookup): string {
  const id = settingsIn(lookup)?.default_firewall_ids?.[place];
  if (typeof id === 'number') return `The default firewall ${firewallName(id, lookup)} will protect it.`;
  return id === null
    ? `No default firewall is set for new ${protectedResources[place]}: choose a firewall, or the API refuses the request.`
    : 'The default firewall of the account will protect it. Without a default firewall, the API refuses the request.';
}

const isInterface = (place: DefaultPlace): boolean => place === 'public_interface' || place === 'vpc_interface';

/** The changed defaults. */
function changesOf({default_firewall_ids: before}: FirewallSettings, after: Partial<Defaults> | undefined) {
  return defaultPlaces.flatMap(place => {
    const id = after?.[place];
    return id === undefined || id === before?.[place] ? [] : [{place, id}];
  });
}

function changeText(place: DefaultPlace, id: number | null, lookup: Lookup): string {
  const subject = `New ${protectedResources[place]}`;
  if (id !== null) return `${subject} get the firewall ${firewallName(id, lookup)} unless their request names another.`;
  return isInterface(place)
    ? `${subject} need a firewall in their request: without a default, the API refuses others.`
    : `${subject} get no firewall unless their request names one.`;
}

const firewallRef = (id: number | null | undefined): Ref | undefined =>
  typeof id === 'number' ? {family: 'networking.firewalls', id} : undefined;
/** The default for one type of resources, as a line or a column. */
const defaultFor = (place: DefaultPlace) => ({
  title: titles[place],
  value: ({default_firewall_ids: ids}: FirewallSettings, lookup: Lookup): Cell =>
    cellFor(ids?.[place], id => firewallName(id, lookup)),
  link: ({default_firewall_ids: ids}: FirewallSettings) => firewallRef(ids?.[place]),
});

const pick = (place: DefaultPlace) =>
  ({
    title: titles[place],
    help: 'Leave empty for none.',
    input: 'pick',
    family: 'networking.firewalls',
    unless: ({candidate}: FormCandidateContext<Firewall>) =>
      candidate.status === 'deleted' ? 'is being deleted' : undefined,
  }) as const;

const actions: Spec['actions'] = {
  update: {
    title: 'Edit…',
    risk: ({row, body}) =>
      changesOf(row, body.default_firewall_ids).some(({id}) => id === null) ? 'opens' : undefined,
    warnings: ({row, lookup, body}) =>
      changesOf(row, body.default_firewall_ids).map(({place, id}) => changeText(place, id, lookup)),
    invalidates: ['networking.firewalls.settings'],
    undo: {action: 'update', body: ({default_firewall_ids: ids}) => ({default_firewall_ids: ids})},
    form: {
      default_firewall_ids: {
        title: 'Default firewalls',
        input: 'group',
        inputs: {
          compute: pick('compute'),
          nodebalancer: pick('nodebalancer'),
          public_interface: pick('public_interface'),
          vpc_interface: pick('vpc_interface'),
        },
      },
    },
  },
};

export const defaultFirewalls = defineFamily('networking.firewalls.settings', {
  title: 'Default firewalls',
  one: 'default firewalls',
  name: 'default-firewalls',
  aliases: ['default-firewalls'],
  group: 'network',
  readOperation: 'get',
  single: true,
  today: true,
  label: () => 'Default firewalls',
  columns: defaultPlaces.map(place => ({...defaultFor(place), id: place, width: 12, max: 32})),
  detail: [
    {title: 'Overview', sections: [{title: 'Protection of new resources', lines: defaultPlaces.map(defaultFor)}]},
  ],
  actions,
});
