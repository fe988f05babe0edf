/** The firewalls of a resource, set together in one request for the resource. The API of today has this operation. */
import type {Firewall} from '../../contract/networking/firewalls.ts';
import {countText, joinParts} from '../format/format.ts';
import type {RequestContext, Risk} from '../shape/actions.ts';
import {mayBeCurrentApi} from '../shape/api-version.ts';
import type {Lookup, PathParams} from '../shape/define-family.ts';
import type {FormCandidateContext, FormContext} from '../shape/forms.ts';
import * as standard from '../shape/standard.ts';
import {firewallState, firewallStateWords} from './firewalls.ts';
import {ruleCountColumns} from './rule-columns.ts';

type AssignedFamily = 'instances.firewalls' | 'nodebalancers.firewalls';
type AssignmentContext = RequestContext<undefined, PathParams, {readonly firewall_ids: readonly number[]}>;

const ruleCount = ({rules}: Firewall): number => rules.inbound.length + rules.outbound.length;

/** The display of a firewall in the list of a resource. */
export const assignedFirewall = {
  one: 'firewall',
  label: (row: Firewall): string => row.label,
  state: firewallState,
  stateWords: firewallStateWords,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 14},
    {field: 'status', title: 'Status', state: true, width: 14},
    ...ruleCountColumns,
    {...standard.tagsColumn, priority: 2},
  ],
  detail: [],
  represents: (row: Firewall) => ({ref: {family: 'networking.firewalls' as const, id: row.id}, row}),
  summary: (row: Firewall): string => joinParts(row.status, countText(ruleCount(row), 'rule')),
} as const;

/** The reason why the firewalls can't be set for the resource. */
export const unlessAssignable = (lookup: Lookup): string | undefined =>
  mayBeCurrentApi({lookup})
    ? undefined
    : 'your provider’s API can’t do this: add or remove the resource in the firewall instead';

/** The current firewalls of a resource; undefined until the list is loaded. */
const currentFirewalls = (
  family: AssignedFamily,
  lookup: Lookup,
  params: PathParams,
): readonly Firewall[] | undefined =>
  lookup.complete(family, params) ? lookup.rows(family, params as never) : undefined;

/** The action that sets the firewalls of a resource. */
export const assignmentAction = (family: AssignedFamily, noun: string) =>
  ({
    title: 'Set firewalls…',
    unless: ({lookup}: {readonly lookup: Lookup}) => unlessAssignable(lookup),
    confirm: 'ask',
    risk: ({lookup, params, body: {firewall_ids: ids}}: AssignmentContext): Risk => {
      const hasRemoved = currentFirewalls(family, lookup, params)?.some(({id}) => !ids.includes(id));
      return ids.length === 0 || hasRemoved ? 'opens' : 'interrupts';
    },
    warnings: ({lookup, params, body: {firewall_ids: ids}}: AssignmentContext): readonly string[] => {
      const current = currentFirewalls(family, lookup, params);
      const nameOf = (id: number) => lookup.find('networking.firewalls', id)?.label ?? `firewall ${id}`;
      const removed = current?.filter(({id}) => !ids.includes(id)).map(({label}) => label) ?? [];
      const added = ids.filter(id => !current?.some(firewall => firewall.id === id)).map(nameOf);
      return [
        ...(current === undefined
          ? [`Couldn’t read the current firewalls of the ${noun}. All of them are replaced.`]
          : []),
        ...(removed.length > 0 ? [`These firewalls no longer protect the ${noun}: ${removed.join(', ')}.`] : []),
        ...(current !== undefined && added.length > 0 ? [`These firewalls are added: ${added.join(', ')}.`] : []),
        ...(ids.length === 0 ? [`Without a firewall, the ${noun} accepts all traffic.`] : []),
      ];
    },
    invalidates: [family, 'networking.firewalls', 'networking.firewalls.devices'],
    form: {
      firewall_ids: {
        title: 'Firewalls',
        help: 'All firewalls afterwards. Deselect all of them to remove the last one.',
        input: 'pickMany',
        family: 'networking.firewalls',
        initial: ({lookup, params}: FormContext) => currentFirewalls(family, lookup, params)?.map(({id}) => id),
        unless: ({candidate}: FormCandidateContext<Firewall>) =>
          candidate.status === 'deleted' ? 'is being deleted' : undefined,
      },
    },
  }) as const;
