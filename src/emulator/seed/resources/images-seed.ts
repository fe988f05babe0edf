/** Images of the account: a golden image, an upload that expires soon, and the image of a deleted instance. */
import type {Image} from '../../../contract/resources/images.ts';
import {days, formatTimestamp, hours, minutes} from '../../engine/time/clock.ts';
import {expireImage, Images} from '../../families/images/image-kinds.ts';
import {owner} from '../account/users-seed.ts';
import {beforeNow, type SeedContext, type Seeder} from '../core/seed-context.ts';

type ImageSketch = Pick<Image, 'label' | 'description' | 'size'> & Partial<Image> & {readonly age: number};

const imageSeeds = (context: SeedContext): readonly ImageSketch[] => [
  {label: 'golden-web', description: 'Base of every web node: nginx, agents, hardening', size: 2210, age: 4 * days},
  {
    label: 'golden-db-v14',
    description: 'データベース用イメージ (PostgreSQL 14)',
    size: 3890,
    age: 44 * days,
    created_by: 'wsmith',
  },
  {
    label: 'vendor-appliance',
    description: null,
    size: 0,
    age: 23 * hours + 20 * minutes,
    status: 'pending_upload',
    created_by: 'wsmith',
  },
  {
    label: 'compute-old-mail - Recovery',
    description: 'Made when the instance was deleted',
    size: 11240,
    age: 9 * days,
    type: 'automatic',
    expiry: beforeNow(context, -5 * days),
  },
];

export const imagesSeed: Seeder = {
  demo(context) {
    const {db, now, secrets} = context;
    for (const {age, ...fields} of imageSeeds(context)) {
      const moment = formatTimestamp(now - age);
      const isPending = fields.status === 'pending_upload';
      db.insert(
        Images,
        id => ({
          id: `private/${id}`,
          created: moment,
          updated: moment,
          created_by: owner,
          deprecated: false,
          is_public: false,
          type: 'manual',
          expiry: null,
          eol: null,
          vendor: null,
          status: 'available',
          ...fields,
        }),
        {hidden: isPending ? {secret: secrets.hex(48), region: 'us-east'} : {}},
      );
    }
  },
  begin(work) {
    for (const {id, doc} of work.db.where(Images, {sql: `json_extract(doc, '$.status')='pending_upload'`, values: []}))
      work.schedule(expireImage, {id}, Date.parse(`${doc.created}Z`) + days);
  },
};
