/** Network interfaces as entries of a form: eth0, eth1 and eth2 in their order (D2 §2.4). */
const isVlan = (values: object): boolean => 'purpose' in values && values.purpose === 'vlan';

export const interfaceInputs = {
  input: 'rows',
  one: 'interface',
  of: {
    purpose: {
      title: 'Purpose',
      input: 'choice',
      labels: {public: 'public', vlan: 'VLAN'},
      initial: (): 'public' => 'public',
    },
    label: {title: 'VLAN', help: 'made with the first instance in it', input: 'text', when: isVlan},
    ipam_address: {
      title: 'Address',
      help: 'With its mask, for example 10.0.0.1/24. With network helper, the instance configures it automatically.',
      input: 'text',
      when: isVlan,
    },
  },
} as const;
