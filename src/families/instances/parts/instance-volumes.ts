/** The volumes of an instance: rows of the family volumes, with an action that attaches a volume. */
import {amountCell} from '../../format/cells.ts';
import {gigabytes} from '../../format/format.ts';
import {ageColumn} from '../../shape/column.ts';
import {defineFamily} from '../../shape/define-family.ts';
import * as standard from '../../shape/standard.ts';
import {volumeState, volumeStateWords} from '../../storage/volumes.ts';

export const instanceVolumes = defineFamily('instances.volumes', {
  title: 'Volumes of the instance',
  one: 'volume',
  label: row => row.label,
  state: volumeState,
  stateWords: volumeStateWords,
  columns: [
    {field: 'label', title: 'Label', grow: true, width: 12},
    {field: 'status', title: 'Status', state: true, width: 11},
    {field: 'size', title: 'Size', align: 'right', width: 6, format: size => amountCell(size, gigabytes)},
    {field: 'filesystem_path', title: 'Path', priority: 2, max: 60},
    {...ageColumn, priority: 3},
    standard.tagsColumn,
  ],
  detail: [],
  actions: {},
  borrowedActions: {
    attach: {
      title: 'Attach a volume…',
      key: 'n',
      on: 'list',
      family: 'volumes',
      action: 'attach',
      pick: {
        title: 'Volume',
        unless: ({candidate: volume, lookup, params}) => {
          if (volume.compute_id === params.computeId) return 'already attached';
          if (volume.compute_id !== null) return `attached to ${volume.compute_label ?? volume.compute_id}`;
          const instance = lookup.find('instances', params.computeId);
          // In the list of an instance, the reason names the region of the volume.
          return instance && instance.region !== volume.region ? `in ${volume.region}` : undefined;
        },
      },
      presetValues: ({params}) => ({compute_id: params.computeId}),
    },
    create: {
      title: 'New volume…',
      key: 'N',
      on: 'list',
      family: 'volumes',
      action: 'create',
      presetValues: ({params}) => ({compute_id: params.computeId}),
    },
  },
  represents: row => ({ref: {family: 'volumes', id: row.id}, row}),
  summary: row => gigabytes(row.size),
});
