/** The empty detail of a merged list, whose rows open in their accounts. */
import {createStore} from 'zustand/vanilla';
import type {SurfacePort} from '../../context/ports.ts';
import type {Detail} from '../shared/list-view-types.ts';

/** A detail without content. */
export const createEmptyDetail = (context: SurfacePort): Detail => ({
  surface: context.surface(() => []),
  hasCharts: createStore(() => false),
  show: () => {},
  repaint: () => {},
  openTab: () => {},
  click: () => {},
  step: () => {},
  moveToKey: () => {},
  creationSubject: () => undefined,
  table: () => undefined,
  layers: () => [],
  activate: () => () => {},
});
