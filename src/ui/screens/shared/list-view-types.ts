/** The list and its detail, as other screens use them. */
import type {AnyRow, Family} from '../../../families/shape/define-family.ts';
import type {Layer} from '../../../keymap/layer.ts';
import type {ReadonlyStore} from '../../../store/core/traced-store.ts';
import type {ListModel} from '../../../store/list/list-model.ts';
import type {ActionSubject} from '../../context/action-subject.ts';
import type {CanvasView} from '../../context/navigation.ts';
import type {ActionPorts, WatchPort} from '../../context/ports.ts';
import type {TabTable} from '../../models/tab-table.ts';
import type {Surface} from '../../terminal/index.ts';
import type {InputLine} from '../../widgets/text-input.ts';
import type {ShownResource} from '../detail/shown-resource.ts';

export interface ListView extends CanvasView {
  readonly context: ActionPorts & WatchPort;
  readonly family: Family;
  readonly params: Readonly<Record<string, string | number>>;
  readonly model: ListModel;
  readonly detail: Detail;
  /** The filter that the user is typing. */
  readonly typing: {line: InputLine | undefined};
  /** The columns that the place of the list adds to those that the user has chosen, until the user chooses columns. */
  readonly added: {columns: readonly string[]};
  /** The opened resource; in the list, the row under the cursor. */
  current(): AnyRow | undefined;
  /**
   * The rows that actions apply to: the opened resource; in the list, the selected rows or the row under the cursor.
   */
  actionRows(): readonly AnyRow[];
  /**
   * The progress of reading the samples that the order or the filter depends on; undefined if all are read, or none are
   * needed.
   */
  sampleProgress(): SampleProgress | undefined;
  /** The number of rows of the list that fit on the screen. */
  visibleRowCount(): number;
  enterDetail(tab?: number): void;
}

/** The progress of reading the samples that an order or a filter depends on. */
export interface SampleProgress {
  readonly isSorted: boolean;
  readonly isFiltered: boolean;
  readonly readCount: number;
  readonly totalCount: number;
}

export interface Detail {
  readonly surface: Surface;
  /** True if the open tab draws charts. */
  readonly hasCharts: ReadonlyStore<boolean>;
  /** The resource to show: its known row, or only its ID. */
  show(resource: ShownResource): void;
  openTab(index: number): void;
  /** The titles of the tabs of the shown resource. */
  tabTitles(): readonly string[];
  /** Draws it again, because something besides the shown resource has changed. */
  repaint(): void;
  /** Handles a click on this row. */
  click(row: number): void;
  step(by: number): void;
  /** Moves the cursor to a line of this tab when the line exists. */
  moveToKey(key: string): void;
  /** The subject of create actions in this tab. */
  creationSubject(): ActionSubject | undefined;
  /** The list of this tab; undefined in other tabs. */
  table(): TabTable | undefined;
  layers(): readonly Layer[];
  activate(): () => void;
}
