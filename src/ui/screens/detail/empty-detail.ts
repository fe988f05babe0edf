/** The empty detail of a merged list, whose rows open in their accounts. */
import {createStore} from 'zustand/vanilla';
import type {Family} from '../../../families/shape/define-family.ts';
import type {SurfacePort} from '../../context/ports.ts';
import type {Detail} from '../shared/list-view-types.ts';

/** A detail without content. */
export const createEmptyDetail = (context: SurfacePort, {detail}: Pick<Family, 'detail'>): Detail => ({
  surface: context.surface(() => []),
  hasCharts: createStore(() => false),
  show: () => {},
  repaint: () => {},
  openTab: () => {},
  tabTitles: () => detail.map(({title}) => title),
  click: () => {},
  step: () => {},
  moveToKey: () => {},
  creationSubject: () => undefined,
  table: () => undefined,
  layers: () => [],
  activate: () => () => {},
});
