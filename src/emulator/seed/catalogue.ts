/** What every account finds: regions, plans, kernels, public Images. */
import {Images} from '../images/kinds.ts';
import {Kernels} from '../kernels.ts';
import {Regions} from '../regions.ts';
import {Types} from '../types.ts';
import {planCatalogue, regionCatalogue} from './catalogue-hardware.ts';
import {kernelCatalogue, publicImages} from './catalogue-software.ts';
import type {Seeder} from './story.ts';

export const catalogueSeed: Seeder = {
  always({db, word}) {
    for (const region of regionCatalogue) db.insert(Regions, () => region);
    for (const plan of planCatalogue) db.insert(Types, () => plan);
    for (const kernel of kernelCatalogue(word)) db.insert(Kernels, () => kernel);
    for (const image of publicImages) db.insert(Images, () => image);
  },
};
