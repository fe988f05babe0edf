/** Clicks go to the pane under the mouse; overlays have only keys. */
import {isPageView} from '../context/navigation.ts';
import {type CellPosition, rowAt} from '../frame/layout.ts';
import type {ConsoleApp} from './console-app.ts';

export function handleClick(context: ConsoleApp, at: CellPosition): void {
  const view = context.navigation.current.getState();
  if (context.overlays.stack.getState().length > 0 || view === undefined) return;
  if (context.sidebar.click(at)) return;
  if (isPageView(view)) {
    const {columns: width, rows: height, ...corner} = view.area;
    const row = rowAt({...corner, width, height}, at);
    if (row === undefined) return;
    context.focus.setState('main', true);
    view.click?.(row, at.x - corner.x);
    context.repaintAll();
    return;
  }
  const inMain = rowAt(view.main, at);
  const inAside = rowAt(view.aside, at);
  if (inMain === undefined && inAside === undefined) return;
  context.focus.setState('main', true);
  view.setInDetail(inMain === undefined);
  view.click(inMain ?? inAside ?? 0);
  context.repaintAll();
}
