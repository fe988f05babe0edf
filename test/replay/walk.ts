/** Goes through the whole console: every list, its first rows, and every tab of theirs. */

import {families, familyOf} from '../../src/families/registry.ts';
import type {AnyRow, AnyTab, Family, FamilyId, PathParams, RowId} from '../../src/families/shape/define-family.ts';
import {isApiOfToday} from '../../src/store/cache/collection-state.ts';
import type {View} from '../../src/ui/context/navigation.ts';
import type {ListView} from '../../src/ui/screens/shared/list-view-types.ts';
import type {TestConsole} from '../harness/console.ts';

/** Words that no screen may show. */
const wrongWords = /undefined|\bNaN\b|\[object |Invalid Date|Skydeck hit a bug/;
/** Timers that may run before something has to be there. */
const maxTimers = 100;
/** Rows of a list that are opened. */
const maxRows = Number(process.env.SKYDECK_REPLAY_ROWS ?? 1);

export const listed = families.filter(({group, byName}) => group !== undefined || byName);

export interface Walked {
  /** The problems, with their place. */
  readonly wrong: readonly string[];
  /** The rows of each list that has a place of its own. */
  readonly rows: ReadonlyMap<FamilyId, readonly RowId[]>;
  /** Tabs that were opened: `instances › Disks`. */
  readonly tabs: ReadonlySet<string>;
}

export async function walk(screen: TestConsole): Promise<Walked> {
  const walker = new Walker(screen);
  for (const family of listed)
    try {
      await walker.list(family);
    } catch (error) {
      throw new Error(`The console broke at ${walker.where}`, {cause: error});
    }
  return walker;
}

class Walker implements Walked {
  readonly wrong: string[] = [];
  readonly rows = new Map<FamilyId, readonly RowId[]>();
  readonly tabs = new Set<string>();
  /** The view that was opened last. */
  where = '';
  readonly #screen: TestConsole;

  constructor(screen: TestConsole) {
    this.#screen = screen;
  }

  async list(family: Family): Promise<void> {
    const screen = this.#screen;
    this.where = family.id;
    screen.context.overlays.closeAll();
    if (!this.#isOffered(family)) return void this.rows.set(family.id, []);
    await screen.command(family.title);
    const rows = await this.#read(family.id, {});
    this.rows.set(family.id, rows.map(family.key));
    await screen.settle();
    this.#look(family.id);
    if (family.single) {
      const [row] = rows;
      if (row) await this.#tabs(family, row, {});
      return;
    }
    const here = screen.context.navigation.current.getState();
    for (let index = 0; index < Math.min(rows.length, maxRows); index++) {
      await screen.press('enter');
      await this.#opened();
      await this.#back(here, {isInDetail: false, where: family.id});
      await screen.press('j');
    }
  }

  /** False for a resource type of today on an account of an older API: no key and no command leads to it. */
  #isOffered(family: Family): boolean {
    const stateOf = ({id}: Family) => this.#screen.context.session.collection(id).getState();
    return !family.today || (isApiOfToday(families, stateOf) && !stateOf(family).isUnsupported);
  }

  async #read(id: FamilyId, params: PathParams): Promise<readonly AnyRow[]> {
    const collection = this.#screen.context.session.collection(id, params);
    await this.#until(
      () => {
        const {phase, validAt, failure} = collection.getState();
        return failure !== undefined || (phase !== 'loading' && validAt !== undefined);
      },
      `${id} ${JSON.stringify(params)}`,
    );
    const {failure, unreadable, rows} = collection.getState();
    if (failure) this.wrong.push(`${id} ${JSON.stringify(params)}: ${failure.message}`);
    if (unreadable.length > 0) this.wrong.push(`${id}: ${unreadable.length} unreadable rows`);
    return rows;
  }

  /** Checks the place that `enter` opened. */
  async #opened(): Promise<void> {
    const view = this.#screen.context.navigation.current.getState() as View & Partial<ListView>;
    const {family, params = {}, actionRows} = view;
    if (!family || !actionRows) return;
    const [row] = actionRows.call(view);
    if (row) await this.#tabs(family, row, params);
    else await this.#read(family.id, params);
    this.#look(`${family.id} ${JSON.stringify(params)}`);
  }

  async #tabs(family: Family, row: AnyRow, params: PathParams): Promise<void> {
    const screen = this.#screen;
    for (const [index, tab] of family.detail.entries()) {
      const where = `${family.id} ${family.key(row)} › ${tab.title}`;
      this.where = where;
      this.tabs.add(`${family.id} › ${tab.title}`);
      // A detail opens on the tab that was left last.
      await screen.press(index === 0 ? '1' : ']');
      await this.#until(() => !screen.text().includes('loading…'), `${where} to load`);
      this.#look(where);
      await this.#inside(tab, row, params);
    }
  }

  /** The first row of the list in a tab. */
  async #inside(tab: AnyTab, row: AnyRow, params: PathParams): Promise<void> {
    const screen = this.#screen;
    if (!('list' in tab) || tab.unless?.(row, screen.context.session.lookup, params) !== undefined) return;
    const rows = (await this.#read(tab.list, tab.params(row, params))).filter(item => tab.filter?.(item, row) ?? true);
    this.#look(tab.list);
    if (rows.length === 0 || familyOf(tab.list).single) return;
    const here = screen.context.navigation.current.getState() as (View & Partial<ListView>) | undefined;
    const isInDetail = here?.inDetail?.getState() ?? false;
    await screen.press('enter');
    const there = screen.context.navigation.current.getState() as (View & Partial<ListView>) | undefined;
    if (there === here || !there?.family) return;
    await this.#inner(there);
    await this.#back(here, {isInDetail, where: tab.list});
  }

  /** Tabs alone: the lists in them are reached from where they belong. */
  async #inner(view: View & Partial<ListView>): Promise<void> {
    const {family} = view;
    await this.#screen.press('1');
    this.#look(`${family?.id}`);
    for (const tab of family?.detail ?? []) {
      this.where = `${family?.id} › ${tab.title}`;
      this.tabs.add(this.where);
      await this.#until(() => !this.#screen.text().includes('loading…'), `${family?.id} › ${tab.title} to load`);
      this.#look(`${family?.id} › ${tab.title}`);
      await this.#screen.press(']');
    }
  }

  async #back(
    view: View | undefined,
    {isInDetail, where}: {readonly isInDetail: boolean; readonly where: string},
  ): Promise<void> {
    const {context} = this.#screen;
    for (let tries = 0; tries < 4; tries++) {
      const current = context.navigation.current.getState() as (View & Partial<ListView>) | undefined;
      if (current === view && (current?.inDetail?.getState() ?? false) === isInDetail) return;
      await this.#screen.press('esc');
    }
    this.wrong.push(`${where}: esc does not come back to the list`);
  }

  async #until(condition: () => boolean, what: string): Promise<void> {
    const {account, settle, text} = this.#screen;
    await settle();
    for (let timers = 0; !condition(); timers++) {
      if (timers === maxTimers) throw new Error(`Waited in vain for ${what}\n${text()}`);
      await account.clock.advanceToNext(settle);
    }
  }

  #look(where: string): void {
    const line = this.#screen
      .text()
      .split('\n')
      .find(text => wrongWords.test(text));
    if (line !== undefined) this.wrong.push(`${where} shows ${line.trim()}`);
  }
}
