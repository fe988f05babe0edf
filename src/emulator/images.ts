/** Images, public and private (D1 §4.3). */
import type {Image} from '../contract/images.ts';
import {kind} from './engine/kind.ts';

export const Images = kind<Image>('image', {grant: 'image', first: 15000, columns: {key: 'id'}});
