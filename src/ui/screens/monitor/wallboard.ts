/**
 * The wallboard: one or several accounts at a glance, without a key press; readable from a distance, and clear about
 * missing data.
 */

import {createStore, type StoreApi} from 'zustand/vanilla';
import {createLayer, type Layer} from '../../../keymap/layer.ts';
import type {MonitorLayout} from '../../../profiles/monitor-layout.ts';
import type {PageArea, PageView} from '../../context/navigation.ts';
import type {
  MergedAccountsPort,
  NavigationPort,
  PageAccountPorts,
  QuitPort,
  RefetchPort,
  SettingsPort,
} from '../../context/ports.ts';
import {stripStyles} from '../../terminal/index.ts';
import type {Skin} from '../../theme/skin.ts';
import {isUnloaded} from '../shared/list-title.ts';
import {hasStopped} from './heartbeat.ts';
import {wallboardLines} from './wallboard-lines.ts';
import {layoutsOf, type WatchedAccounts, watchAccounts} from './watched-accounts.ts';

type WallboardPorts = MergedAccountsPort & NavigationPort & PageAccountPorts & QuitPort & RefetchPort & SettingsPort;

/** Ages change by the minute; without data the wallboard repaints more often. Milliseconds. */
const REPAINT_MS = 60_000;
const STOPPED_REPAINT_MS = 10_000;

export interface WallboardState {
  /** Increases when the lines may have changed. */
  readonly revision: number;
}

/** The lines as they were computed last. */
interface Computed {
  readonly revision: number;
  readonly columns: number;
  readonly rows: number;
  readonly skin: Skin;
  readonly lines: readonly string[];
}

export class Wallboard implements PageView {
  readonly kind = 'monitor';
  readonly destination = {page: 'monitor'} as const;
  readonly isBare = true;
  readonly store: StoreApi<WallboardState> = createStore(() => ({revision: 0}));
  readonly #context: WallboardPorts;
  readonly #accounts: WatchedAccounts;
  readonly #layouts: readonly MonitorLayout[];
  readonly #layers: readonly Layer[];
  #layout = 0;
  #area: PageArea = {x: 0, y: 0, columns: 80, rows: 24};
  #computed: Computed | undefined;

  constructor(context: WallboardPorts) {
    this.#context = context;
    this.#accounts = watchAccounts(context);
    this.#layouts = layoutsOf(context);
    this.#layers = [this.#keys()];
  }

  readonly title = (): string => 'Monitor';
  readonly repaint = (): void => this.store.setState(({revision}) => ({revision: revision + 1}));

  get area(): PageArea {
    return this.#area;
  }

  layers(): readonly Layer[] {
    return this.#layers;
  }

  setArea(area: PageArea): void {
    this.#area = area;
  }

  /** The rows in an area of this size, as styled text; computed once for each revision, size and theme. */
  lines({columns, rows}: Pick<PageArea, 'columns' | 'rows'>): readonly string[] {
    const {revision} = this.store.getState();
    const skin = this.#context.skin();
    const known = this.#computed;
    if (known?.revision === revision && known.columns === columns && known.rows === rows && known.skin === skin)
      return known.lines;
    const layout = this.#layouts[this.#layout % this.#layouts.length] as MonitorLayout;
    const lines = wallboardLines(this.#accounts, layout, this.#layouts.length > 1, {columns, rows});
    this.#computed = {revision, columns, rows, skin, lines};
    return lines;
  }

  texts(): readonly string[] {
    return this.lines(this.#area).map(stripStyles);
  }

  isLoading(): boolean {
    return this.#accounts.all.some(({watch}) =>
      watch.families.some(({id}) => isUnloaded(watch.collection(id).getState())),
    );
  }

  activate(): () => void {
    const {clock} = this.#context;
    const accounts = this.#accounts.all.map(part => part.context.session.account);
    let stopTimer: (() => void) | undefined;
    const schedule = (): void => {
      const wait = accounts.some(account => hasStopped(account.getState().status)) ? STOPPED_REPAINT_MS : REPAINT_MS;
      stopTimer?.();
      stopTimer = clock.schedule(wait, () => {
        this.repaint();
        schedule();
      });
    };
    const stops = this.#accounts.all.flatMap(({context: {session}, watch}) => [
      watch.subscribe(this.repaint),
      session.plans?.subscribe(this.repaint) ?? (() => {}),
      ...(['status', 'pulse', 'operations', 'events'] as const).map(part =>
        session.account.subscribe(state => state[part], this.repaint),
      ),
      session.account.subscribe(state => state.status, schedule),
    ]);
    schedule();
    return () => {
      stopTimer?.();
      for (const stop of stops) stop();
    };
  }

  #keys(): Layer {
    const context = this.#context;
    return createLayer('monitor', {
      close: {
        run: () => void (context.navigation.back() || context.quit()),
        hintText: () => (context.navigation.hasBack() ? 'close' : 'quit'),
      },
      layout: {
        run: () => {
          this.#layout++;
          this.repaint();
        },
        unless: () => (this.#layouts.length > 1 ? undefined : 'the settings file names one layout only'),
      },
      plans: {
        run: () => context.navigation.go({page: 'plans'}),
        isAbsent: () =>
          this.#accounts.all.every(({context: {session}}) => (session.plans?.waiting() ?? []).length === 0),
      },
      refresh: () => context.refetchAll(),
    });
  }
}
