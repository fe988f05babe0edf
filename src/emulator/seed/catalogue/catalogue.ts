/** Catalog of every account: regions, plans, kernels, public images. */
import {Images} from '../../families/images/image-kinds.ts';
import {Types} from '../../families/instance-types.ts';
import {Kernels} from '../../families/kernels.ts';
import {Regions} from '../../families/regions.ts';
import type {Seeder} from '../core/seed-context.ts';
import {planCatalogue, regionCatalogue} from './catalogue-hardware.ts';
import {kernelCatalogue, publicImages} from './catalogue-software.ts';

export const catalogueSeed: Seeder = {
  always({db, word}) {
    for (const region of regionCatalogue) db.insert(Regions, () => region);
    for (const plan of planCatalogue) db.insert(Types, () => plan);
    for (const kernel of kernelCatalogue(word)) db.insert(Kernels, () => kernel);
    for (const image of publicImages) db.insert(Images, () => image);
  },
};
