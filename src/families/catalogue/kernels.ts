/** Kernels that a config can boot (D2 §2.6). */
import type {Kernel} from '../../contract/resources/kernels.ts';
import {ageCell, ageOrder, momentCell, yesNoCell} from '../format/cells.ts';
import {joinParts} from '../format/format.ts';
import {identifierCell} from '../shape/column.ts';
import {defineFamily, type FamilySpec} from '../shape/define-family.ts';
import * as standard from '../shape/standard.ts';

type KernelSpec = FamilySpec<'kernels', never>;

const columns: KernelSpec['columns'] = [
  {field: 'label', title: 'Label', grow: true, width: 20},
  {
    field: 'deprecated',
    title: 'Status',
    state: true,
    format: old => (old ? 'deprecated' : 'current'),
    sortBy: row => (row.deprecated ? 1 : 0),
  },
  {field: 'version', title: 'Version', width: 10, max: 20, kind: 'version'},
  {field: 'architecture', title: 'Arch', priority: 2},
  {field: 'id', title: 'ID', priority: 2, max: 40, identifier: 'image-or-kernel'},
  {field: 'kvm', title: 'KVM', priority: 3, format: yesNoCell},
  {field: 'pvops', title: 'Pvops', priority: 4, format: yesNoCell},
  {field: 'xen', title: 'Xen', optional: true, format: yesNoCell},
  {
    field: 'built',
    title: 'Built',
    align: 'right',
    priority: 4,
    format: (date, _, lookup) => ageCell(date, lookup.now),
    sortBy: (row, lookup) => ageOrder(row.built, lookup.now),
  },
];

const detail: KernelSpec['detail'] = [
  {
    title: 'Overview',
    sections: [
      {
        title: 'Kernel',
        lines: [
          standard.labelLine,
          {title: 'ID', value: (row, lookup) => identifierCell('image-or-kernel', row.id, lookup)},
          {title: 'Version', value: row => row.version},
          {title: 'Architecture', value: row => row.architecture},
          {title: 'Deprecated', value: row => yesNoCell(row.deprecated)},
          {title: 'Built', value: (row, lookup) => momentCell(row.built, lookup.now)},
        ],
      },
      {
        title: 'Virtualization',
        lines: [
          {title: 'KVM', value: row => yesNoCell(row.kvm)},
          {title: 'Paravirtualized', value: row => yesNoCell(row.pvops)},
          {title: 'Xen', value: row => yesNoCell(row.xen)},
        ],
      },
    ],
  },
];

/** A kernel has no status; its state shows whether it is still maintained. */
function stateOf(row: Kernel) {
  if (row.deprecated === undefined) return {condition: 'unknown', word: 'unknown'} as const;
  return row.deprecated
    ? ({condition: 'off', word: 'deprecated'} as const)
    : ({condition: 'ok', word: 'current'} as const);
}

export const kernels = defineFamily('kernels', {
  title: 'Kernels',
  one: 'kernel',
  group: 'compute',
  aliases: ['kernel'],
  identifier: 'image-or-kernel',
  label: row => row.label,
  state: stateOf,
  stateWords: ['current', 'deprecated'],
  columns,
  detail,
  actions: {},
  reconcileSeconds: 3600,
  summary: row => joinParts(row.version, row.architecture),
});
