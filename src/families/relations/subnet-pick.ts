/** The choice of a subnet among those of all VPCs in a region. */
import type {Vpc} from '../../contract/resources/vpcs.ts';
import type {PickerPart} from '../shape/forms.ts';

/** "web of production", with its range. */
const subnetsOf = ({label, region, subnets}: Vpc): readonly PickerPart[] =>
  subnets.map(subnet => ({
    value: subnet.id,
    text: `${subnet.label} of ${label}`,
    detail: [subnet.ipv4, region].filter(Boolean).join(' · '),
  }));

/** The reason why the subnets of a VPC can't be chosen in a region; for an unknown region, the API decides. */
export const unlessIn = ({region}: Vpc, targetRegion: unknown): string | undefined =>
  typeof targetRegion === 'string' && targetRegion !== '' && targetRegion !== region ? `is in ${region}` : undefined;

/** An input for the ID of a subnet. */
export const subnetPick = {title: 'Subnet', input: 'pick', family: 'vpcs', parts: subnetsOf} as const;
