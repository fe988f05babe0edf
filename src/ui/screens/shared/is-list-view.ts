import type {View} from '../../context/navigation.ts';
import type {ListView} from './list-view-types.ts';

/** True for the view of a list with its detail; false for a page. */
export const isListView = (view: View | undefined): view is ListView => view !== undefined && 'model' in view;
