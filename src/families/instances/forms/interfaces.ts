/** Network interfaces as entries of a form: eth0, eth1 and eth2 in their order (D2 §2.4). */
const hasPurpose =
  (purpose: string) =>
  (values: object): boolean =>
    'purpose' in values && values.purpose === purpose;
const isVlan = hasPurpose('vlan');
const isVpc = hasPurpose('vpc');

/** Of the public interfaces, only those of today's API have this field. */
const canBePrimary = (values: object): boolean => isVpc(values) || ('primary' in values && !isVlan(values));

export const interfaceInputs = {
  input: 'rows',
  one: 'interface',
  of: {
    purpose: {
      title: 'Purpose',
      input: 'choice',
      labels: {public: 'public', vlan: 'VLAN', vpc: 'VPC'},
      initial: (): 'public' => 'public',
    },
    label: {title: 'VLAN', help: 'made with the first instance in it', input: 'text', when: isVlan},
    ipam_address: {
      title: 'Address',
      help: 'With its mask, for example 10.0.0.1/24. With network helper, the instance configures it automatically.',
      input: 'text',
      when: isVlan,
    },
    subnet_id: {title: 'Subnet', help: 'the ID of a subnet of a VPC', input: 'number', required: isVpc, when: isVpc},
    ipv4: {
      title: 'IPv4',
      input: 'group',
      when: isVpc,
      of: {
        vpc: {title: 'Address in VPC', help: 'Leave empty to get one.', input: 'text'},
        nat_1_1: {title: 'Public address', help: 'A public address of the instance, or any.', input: 'text'},
      },
    },
    ip_ranges: {
      title: 'Routed ranges',
      help: 'ranges of the subnet, like 10.0.4.0/28, one a line',
      input: 'lines',
      when: isVpc,
    },
    primary: {title: 'Default route', input: 'toggle', when: canBePrimary},
  },
} as const;
