/** The upgrade of an instance from interfaces in its configs to interfaces of the instance itself. */

import type {Instance} from '../../../contract/instances/index.ts';
import {joinParts} from '../../format/format.ts';
import {interfaceLabel} from '../../relations/interface-names.ts';
import type {Lookup} from '../../shape/define-family.ts';
import type {InstanceSpec} from '../columns.ts';
import {instanceInSentence, unlessIdle} from '../forms/instance-state.ts';
import {interfaceAddresses} from '../forms/interface-words.ts';
import {instanceParams} from './power.ts';

/** The reason why the interfaces of an instance can't be upgraded. */
function unlessUpgradable(row: Instance, lookup: Lookup): string | undefined {
  if (row.interface_generation === undefined) return 'your provider’s API has no interfaces of instances';
  if (row.interface_generation === 'compute') return 'already has interfaces of its own';
  return unlessIdle(row, lookup);
}

const severalConfigs = (row: Instance | undefined, lookup: Lookup): boolean =>
  row !== undefined && lookup.rows('instances.configs', instanceParams(row)).length !== 1;

export const upgradeInterfaces: InstanceSpec['actions']['upgradeInterfaces'] = {
  title: 'Upgrade interfaces…',
  rowParams: instanceParams,
  unless: ({row, lookup}) => unlessUpgradable(row, lookup),
  confirm: {typing: 'label'},
  risk: ({body}) => (body?.dry_run === false ? 'destroys' : undefined),
  isDryRun: body => body?.dry_run !== false,
  invalidates: [
    'instances',
    'instances.configs',
    'instances.interfaces',
    'instances.ips',
    'instances.firewalls',
    'networking.firewalls',
    'networking.firewalls.devices',
  ],
  warnings: ({row, body}) =>
    body?.dry_run === false
      ? [
          `The interfaces in the configs of ${instanceInSentence(row)} are permanently deleted. Interfaces of the instance itself replace them.`,
          'Its firewalls move from the instance to the new interfaces.',
          'Its private IPv4 addresses stop working, also as backends of NodeBalancers.',
        ]
      : ['This is a dry run: the answer shows the new interfaces, and the instance stays as it is.'],
  revealedValues: ({response: {dry_run: isDryRun, interfaces}}) =>
    isDryRun === false
      ? []
      : interfaces.map((one, index) => ({
          title: `Interface ${index + 1}`,
          value: joinParts(interfaceLabel(one), interfaceAddresses(one).join(', ')),
          kept: true,
        })),
  form: {
    config_id: {
      title: 'Config',
      help: 'The interfaces of this config are kept. Leave empty to let the API choose.',
      input: 'pick',
      family: 'instances.configs',
      params: ({row}) => row && instanceParams(row),
      isVisible: ({row, lookup}) => severalConfigs(row, lookup),
    },
    dry_run: {
      title: 'Dry run',
      help: 'shows the new interfaces and changes nothing',
      input: 'toggle',
      initial: () => true,
    },
  },
};
