/** Recognizes IDs of rows in values of an unknown type. */
import type {RowId} from '../../families/shape/define-family.ts';

export const isRowId = (id: unknown): id is RowId => typeof id === 'string' || typeof id === 'number';
