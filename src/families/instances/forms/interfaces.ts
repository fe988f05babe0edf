/** Network interfaces as entries of a form: eth0, eth1 and eth2 in order (D2 §2.4). */
import type {Vpc} from '../../../contract/resources/vpcs.ts';
import {subnetPick, unlessIn} from '../../relations/subnet-pick.ts';
import type {FormCandidateContext, FormContext, InputValues} from '../../shape/forms.ts';

const hasPurpose =
  (purpose: string) =>
  ({values}: Pick<FormContext, 'values'>): boolean =>
    'purpose' in values && values.purpose === purpose;
const isVlan = hasPurpose('vlan');
const isVpc = hasPurpose('vpc');

/** Among public interfaces, only those of today's API have this field. */
const canBePrimary = (context: FormContext): boolean =>
  isVpc(context) || ('primary' in context.values && !isVlan(context));

/** The reason why a subnet of a VPC can't be chosen: the instance is, or will be, in another region. */
export const unlessInInstanceRegion = ({
  candidate: vpc,
  formValues,
  lookup,
  params,
}: FormCandidateContext<Vpc>): string | undefined =>
  unlessIn(vpc, lookup.find('instances', params.computeId)?.region ?? formValues.region);

export const interfaceInputs = {
  input: 'rows',
  one: 'interface',
  inputs: {
    purpose: {
      title: 'Purpose',
      input: 'choice',
      labels: {public: 'public', vlan: 'VLAN', vpc: 'VPC'},
      initial: (): 'public' => 'public',
    },
    label: {title: 'VLAN', help: 'A new label creates a VLAN.', input: 'text', isVisible: isVlan},
    ipam_address: {
      title: 'Address',
      help: 'With its prefix length, for example 10.0.0.1/24. With network helper, the instance configures it automatically.',
      input: 'text',
      isVisible: isVlan,
    },
    subnet_id: {
      ...subnetPick,
      help: 'of a VPC in the region of the instance',
      unless: unlessInInstanceRegion,
      required: (values: InputValues) => isVpc({values}),
      isVisible: isVpc,
    },
    ipv4: {
      title: 'IPv4',
      input: 'group',
      isVisible: isVpc,
      inputs: {
        vpc: {title: 'Address in VPC', help: 'Leave empty to get one.', input: 'text'},
        nat_1_1: {title: 'Public address', help: 'A public address of the instance, or any.', input: 'text'},
      },
    },
    ip_ranges: {
      title: 'Routed ranges',
      help: 'ranges of the subnet, like 10.0.4.0/28, one a line',
      input: 'lines',
      isVisible: isVpc,
    },
    primary: {title: 'Default route', input: 'toggle', isVisible: canBePrimary},
  },
} as const;
