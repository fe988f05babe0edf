/** Copies of an image in regions: in the API of today, the account chooses the regions. */
import type {Image} from '../../contract/resources/images.ts';
import {unlessCapable, unlessInService} from '../catalogue/regions.ts';
import {countText, megabytes} from '../format/format.ts';
import type {FamilySpec} from '../shape/define-family.ts';

type Replicate = FamilySpec<'images', 'image'>['actions']['replicate'];
type Copies = NonNullable<Image['regions']>;

const copiesOf = ({regions}: Image): Copies => regions ?? [];
const regionsOf = (row: Image): readonly string[] => copiesOf(row).map(({region}) => region);
const lostRegions = (row: Image, regions: readonly string[]): readonly string[] =>
  regionsOf(row).filter(region => !regions.includes(region));

/** "us-east", "eu-west replicating" */
export const copyText = ({region, status}: {readonly region: string; readonly status: string}): string =>
  status === 'available' ? region : `${region} ${status}`;

function unlessReplicable(row: Image): string | undefined {
  if (row.is_public === true) return 'public images belong to the platform';
  if (row.regions === undefined) return 'your provider does not show its regions';
  return row.status === 'available' ? undefined : 'is not available yet';
}

export const replicateAction: Replicate = {
  title: 'Replicate…',
  rowParams: row => ({imageId: row.id}),
  unless: ({row}) => unlessReplicable(row),
  invalidates: ['images'],
  confirm: 'ask',
  risk: ({row, body: {regions}}) => (lostRegions(row, regions).length > 0 ? 'destroys' : 'charges'),
  busyWord: 'replicating',
  undo: {action: 'replicate', body: row => ({regions: [...regionsOf(row)]})},
  problems: ({row, body: {regions}}) => {
    if (!Array.isArray(regions)) return [];
    if (regions.length === 0) return [{field: 'regions', reason: 'needs at least one region'}];
    const isKept = copiesOf(row).some(({region, status}) => status === 'available' && regions.includes(region));
    return isKept ? [] : [{field: 'regions', reason: 'needs a region in which the image is available'}];
  },
  warnings: ({row, body: {regions}}) => {
    const removed = lostRegions(row, regions);
    return [
      ...(removed.length > 0
        ? [`The ${removed.length === 1 ? 'copy' : 'copies'} in ${removed.join(', ')} will be deleted.`]
        : []),
      `${countText(regions.length, 'copy', 'copies')} of ${megabytes(row.size)} will be billed.`,
    ];
  },
  form: {
    regions: {
      title: 'Regions',
      help: 'All regions with a copy. A region that you leave out loses its copy.',
      input: 'pickMany',
      family: 'regions',
      initial: ({row}) => (row ? [...regionsOf(row)] : undefined),
      unless: ({candidate: region}) => unlessCapable(region, 'Object Storage') ?? unlessInService(region),
    },
  },
};
