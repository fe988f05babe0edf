/** The detail beside a merged list: its rows open in their own accounts. */
import {createStore} from 'zustand/vanilla';
import type {SurfacePort} from '../../context/ports.ts';
import type {Detail} from '../shared/list-view-types.ts';

/** The detail of a place without rows. */
export const createEmptyDetail = (context: SurfacePort): Detail => ({
  surface: context.surface(() => []),
  hasCharts: createStore(() => false),
  show: () => {},
  openTab: () => {},
  click: () => {},
  step: () => {},
  moveToKey: () => {},
  creationSubject: () => undefined,
  layers: () => [],
  activate: () => () => {},
});
