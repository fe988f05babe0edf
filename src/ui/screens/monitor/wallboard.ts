/**
 * The wallboard: one or several whole accounts without a key press; readable from across the room, and clear about
 * missing data.
 */

import {createLayer} from '../../../keymap/layer.ts';
import type {MonitorLayout} from '../../../profiles/monitor-layout.ts';
import type {ConsoleContext} from '../../context/console-context.ts';
import type {View} from '../../context/navigation.ts';
import {createObservable} from '../../context/observable.ts';
import {isUnloaded} from '../shared/list-title.ts';
import {hasStopped} from './heartbeat.ts';
import {wallboardLines} from './wallboard-lines.ts';
import {layoutsOf, watchAccounts} from './watched-accounts.ts';

/** Ages grow by the minute; without data the wallboard repaints more often. Milliseconds. */
const REPAINT_MS = 60_000;
const STOPPED_REPAINT_MS = 10_000;

export function createWallboard(context: ConsoleContext): View {
  const {clock} = context;
  const layouts = layoutsOf(context);
  let chosen = 0;
  const layout = (): MonitorLayout => layouts[chosen % layouts.length] as MonitorLayout;
  const wall = watchAccounts(context);
  const main = context.surface((columns, rows) => wallboardLines(wall, layout(), layouts.length > 1, {columns, rows}));
  const accounts = wall.all.map(part => part.context.session.account);

  const changed = (): void => context.batch(() => main.repaint());
  const layers = [
    createLayer(
      'monitor',
      {
        close: () => void (context.navigation.back() || context.quit()),
        layout: {
          run() {
            chosen++;
            changed();
          },
          unless: () => (layouts.length > 1 ? undefined : 'the settings file names one layout only'),
        },
        refresh: () => context.refetchAll(),
      },
      {title: 'Wallboard'},
    ),
  ];
  return {
    destination: {page: 'monitor'},
    title: () => 'Monitor',
    split: false,
    bare: true,
    main,
    aside: undefined,
    inDetail: createObservable(false),
    layers: () => layers,
    loading: () => wall.all.some(({watch}) => watch.families.some(({id}) => isUnloaded(watch.collection(id).get()))),
    activate() {
      let tick: (() => void) | undefined;
      const plan = (): void => {
        const wait = accounts.some(account => hasStopped(account.getState().status)) ? STOPPED_REPAINT_MS : REPAINT_MS;
        tick?.();
        tick = clock.schedule(wait, () => {
          changed();
          plan();
        });
      };
      const stops = wall.all.flatMap(({context: {session}, watch}) => [
        watch.subscribe(changed),
        ...(['status', 'pulse', 'operations', 'events'] as const).map(part =>
          session.account.subscribe(state => state[part], changed),
        ),
        session.account.subscribe(state => state.status, plan),
      ]);
      plan();
      return () => {
        tick?.();
        for (const stop of stops) stop();
      };
    },
    repaint: changed,
  };
}
