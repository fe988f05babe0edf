/** Content of the wallboard, as the settings define it. */

export const monitorGroups = ['region', 'tag', 'family', 'profile'] as const;
export const monitorSections = ['problems', 'map', 'running', 'notices', 'events'] as const;
export type MonitorGroup = (typeof monitorGroups)[number];
export type MonitorSection = (typeof monitorSections)[number];

export interface MonitorLayout {
  readonly name: string;
  /** Grouping of the map's cells: instances by region, tag or account, or everything by family. */
  readonly group: MonitorGroup;
  /** The sections. The first ones get space first. */
  readonly show: readonly MonitorSection[];
  /** Families that are watched for problems, by any of their names; by default all whose rows have a status. */
  readonly families?: readonly string[] | undefined;
  /** Tags that get a group of their own; by default all tags. */
  readonly tags?: readonly string[] | undefined;
}

/** Layouts without any in the settings: one for every grouping, the one by account only for several accounts. */
export const defaultLayouts = (hasSeveral: boolean): readonly MonitorLayout[] =>
  monitorGroups
    .filter(group => hasSeveral || group !== 'profile')
    .map(group => ({name: group, group, show: monitorSections}));
