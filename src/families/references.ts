/**
 * Which resources point at others, and what becomes of them when those go or stop. What a change touches besides its own
 * row is worked out from this, for every family alike.
 */
import type {AtOf, FamilyId, Look, PathParams, RowId, RowOf} from './define.ts';
import type {AnyRow} from './shape/views.ts';

/** What a change does to a resource, as those see it that point at it. */
export type Effect =
  /** It is no more. */
  | 'gone'
  /** It is there, and does not answer for a while or until somebody starts it. */
  | 'stopped';

/** What goes or stops: resources of a family, and the addresses that go with them. */
export interface Affected {
  readonly family: FamilyId;
  readonly rows: readonly AnyRow[];
  readonly ids: ReadonlySet<RowId>;
  readonly addresses: ReadonlySet<string>;
}

/** How the rows of a family point at resources of another. */
export interface AnyReference {
  /** Whose rows point. */
  readonly from: FamilyId;
  /** At what they point. */
  readonly to: readonly FamilyId[];
  /** "DNS records" */
  readonly title: string;
  /** The lists to look through, each in one place; those of every Domain, as far as the Domains are known. */
  readonly places: (affected: Affected, look: Look) => readonly PathParams[];
  /** The family whose rows the places follow from; while it is not known whole, neither are they. */
  readonly above?: FamilyId;
  readonly points: (row: AnyRow, affected: Affected, at: PathParams) => boolean;
  /** What the row is called here. */
  readonly label: (row: AnyRow, at: PathParams, look: Look) => string;
  /** What becomes of them: "detach", after their number and title. Absent where they do not mind. */
  readonly effects: Readonly<Partial<Record<Effect, string>>>;
  /** One list that tells the same of any number of them, in place of a list for each. */
  readonly ofMany?: AnyReference;
}

interface Reference<F extends FamilyId> extends Omit<AnyReference, 'from' | 'places' | 'points' | 'label'> {
  readonly from: F;
  readonly places: (affected: Affected, look: Look) => readonly AtOf<F>[];
  readonly points: (row: RowOf<F>, affected: Affected, at: AtOf<F>) => boolean;
  readonly label: (row: RowOf<F>, at: AtOf<F>, look: Look) => string;
}

// The only cast: rows of a family's list are of its type.
const refer = <F extends FamilyId>(reference: Reference<F>): AnyReference => reference as unknown as AnyReference;

const numbers = ({ids}: Affected): readonly number[] => [...ids].map(Number);
const asPlaces = (affected: Affected) => numbers(affected).map(id => ({computeId: id}));
/** An address with its port, or with its prefix. */
const bare = (text: string): string => {
  const inner = /^\[(.*)\](?::\d+)?$/.exec(text)?.[1];
  if (inner !== undefined) return inner;
  return text.replace(/\/\d+$/, '').replace(/^([\d.]+):\d+$/, '$1');
};
const pointsAt = (text: string | null | undefined, {addresses}: Affected): boolean =>
  typeof text === 'string' && addresses.has(bare(text));

/** What has addresses of its own. */
const addressed = ['instances', 'nodebalancers', 'networking.ips', 'instances.ips'] as const;

export const references: readonly AnyReference[] = [
  refer({
    from: 'instances.volumes',
    to: ['instances'],
    title: 'Volumes',
    places: asPlaces,
    points: () => true,
    label: row => row.label,
    effects: {gone: 'will detach'},
    ofMany: refer({
      from: 'volumes',
      to: ['instances'],
      title: 'Volumes',
      places: () => [{}],
      points: (row, {ids}) => row.compute_id !== null && ids.has(row.compute_id),
      label: row => row.label,
      effects: {gone: 'will detach'},
    }),
  }),
  refer({
    from: 'domains.records',
    to: addressed,
    title: 'DNS records',
    above: 'domains',
    places: (_, look) => look.rows('domains').map(({id}) => ({domainId: id})),
    points: (row, affected) => pointsAt(row.target, affected),
    label: ({type, name}, {domainId}, look) => {
      const zone = look.find('domains', domainId)?.domain ?? `Domain ${domainId}`;
      return `${type} ${name ? `${name}.` : ''}${zone}`;
    },
    effects: {gone: 'will point at an address that is given up', stopped: 'will point at what does not answer'},
  }),
  refer({
    from: 'instances.nodebalancers',
    to: ['instances'],
    title: 'NodeBalancers',
    places: asPlaces,
    points: () => true,
    label: row => row.label,
    effects: {gone: 'will lose a backend', stopped: 'will find a backend down'},
  }),
  refer({
    from: 'instances.firewalls',
    to: ['instances'],
    title: 'firewalls',
    places: asPlaces,
    points: () => true,
    label: row => row.label,
    effects: {gone: 'will lose a device'},
  }),
  refer({
    from: 'databases.instances',
    to: addressed,
    title: 'databases',
    places: () => [{}],
    points: (row, affected) => row.allow_list.some(entry => pointsAt(entry, affected)),
    label: row => row.label,
    effects: {gone: 'will go on allowing an address that is given up'},
  }),
  refer({
    from: 'networking.firewalls.devices',
    to: ['networking.firewalls'],
    title: 'instances',
    places: affected => numbers(affected).map(id => ({firewallId: id})),
    points: () => true,
    label: row => row.entity.label || `instance ${row.entity.id}`,
    effects: {gone: 'will be protected by it no more'},
  }),
  refer({
    from: 'nodebalancers.configs',
    to: ['nodebalancers'],
    title: 'ports',
    places: affected => numbers(affected).map(id => ({nodeBalancerId: id})),
    points: () => true,
    label: row => `port ${row.port}`,
    effects: {gone: 'will close, with their backends'},
  }),
  refer({
    from: 'nodebalancers.configs.nodes',
    to: ['nodebalancers.configs'],
    title: 'backends',
    places: ({rows}) =>
      rows.map(({id, nodebalancer_id}) => ({nodeBalancerId: Number(nodebalancer_id), configId: Number(id)})),
    points: () => true,
    label: row => row.label,
    effects: {gone: 'will get no more traffic from it'},
  }),
  refer({
    from: 'instances',
    to: ['images'],
    title: 'instances',
    places: () => [{}],
    points: (row, {ids}) => row.image !== null && ids.has(row.image),
    label: row => row.label,
    effects: {gone: 'will run on, and cannot be rebuilt from it'},
  }),
  refer({
    from: 'tags.objects',
    to: ['tags'],
    title: 'resources',
    places: ({ids}) => [...ids].map(id => ({label: String(id)})),
    points: () => true,
    label: ({data}) => ('label' in data ? data.label : data.domain),
    effects: {gone: 'will lose the tag'},
  }),
];

/** What operations do to the resource that they are about. What is not here leaves others alone. */
export const effects: Readonly<Record<string, Effect>> = {
  'instances.delete': 'gone',
  'instances.rebuild': 'stopped',
  'instances.shutdown': 'stopped',
  'instances.reboot': 'stopped',
  'instances.rescue': 'stopped',
  'instances.resize': 'stopped',
  'instances.migrate': 'stopped',
  'instances.mutate': 'stopped',
  'instances.ips.delete': 'gone',
  'nodebalancers.delete': 'gone',
  'nodebalancers.configs.delete': 'gone',
  'networking.firewalls.delete': 'gone',
  'images.delete': 'gone',
  'tags.delete': 'gone',
};

/** The addresses of a row: those that it has while it lives. */
export function addressesOf(row: AnyRow): readonly string[] {
  const {ipv4, ipv6, address} = row;
  const all = [...(Array.isArray(ipv4) ? ipv4 : [ipv4]), ipv6, address];
  return all.filter((one): one is string => typeof one === 'string' && one !== '').map(bare);
}
