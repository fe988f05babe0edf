/** Services that regions and accounts have in the API of today only. They are in the regions that have VLANs. */
const added = ['VPCs', 'Placement Group', 'Kubernetes'];

/** True for a region with VPCs, by the capabilities that are stored. */
export const offersVpcs = (capabilities: readonly string[]): boolean => capabilities.includes('Vlans');

/** The capabilities in responses of the API of today. */
export const todaysCapabilities = (capabilities: readonly string[]): readonly string[] =>
  offersVpcs(capabilities) ? [...capabilities, ...added] : capabilities;
