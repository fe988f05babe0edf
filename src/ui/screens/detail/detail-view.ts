/** The detail of one resource: name, condition and tabs. It is updated without React when the cursor moves. */
import {createStore, type StoreApi} from 'zustand/vanilla';
import type {AnyRow, Family, PathParams} from '../../../families/shape/define-family.ts';
import type {Layer} from '../../../keymap/layer.ts';
import type {ActionSubject} from '../../context/action-subject.ts';
import {createIdleDebounce, type IdleDebounce} from '../../context/idle-debounce.ts';
import type {DetailPorts} from '../../context/ports.ts';
import type {TabTable} from '../../models/tab-table.ts';
import type {Surface} from '../../terminal/index.ts';
import {scrollLayer} from '../../widgets/scroll-keys.ts';
import {paintEnds, paintSpans, span} from '../../widgets/spans.ts';
import type {DetailLine, TabContent} from '../shared/detail-lines.ts';
import type {Detail} from '../shared/list-view-types.ts';
import {DetailCursor} from './detail-cursor.ts';
import {type DetailKeysHost, detailLayer} from './detail-keys.ts';
import {isCharted, type ShownResource, tabNamed} from './shown-resource.ts';
import {createTabLines} from './tab-bar.ts';
import {contentOf} from './tabs/tab-content.ts';
import {absenceSpan, detailTitle} from './title.ts';

export interface DetailHost {
  focused(): boolean;
  back(): void;
  /** Returns to the list with its filter line open; undefined without a list. */
  readonly filter: (() => void) | undefined;
}

/** The rows of the title, the tabs and the rule. */
const HEAD_ROWS = 3;
/**
 * While the cursor moves through the list, its detail is drawn when the cursor rests: the key itself is answered sooner.
 * A key that is held repeats after 33 ms or less, so the details that it passes are not drawn.
 * Decision record 25 has the figures.
 */
const DRAW_DELAY_MS = 36;
/** After that, requests wait until the cursor rests for longer. */
const CONTENT_DELAY_MS = 100;

export const createDetail = (context: DetailPorts, family: Family, params: PathParams, host: DetailHost): Detail =>
  new ResourceDetail(context, family, params, host);

class ResourceDetail implements Detail, DetailKeysHost {
  readonly context: DetailPorts;
  family: Family;
  params: PathParams;
  readonly surface: Surface;
  readonly filter: DetailHost['filter'];
  readonly hasCharts: StoreApi<boolean>;
  readonly #host: DetailHost;
  readonly #layers: readonly Layer[];
  #tabLines: ReturnType<typeof createTabLines>;
  readonly #drawDelay: IdleDebounce;
  readonly #contentDelay: IdleDebounce;
  #shown: Pick<ShownResource, 'row' | 'id'> = {row: undefined, id: undefined};
  #tab = 0;
  /** The title of the chosen tab, which the next row shows although a row between them has no such tab. */
  #tabTitle: string | undefined;
  #areSecretsShown = false;
  readonly #cursor = new DetailCursor();
  #height = 1;
  #columns = 0;
  #content: TabContent | undefined;
  /** The reason why the tab was empty when its content was created. */
  #emptyReason: string | undefined;
  #stopContent: (() => void) | undefined;
  #isActive = false;
  /** True while the content is that of another resource, and must be built again when it is visible. */
  #isBuildDue = false;
  /** The last painted lines: a footer needs the line under the cursor several times per key press. */
  #linesCache: readonly DetailLine[] | undefined;

  constructor(context: DetailPorts, family: Family, params: PathParams, host: DetailHost) {
    this.context = context;
    this.family = family;
    this.params = params;
    this.#host = host;
    this.filter = host.filter;
    this.hasCharts = createStore(() => isCharted(family, this.#tab));
    this.#tabLines = createTabLines(family.detail.map(({title}) => title));
    this.#drawDelay = createIdleDebounce(context.clock, DRAW_DELAY_MS, this.repaint);
    this.#contentDelay = createIdleDebounce(context.clock, CONTENT_DELAY_MS, () => this.#startContent());
    this.surface = context.surface((columns, rows) => this.#paint(columns, rows));
    const moving = scrollLayer(
      by => this.#moveBy(by),
      () => this.#height,
    );
    this.#layers = [detailLayer(this), moving];
  }

  readonly layers = (): readonly Layer[] => this.#layers;
  readonly back = (): void => this.#host.back();
  readonly row = (): AnyRow | undefined => this.#shown.row;
  readonly line = (): DetailLine | undefined => this.#lines()[this.#cursor.index];
  readonly content = (): TabContent | undefined => {
    if (this.#isBuildDue) this.#build();
    return this.#content;
  };
  readonly table = (): TabTable | undefined => this.content()?.table?.();
  readonly tabTitles = (): readonly string[] => this.family.detail.map(({title}) => title);
  readonly creationSubject = (): ActionSubject | undefined => this.content()?.creationSubject;

  readonly repaint = (): void => {
    this.#linesCache = undefined;
    this.surface.repaint();
  };

  readonly show = (resource: ShownResource): void => {
    if (resource.family !== this.family) this.#showFamily(resource.family);
    this.params = resource.params;
    const isSame = resource.row === this.#shown.row && resource.id === this.#shown.id;
    // A different resource is shown from its top, with its secrets masked again.
    if (resource.id !== this.#shown.id) {
      this.#cursor.moveToTop();
      this.#areSecretsShown = false;
    }
    const isMoved = resource.id !== this.#shown.id && this.#shown.row !== undefined && !this.#host.focused();
    this.#shown = resource;
    // While the detail isn't visible, the cursor may pass a thousand resources.
    if (!isSame) this.#dropContent();
    if (isMoved) {
      // Only the detail that is drawn asks for its content.
      this.#contentDelay.stop();
      this.#drawDelay.touch();
    } else this.repaint();
  };

  #showFamily(family: Family): void {
    this.#tab = tabNamed(family, this.#tabTitle);
    this.family = family;
    this.#tabLines = createTabLines(this.tabTitles());
    this.hasCharts.setState(isCharted(family, this.#tab), true);
    this.#dropContent();
  }

  readonly openTab = (index: number): void => {
    const {length} = this.family.detail;
    if (index < 0 || index >= length) {
      this.context.say(length === 1 ? 'This view has one tab.' : `This view has ${length} tabs.`, 'attention');
      return;
    }
    this.#tab = index;
    this.#tabTitle = this.tabTitles()[index];
    this.hasCharts.setState(isCharted(this.family, index), true);
    this.#cursor.reset();
    this.#build();
    this.repaint();
  };

  /** The tab handles the first key of a command first: charts use it to change the month. */
  readonly step = (by: number, key = ''): void => {
    const [first] = this.context.keymap.keys('detail', by < 0 ? 'previousTab' : 'nextTab');
    if (key === first && this.content()?.step?.(by) === true) this.repaint();
    else this.openTab((this.#tab + by + this.family.detail.length) % this.family.detail.length);
  };

  readonly click = (row: number): void => {
    if (row >= HEAD_ROWS) this.#cursor.moveToRow(row - HEAD_ROWS, this.#lines(), this.#height);
  };

  readonly moveToKey = (key: string): void => {
    this.#cursor.awaitKey(key);
    this.repaint();
  };

  readonly fold = (): void => {
    const key = this.line()?.fold?.();
    if (key !== undefined) this.#cursor.setKey(key);
    this.repaint();
  };

  readonly toggleSecrets = (): void => {
    this.#areSecretsShown = !this.#areSecretsShown;
    this.repaint();
  };

  readonly subject = (): ActionSubject => {
    const {row} = this.#shown;
    return this.line()?.subject ?? {family: this.family, rows: row === undefined ? [] : [row], params: this.params};
  };

  readonly editedField = (): string | undefined => {
    const spec = this.family.detail[this.#tab];
    return spec !== undefined && 'text' in spec && this.line()?.subject === undefined ? spec.edits : undefined;
  };

  readonly activate = (): (() => void) => {
    this.#isActive = true;
    this.#build();
    const follow = (): void => this.context.paintInBackground(this.#refresh);
    const {account} = this.context.session;
    const stops = [
      account.subscribe(state => state.events, follow),
      account.subscribe(state => state.operations, follow),
    ];
    return () => {
      this.#isActive = false;
      this.#drawDelay.stop();
      this.#contentDelay.stop();
      this.#stopContent?.();
      this.#stopContent = undefined;
      for (const stop of stops) stop();
    };
  };

  readonly #refresh = (): void => {
    // The start or end of an operation doesn't always change the row.
    if (!this.#isBuildDue && this.#tabUnavailable() !== this.#emptyReason) this.#build();
    this.repaint();
  };

  #lines(): readonly DetailLine[] {
    if (this.#isBuildDue) this.#build();
    this.#linesCache ??= this.#content?.lines(this.#columns) ?? [];
    return this.#linesCache;
  }

  /** The reason why the tab is empty now. */
  #tabUnavailable(): string | undefined {
    const {row} = this.#shown;
    return row && this.family.detail[this.#tab]?.unless?.(row, this.context.session.lookup, this.params);
  }

  /** The content is that of another resource; a visible one is built when it is drawn. */
  #dropContent(): void {
    this.#stopContent?.();
    this.#stopContent = undefined;
    this.#linesCache = undefined;
    this.#isBuildDue = true;
  }

  #build(): void {
    this.#createContent();
    const isAsking = this.#isActive && this.#content?.subscribe !== undefined;
    const isFocused = this.#host.focused();
    if (isAsking && !isFocused) this.#contentDelay.touch();
    else this.#contentDelay.stop();
    if (isAsking && isFocused) this.#startContent();
  }

  #createContent(): void {
    this.#dropContent();
    this.#isBuildDue = false;
    const {context, family, params} = this;
    const {row} = this.#shown;
    const spec = family.detail[this.#tab];
    this.#emptyReason = this.#tabUnavailable();
    this.#content =
      row && spec ? contentOf(context, family, spec, {row, params, revealed: () => this.#areSecretsShown}) : undefined;
  }

  #startContent(): void {
    if (this.#isBuildDue) this.#createContent();
    this.#stopContent = this.#content?.subscribe?.(this.repaint);
    this.repaint();
  }

  #moveBy(by: number): void {
    this.#cursor.moveBy(by, this.#lines(), this.#height);
    this.context.batch(() => {
      this.repaint();
      this.context.repaintFooter();
    });
  }

  #paint(columns: number, rows: number): string[] {
    const {row, id} = this.#shown;
    const skin = this.context.skin();
    this.#columns = columns;
    this.#linesCache = undefined;
    this.#height = Math.max(1, rows - HEAD_ROWS);
    if (row === undefined) return [paintSpans(skin, [absenceSpan(this.context, this, id)], columns)];
    const lines = this.#lines();
    this.#cursor.settle(lines, this.#height, this.#content?.isFromEnd === true);
    const title = this.#titleLine(row, lines.length, columns);
    return [title, ...this.#tabLines(skin, this.#tab, columns), ...this.#bodyLines(lines, columns)];
  }

  #bodyLines(lines: readonly DetailLine[], columns: number): string[] {
    const {index: cursor, top} = this.#cursor;
    const isFocused = this.#host.focused();
    return lines
      .slice(top, top + this.#height)
      .map((line, index) => line.paint(isFocused && top + index === cursor ? 'bar' : 'none', columns));
  }

  #titleLine(row: AnyRow, lines: number, columns: number): string {
    const {context, family, params} = this;
    const percent = Math.round(((this.#cursor.top + this.#height) / lines) * 100);
    const more = lines > this.#height ? `${percent}% ` : '';
    // Right after the state, the scroll position would look like the state's progress.
    const title = detailTitle(context, {family, params}, row, columns - (more === '' ? 0 : more.length + 2));
    return paintEnds(context.skin(), title, [span(more, 'dim')], columns);
  }
}
